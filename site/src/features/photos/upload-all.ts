import { isUnanswered } from '../../api/api-error'
import { fileHash } from '../../api/file-hash'
import { listImagesByHash, uploadImage, type ImageUpload } from '../../api/photos'
import { uploadInParts } from '../../api/resumable-upload'
import { readTokens } from '../../api/token-store'
import { heicToJpeg, isHeic } from './heic-to-jpeg'
import { scaleDown } from './scale-down'
import { removePicture, updatePicture, type ChosenPicture, type QueuedPicture } from './upload-queue'

export interface UploadOutcome {
  /** How many pictures were uploaded. */
  succeeded: number
  failed: readonly ChosenPicture[]
  /** Those of the failed that were not sent, since the session had ended. */
  notSent: readonly ChosenPicture[]
  /** The failed ones, to be resumed. */
  unfinished: readonly QueuedPicture[]
}

interface UploadStep {
  picture: ChosenPicture
  /** The error that the upload ended with, if it did. */
  failure: unknown
  /** How much of the queue is done. */
  percent: number
}

/**
 * Uploads the pictures one after the other; one that fails does not stop the others. Calls `onStep` after each, and
 * `onWaiting` with true while there is no connection.
 */
export async function uploadAll(
  queue: readonly QueuedPicture[],
  onWaiting: (waiting: boolean) => void,
  onStep: (step: UploadStep) => void,
): Promise<UploadOutcome> {
  const failed: QueuedPicture[] = []
  const untilAnswered = retrying(onWaiting)
  let sent = 0
  for (const queued of queue) {
    const { failure, now } = await uploadPicture(queued, onWaiting, untilAnswered)
    sent++
    if (failure !== undefined) failed.push(now)
    onStep({ picture: queued.picture, failure, percent: Math.round((sent / queue.length) * 100) })
    // Without a session the sign-in screen is about to appear, and the rest would only be refused.
    if (readTokens().access === null) break
  }
  const notSent = queue.slice(sent)
  const unfinished = [...failed, ...notSent]
  return {
    succeeded: queue.length - unfinished.length,
    failed: unfinished.map(({ picture }) => picture),
    notSent: notSent.map(({ picture }) => picture),
    unfinished,
  }
}

/** Larger pictures are sent in parts. */
const largestWhole = 2 ** 20

/** Uploads one picture, and answers it as it is then, with the error if there was one. */
async function uploadPicture(
  queued: QueuedPicture,
  onWaiting: (waiting: boolean) => void,
  untilAnswered: (request: () => Promise<void>) => Promise<void>,
): Promise<{ now: QueuedPicture; failure?: unknown }> {
  let now = queued
  try {
    if (isHeic(queued.picture.file)) {
      const file = await heicToJpeg(queued.picture.file)
      now = await updatePicture(queued, { picture: { ...queued.picture, file } })
    }
    if (now.details.scaleDown) {
      const file = await scaleDown(now.picture.file)
      if (file !== now.picture.file) now = await updatePicture(now, { picture: { ...now.picture, file } })
    }
    const { file, altText } = now.picture
    const { title, description, gallery } = now.details
    const image = {
      image: file,
      title: `${title} - ${file.name}`,
      altText: altText.trim(),
      description,
      gallery,
    }
    // What needs a hash is to be had on secure origins only.
    if (file.size > largestWhole && window.isSecureContext) {
      await uploadInParts(image, {
        url: now.url,
        onBegin: async (url) => (now = await updatePicture(now, { url })),
        onWaiting,
      })
    } else {
      await untilAnswered(async () => {
        if (now.sent && (await hasImage(image))) return
        now = await updatePicture(now, { sent: true })
        await uploadImage(image)
      })
    }
    if (queued.stored) await removePicture(queued.picture.id)
    return { now }
  } catch (failure) {
    return { now, failure }
  }
}

/** How long to wait before each further try, in milliseconds: half a minute, in which a server starts again. */
const retryDelays = [500, 1000, 2000, 4000, 8000, 15_000]

/**
 * Returns what makes a request again while it gets no answer. While the browser is offline it waits, without end. The
 * delays are those of all requests together until one is answered: each further one is made once.
 */
function retrying(onWaiting: (waiting: boolean) => void) {
  let delays = [...retryDelays]
  return async (request: () => Promise<void>): Promise<void> => {
    try {
      for (;;) {
        try {
          await request()
          delays = [...retryDelays]
          return
        } catch (error) {
          if (!isUnanswered(error)) {
            delays = [...retryDelays]
            throw error
          }
          const delay = navigator.onLine ? delays.shift() : 0
          // Without a hash nobody can tell whether the server has made the picture.
          if (delay === undefined || !window.isSecureContext) throw error
          onWaiting(true)
          await (navigator.onLine ? sleep(delay) : online())
        }
      }
    } finally {
      onWaiting(false)
    }
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const online = () => new Promise((resolve) => addEventListener('online', resolve, { once: true }))

/** Whether the server has made this picture of an earlier request. */
async function hasImage({ image, title }: ImageUpload): Promise<boolean> {
  if (!window.isSecureContext) return false
  const made = await listImagesByHash(await fileHash(image))
  return made.some((other) => other.title === title)
}
