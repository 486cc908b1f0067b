import licence from 'libheif-js/libheif-wasm/LICENSE?url'
import script from 'libheif-js/libheif-wasm/libheif.js?url'
import program from 'libheif-js/libheif-wasm/libheif.wasm?url'
import type { HeicRequest } from './heic.wasm-worker'

/** The licence of the decoder, which must be shown wherever the decoder is used. */
export { licence }

/** A photo could not be converted to JPEG. The message is shown to the user. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError'
}

/** Formats that phones write and only Safari can show. */
export const heicTypes = { 'image/heic': ['.heic', '.heics'], 'image/heif': ['.heif', '.heifs', '.hif'] }

const endings = Object.values(heicTypes).flat()

/** Also checks the file name, since not every system knows the type. Cameras and phones use capitals. */
export const isHeic = ({ name, type }: File): boolean =>
  type in heicTypes || endings.some((ending) => name.toLowerCase().endsWith(ending))

const converted = new WeakMap<File, Promise<File>>()
let last: Promise<unknown> = Promise.resolve()

/**
 * Converts a photo to an upright JPEG with its colour profile. Each file is converted only once, unless that fails. Files
 * are converted one at a time, each in a new worker, because a photo of 48 megapixels takes half a gigabyte of memory.
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
        data ? resolve(data) : reject(new ConversionError('It cannot be read as a HEIC photo.'))
      worker.onerror = () => reject(new ConversionError('The HEIC decoder could not be loaded.'))
      const request: HeicRequest = { file, script: absolute(script), program: absolute(program) }
      worker.postMessage(request)
    })
    const name = `${file.name.replace(/\.\w+$/, '')}.jpg`
    return new File([jpeg], name, { type: jpeg.type, lastModified: file.lastModified })
  } finally {
    worker.terminate()
  }
}
