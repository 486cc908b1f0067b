import licence from 'libheif-js/libheif-wasm/LICENSE?url'
import script from 'libheif-js/libheif-wasm/libheif.js?url'
import program from 'libheif-js/libheif-wasm/libheif.wasm?url'
import type { HeicRequest } from './heic.wasm-worker'

/** The licence of what decodes the pictures, which asks to be shown where it is used. */
export { licence }

/** A picture that could not be turned into a JPEG; the message says so to a person. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError'
}

/** The formats that phones write and browsers do not show, but for Safari. */
export const heicTypes = { 'image/heic': ['.heic', '.heics'], 'image/heif': ['.heif', '.heifs', '.hif'] }

const endings = Object.values(heicTypes).flat()

/** Cameras and phones name files in capitals, and not every system knows the type. */
export const isHeic = ({ name, type }: File): boolean =>
  type in heicTypes || endings.some((ending) => name.toLowerCase().endsWith(ending))

const converted = new WeakMap<File, Promise<File>>()
let last: Promise<unknown> = Promise.resolve()

/**
 * The same picture as a JPEG, upright and with its colour profile. A file is converted once, unless that fails, and one after
 * the other: a picture of 48 megapixels takes half a gigabyte, in a worker of its own, whose memory goes with it.
 */
export function heicToJpeg(file: File): Promise<File> {
  let jpeg = converted.get(file)
  if (!jpeg) {
    jpeg = last.then(() => convert(file))
    last = jpeg.catch(() => converted.delete(file))
    converted.set(file, jpeg)
  }
  return jpeg
}

async function convert(file: File): Promise<File> {
  const worker = new Worker(new URL('./heic.wasm-worker.ts', import.meta.url))
  const absolute = (address: string) => new URL(address, location.href).href
  try {
    const jpeg = await new Promise<Blob>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Blob | null>) =>
        data ? resolve(data) : reject(new ConversionError('It cannot be read as a HEIC picture.'))
      worker.onerror = () => reject(new ConversionError('What decodes HEIC pictures could not be loaded.'))
      const request: HeicRequest = { file, script: absolute(script), program: absolute(program) }
      worker.postMessage(request)
    })
    const name = `${file.name.replace(/\.\w+$/, '')}.jpg`
    return new File([jpeg], name, { type: jpeg.type, lastModified: file.lastModified })
  } finally {
    worker.terminate()
  }
}
