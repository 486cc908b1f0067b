import { createStore, delMany, entries, getMany, set } from 'idb-keyval'
import { discardUpload } from '../../api/resumable-upload'
import { hasTabLocks } from '../../lib/has-tab-locks'
import { withTabLock } from '../../lib/tab-lock'

/** A file that was chosen for upload. */
export interface ChosenPicture {
  /** Unique, also where the same file is chosen twice; later ones have greater ids. */
  readonly id: number
  readonly file: File
  /** What the picture shows, in words; may be empty. */
  readonly altText: string
}

let lastId = 0

export function choosePicture(file: File): ChosenPicture {
  // Another tab may choose a file in the same millisecond.
  lastId = Math.max(lastId + 1, Date.now() * 1000 + Math.floor(Math.random() * 1000))
  return { id: lastId, file, altText: '' }
}

/** What all pictures of one upload have in common. */
export interface UploadDetails {
  /** The beginning of every title. */
  title: string
  description: string
  gallery: number | null
  /** Whether large ones are scaled down before they are sent. */
  scaleDown?: boolean
}

/** A picture that is to be uploaded. */
export interface QueuedPicture {
  readonly picture: ChosenPicture
  readonly details: UploadDetails
  /** Whose it is. */
  readonly user: number
  /** Whether the browser has it stored. */
  readonly stored: boolean
  /** Where the server has what was sent of it in parts. */
  readonly url?: string
  /** Whether it was sent as a whole before: the server may have it, if the answer was lost. */
  readonly sent?: boolean
}

const lockName = 'photo-uploads'

/** Runs `work` while no other tab uploads. */
export const withQueueLock = <T>(work: () => Promise<T>): Promise<T> => withTabLock(lockName, work)

const database = createStore('photo-uploads', 'queue')

/**
 * Where stands what changes of a picture while its file stays: WebKit loses a file that was read from the database when its
 * record is written again.
 */
const progressKey = (id: number) => `progress of ${id}`

type Progress = Pick<QueuedPicture, 'url' | 'sent'>

/**
 * Stores what is to be uploaded, so that it survives the page, and answers it as it is stored then: without the pictures
 * that another tab has uploaded or discarded meanwhile. What the browser has no room for stays in the page alone.
 */
export async function storeQueue(queue: readonly QueuedPicture[]): Promise<readonly QueuedPicture[]> {
  const stored: QueuedPicture[] = []
  for (const queued of queue) {
    const { id } = queued.picture
    const now = queued.stored ? await readPicture(id).catch(() => queued) : await storePicture(queued)
    if (now) stored.push(now)
  }
  return stored
}

async function readPicture(id: number): Promise<QueuedPicture | undefined> {
  const [queued, progress] = (await getMany([id, progressKey(id)], database)) as [QueuedPicture?, Progress?]
  return queued && { ...queued, ...progress }
}

async function storePicture(queued: QueuedPicture): Promise<QueuedPicture> {
  const stored = { ...queued, stored: true }
  // Without locks two tabs would upload the same pictures.
  if (!hasTabLocks()) return queued
  return (await succeeds(() => set(queued.picture.id, stored, database))) ? stored : queued
}

/** Changes a picture of the queue, also where it is stored. A browser that fails to store it does not stop the upload. */
export async function updatePicture(
  queued: QueuedPicture,
  changes: Partial<QueuedPicture>,
): Promise<QueuedPicture> {
  const changed = { ...queued, ...changes }
  const { id } = queued.picture
  if (!queued.stored) return changed
  if (changes.picture) {
    // What is known of another file's upload fits no file that is stored.
    const stored = await succeeds(() => set(id, changed, database))
    return { ...changed, stored }
  }
  const { url, sent }: Progress = changed
  await succeeds(() => set(progressKey(id), { url, sent }, database))
  return changed
}

export async function removePicture(id: number): Promise<void> {
  await succeeds(() => delMany([id, progressKey(id)], database))
}

/** Whether `write` succeeded. A browser that blocks site data throws before there is a promise. */
const succeeds = (write: () => Promise<void>): Promise<boolean> =>
  Promise.resolve()
    .then(write)
    .then(
      () => true,
      () => false,
    )

/** The user's pictures that an earlier page left, in their order; none while another tab uploads. */
export async function readLeftOver(user: number): Promise<readonly QueuedPicture[]> {
  if (!hasTabLocks()) return []
  const stored = await navigator.locks.request(lockName, { ifAvailable: true }, (lock) =>
    lock ? entries(database) : [],
  )
  const records = new Map(stored)
  return [...records]
    .filter(([key]) => typeof key === 'number')
    .map(([id, queued]) => ({
      ...(queued as QueuedPicture),
      ...(records.get(progressKey(id as number)) as Progress | undefined),
    }))
    .filter((queued) => queued.user === user)
}

/** Forgets pictures here, and on the server what was sent of them. */
export async function discardPictures(queue: readonly QueuedPicture[]): Promise<void> {
  for (const { picture, url } of queue) {
    await removePicture(picture.id)
    if (url !== undefined) await discardUpload(url)
  }
}
