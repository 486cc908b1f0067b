import { isUnanswered } from '../../api/api-error'
import { fileHash } from '../../api/file-hash'
import { listImagesByHash, uploadImage, type ImageUpload } from '../../api/photos'
import { uploadInParts } from '../../api/resumable-upload'
import { readTokens } from '../../api/token-store'
import { heicToJpeg, isHeic } from './heic-to-jpeg'
import { scaleDown } from './scale-down'
import type { Command, QueuedImage, QueueEvent } from './upload-machine'
import { changeImage, removeImage } from './upload-store'

/** Larger files are sent in parts. */
const largestWhole = 2 ** 20

/** Runs a command of the queue's state machine, and resolves to the resulting event. */
export async function perform(
  command: Exclude<Command, { type: 'end' }>,
  emit: (event: QueueEvent) => void,
): Promise<QueueEvent> {
  if (command.type === 'send') return sendImage(command.image, emit)
  await (command.for === 'online' ? connection() : sleep(command.for))
  return { type: 'paused' }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const connection = () =>
  new Promise((resolve) => {
    if (navigator.onLine) resolve(true)
    else addEventListener('online', resolve, { once: true })
  })

async function sendImage(queued: QueuedImage, emit: (event: QueueEvent) => void): Promise<QueueEvent> {
  const { id } = queued
  let now = queued
  const change = async (changes: Partial<QueuedImage>) => {
    now = await changeImage(now, changes)
    emit({ type: 'changed', image: now })
  }
  try {
    if (isHeic(now.file)) await change({ file: await heicToJpeg(now.file) })
    if (now.details.scaleDown) {
      const file = await scaleDown(now.file)
      if (file !== now.file) await change({ file })
    }
    const upload = uploadOf(now)
    // Browsers compute hashes only on secure origins.
    if (now.file.size > largestWhole && window.isSecureContext) {
      const answered = () => emit({ type: 'answered' })
      await uploadInParts(upload, { url: now.url, onBegin: (url) => change({ url }), onAnswer: answered })
    } else if (!(now.sent && (await hasImage(upload)))) {
      await change({ sent: true })
      await uploadImage(upload)
    }
    if (queued.stored) await removeImage(id)
    return { type: 'succeeded', id }
  } catch (error) {
    if (readTokens().access === null) return { type: 'signed out', id, error }
    // Only a hash can show whether the server has created the image.
    const mayRetry = isUnanswered(error) && window.isSecureContext
    return mayRetry ? { type: 'lost', id, error, online: navigator.onLine } : { type: 'failed', id, error }
  }
}

function uploadOf({ file, altText, details: { title, description, gallery } }: QueuedImage): ImageUpload {
  return { image: file, title: `${title} - ${file.name}`, altText: altText.trim(), description, gallery }
}

/** Whether an earlier request has already created this image. */
async function hasImage({ image, title }: ImageUpload): Promise<boolean> {
  if (!window.isSecureContext) return false
  const made = await listImagesByHash(await fileHash(image))
  return made.some((other) => other.title === title)
}
