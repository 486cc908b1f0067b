import { createStore as createDatabase, delMany, entries, set } from 'idb-keyval'
import { isUnanswered } from '../../../api/api-error'
import { uploadImage, type ImageUpload } from '../../../api/photos'
import { readTokens } from '../../../api/token-store'
import { useStore } from '../../../lib/hooks'
import { createStore } from '../../../lib/store'
import { heicToJpeg, isHeic } from './heic-to-jpeg'
import { scaleDown } from './scale-down'

/*
 * The queue of images to upload. It belongs to the page rather than to a screen, so that an upload goes on while staff
 * use other screens. Images are in the browser's database until they are uploaded or discarded.
 */

export interface ChosenImage {
  /** Unique; later images have greater IDs. The server makes one photo of it, however often it is sent. */
  readonly id: string
  readonly file: File
  readonly altText: string
}

/** The fields shared by all images of one upload. */
export interface UploadDetails {
  /** The beginning of every title. */
  title: string
  description: string
  gallery: number | null
  scaleDown: boolean
}

interface QueuedImage extends ChosenImage {
  readonly details: UploadDetails
  /** The ID of the uploading user. */
  readonly user: number
}

/** 'left' images wait for the user; the others belong to the latest upload. */
export type Status = 'left' | 'waiting' | 'sending' | 'done' | 'failed'

export interface Entry {
  readonly image: QueuedImage
  readonly status: Status
  /** Why it failed. */
  readonly error?: unknown
}

export interface Uploads {
  /** In the order in which they were chosen. */
  readonly entries: readonly Entry[]
  readonly running: boolean
  /** About the running upload; may be empty. */
  readonly notice: string
  /** Whether the browser refused to store an image that is not uploaded: it is lost with the page. */
  readonly unkept: boolean
}

/** How many images of an upload succeeded and failed. */
export interface Outcome {
  succeeded: number
  failed: number
}

/** The error of images that were not sent because the session had ended. */
export const notSent = new Error('It was not sent: your session has ended.')

const noConnection = 'There is no connection. The upload goes on when it is back.'
const notKept = "This browser can't keep the photos. Leave this page open until they are uploaded."

const uploads = createStore<Uploads>({ entries: [], running: false, notice: '', unkept: false })

/** The IDs of images that the browser refused to store. */
const unkept = new Set<string>()
type EndListener = (outcome: Outcome) => void | Promise<void>
const endListeners = new Set<EndListener>()

export const useUploads = (): Uploads => useStore(uploads)

/** Calls `listener` whenever all images are sent or failed. The upload has ended when the listeners are done. */
export function onUploadEnd(listener: EndListener): () => void {
  endListeners.add(listener)
  return () => void endListeners.delete(listener)
}

function update(changes: Partial<Omit<Uploads, 'unkept'>>): void {
  const next = { ...uploads.getSnapshot(), ...changes }
  const isLost = ({ image, status }: Entry) => status !== 'done' && unkept.has(image.id)
  uploads.set({ ...next, unkept: next.entries.some(isLost) })
}

const mark = (id: string, status: Status, error?: unknown) =>
  update({
    entries: uploads
      .getSnapshot()
      .entries.map((entry) => (entry.image.id === id ? { ...entry, status, error } : entry)),
  })

export const isUnfinished = ({ status }: Entry): boolean => status === 'left' || status === 'failed'

/** The share of finished images of the running upload, in whole percent. */
export function percentOf({ entries }: Uploads): number {
  const current = entries.filter(({ status }) => status !== 'left')
  const finished = current.filter(({ status }) => status === 'done' || status === 'failed')
  return current.length === 0 ? 0 : Math.round((finished.length / current.length) * 100)
}

let chosen = 0

export function chooseImage(file: File): ChosenImage {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  chosen += 1
  return { id: `${Date.now()}-${String(chosen).padStart(6, '0')}-${random}`, file, altText: '' }
}

/** Uploads images, and resolves to those that failed. Unfinished images of earlier uploads stay as they are. */
export async function startUpload(
  chosen: readonly ChosenImage[],
  details: UploadDetails,
  user: number,
): Promise<readonly Entry[]> {
  if (uploads.getSnapshot().running) return []
  const images = chosen.map((image) => ({ ...image, details, user }))
  const earlier = uploads.getSnapshot().entries.map(({ image }) => ({ image, status: 'left' as const }))
  const entries = [...earlier, ...images.map((image) => ({ image, status: 'waiting' as const }))]
  update({ entries, running: true, notice: '' })
  await keepImages(images)
  update({ notice: noticeBefore() })
  await sendAll()
  return uploads.getSnapshot().entries.filter(({ status }) => status === 'failed')
}

/** Uploads all unfinished images. */
export async function resumeUploads(): Promise<void> {
  if (uploads.getSnapshot().running) return
  update({
    entries: uploads.getSnapshot().entries.map(({ image }) => ({ image, status: 'waiting' })),
    running: true,
    notice: noticeBefore(),
  })
  await sendAll()
}

/** Discards all unfinished images. */
export function discardUploads(): void {
  if (uploads.getSnapshot().running) return
  void forgetImages(uploads.getSnapshot().entries.map(({ image }) => image))
  update({ entries: [] })
}

const noticeBefore = () =>
  uploads.getSnapshot().entries.some(({ image }) => unkept.has(image.id)) ? notKept : ''

/** Sends the waiting images one at a time. Another window does not take them for left over meanwhile. */
async function sendAll(): Promise<void> {
  const { notice } = uploads.getSnapshot()
  const release = holdLock()
  lost = 0
  for (let next = nextImage(); next; next = nextImage()) {
    mark(next.id, 'sending')
    try {
      await sendImage(next)
      mark(next.id, 'done')
      void forgetImages([next])
    } catch (error) {
      mark(next.id, 'failed', error)
      // The server would refuse the others.
      if (readTokens().access === null)
        for (const { image, status } of uploads.getSnapshot().entries)
          if (status === 'waiting') mark(image.id, 'failed', notSent)
    }
    if (lost === 0) update({ notice })
  }
  release()
  const count = (of: Status) => uploads.getSnapshot().entries.filter(({ status }) => status === of).length
  const outcome = { succeeded: count('done'), failed: count('failed') }
  for (const listener of endListeners) await listener(outcome)
  update({ entries: uploads.getSnapshot().entries.filter(isUnfinished), running: false, notice: '' })
}

const nextImage = () => uploads.getSnapshot().entries.find(({ status }) => status === 'waiting')?.image

/** Milliseconds before each retry, two minutes in all: enough for a server to restart or a train to leave a tunnel. */
const retryDelays = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000]

/** How often the server has not answered in a row. Counted for all images, so that an unreachable server is soon given up. */
let lost = 0

/** Sends an image, again and again while the server does not answer. */
async function sendImage(image: QueuedImage): Promise<void> {
  const upload = await prepareImage(image)
  for (;;) {
    try {
      await uploadImage(upload)
      lost = 0
      return
    } catch (error) {
      const delay = retryDelays[lost]
      if (!isUnanswered(error)) lost = 0
      if (!isUnanswered(error) || delay === undefined) throw error
      update({ notice: noConnection })
      if (!navigator.onLine) await connection()
      else {
        lost += 1
        await new Promise((resolve) => setTimeout(resolve, delay))
      }
    }
  }
}

const connection = () => new Promise((resolve) => addEventListener('online', resolve, { once: true }))

async function prepareImage({ id, file, altText, details }: QueuedImage): Promise<ImageUpload> {
  const { title, description, gallery } = details
  const jpeg = isHeic(file) ? await heicToJpeg(file) : file
  const image = details.scaleDown ? await scaleDown(jpeg) : jpeg
  return { image, title: `${title} - ${image.name}`, altText: altText.trim(), description, gallery, key: id }
}

const database = createDatabase('photo-uploads', 'queue')

async function keepImages(images: readonly QueuedImage[]): Promise<void> {
  const keep = async (image: QueuedImage) => {
    if (!(await succeeds(() => set(image.id, image, database)))) unkept.add(image.id)
  }
  await Promise.all(images.map(keep))
}

const forgetImages = (images: readonly QueuedImage[]): Promise<boolean> =>
  succeeds(() =>
    delMany(
      images.map(({ id }) => id),
      database,
    ),
  )

/** Finds the user's images that an earlier page has left. */
export async function findLeftImages(user: number): Promise<void> {
  const stored = await ifUnlocked(async () => entries<string, QueuedImage>(database)).catch(() => [])
  const known = new Set(uploads.getSnapshot().entries.map(({ image }) => image.id))
  const left = stored
    .map(([, image]) => ({ image, status: 'left' as const }))
    .filter(({ image }) => image.user === user && !known.has(image.id))
  if (left.length > 0) update({ entries: [...left, ...uploads.getSnapshot().entries] })
}

// Browsers have locks only on secure origins, and some refuse them along with site data. Without them another window may
// offer images that are being uploaded; sent twice, they are still one photo each.
const locks = () => navigator.locks as LockManager | undefined
const lockName = 'photo-uploads'

/** Resolves to the result of `read`, or to nothing while a window uploads. */
async function ifUnlocked<T>(read: () => Promise<T[]>): Promise<T[]> {
  return (await locks()?.request(lockName, { ifAvailable: true }, (lock) => (lock ? read() : []))) ?? read()
}

function holdLock(): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  locks()
    ?.request(lockName, { mode: 'shared' }, () => held)
    .catch(() => undefined)
  return release
}

/** Whether `write` succeeded. Browsers that block site data throw before returning a promise. */
async function succeeds(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch {
    return false
  }
}
