import { createStore, delMany, entries, getMany, set } from 'idb-keyval'
import { discardUpload } from '../../api/resumable-upload'
import { hasTabLocks, withTabLock } from '../../lib/tab-lock'
import type { QueuedImage } from './upload-machine'

const lockName = 'photo-uploads'

/** Runs `work` while no other window uploads. */
export const withUploadLock = <T>(work: () => Promise<T>): Promise<T> => withTabLock(lockName, work)

const database = createStore('photo-uploads', 'queue')

/** WebKit loses a stored file when its record is rewritten, so the progress has a separate record. */
const progressKey = (id: number) => `progress of ${id}`

type Progress = Pick<QueuedImage, 'url' | 'sent'>

/**
 * Stores images so that they survive the page. Resolves to the images without those that another window has uploaded or
 * discarded. Images that the browser has no room for are kept in memory only.
 */
export async function storeImages(images: readonly QueuedImage[]): Promise<readonly QueuedImage[]> {
  const stored: QueuedImage[] = []
  for (const image of images) {
    const now = image.stored ? await readImage(image.id).catch(() => image) : await storeImage(image)
    if (now) stored.push(now)
  }
  return stored
}

async function readImage(id: number): Promise<QueuedImage | undefined> {
  const [image, progress] = (await getMany([id, progressKey(id)], database)) as [QueuedImage?, Progress?]
  return image && { ...image, ...progress }
}

async function storeImage(image: QueuedImage): Promise<QueuedImage> {
  // Without locks, two windows would upload the same images.
  const stored = hasTabLocks() && (await succeeds(() => set(image.id, { ...image, stored: true }, database)))
  return { ...image, stored }
}

/** Changes a queued image, here and in the database. The upload continues even if the change cannot be stored. */
export async function changeImage(image: QueuedImage, changes: Partial<QueuedImage>): Promise<QueuedImage> {
  const changed = { ...image, ...changes }
  if (!image.stored) return changed
  if (changes.file) {
    // The stored progress does not apply to a different file.
    return { ...changed, stored: await succeeds(() => set(image.id, changed, database)) }
  }
  const { url, sent }: Progress = changed
  await succeeds(() => set(progressKey(image.id), { url, sent }, database))
  return changed
}

export async function removeImage(id: number): Promise<void> {
  await succeeds(() => delMany([id, progressKey(id)], database))
}

/** Whether `write` succeeded. Browsers that block site data throw before returning a promise. */
const succeeds = (write: () => Promise<void>): Promise<boolean> =>
  Promise.resolve()
    .then(write)
    .then(
      () => true,
      () => false,
    )

/** The user's images left by an earlier page; none while another window uploads. */
export async function readLeftOver(user: number): Promise<readonly QueuedImage[]> {
  if (!hasTabLocks()) return []
  const stored = await navigator.locks.request(lockName, { ifAvailable: true }, (lock) =>
    lock ? entries(database) : [],
  )
  const records = new Map(stored)
  return [...records]
    .filter(([key]) => typeof key === 'number')
    .map(([id, image]) => ({
      ...(image as QueuedImage),
      ...(records.get(progressKey(id as number)) as Progress | undefined),
    }))
    .filter((image) => image.user === user)
}

/** Removes images from the database, and their unfinished uploads from the server. */
export async function discardImages(images: readonly QueuedImage[]): Promise<void> {
  for (const { id, url } of images) {
    await removeImage(id)
    if (url !== undefined) await discardUpload(url)
  }
}
