import { pictureTypes } from '../../ui/dropzone'
import { heicTypes, isHeic } from './heic-to-jpeg'

/** What may be chosen for upload: HEIC is turned into JPEG. */
export const uploadTypes = { ...pictureTypes, ...heicTypes }

/**
 * What the browser's own dialog offers. Apple's browsers hand out a JPEG of a HEIC picture when HEIC is not named; others
 * would hide it.
 */
export const offeredTypes = (isApple: boolean): object => (isApple ? pictureTypes : uploadTypes)

export const pictureHint = 'JPEG, PNG, GIF, WebP or HEIC, up to 25 MB each'

/** Unsupported formats that are often chosen, each with the server's advice on how to convert them. */
const advice: readonly { extension: RegExp; type: RegExp; text: string }[] = [
  {
    extension: /\.avifs?$/i,
    type: /^image\/avif/,
    text: 'AVIF: open it in a picture editor and save it as JPEG or PNG.',
  },
  {
    extension: /\.svgz?$/i,
    type: /^image\/svg/,
    text: 'an SVG drawing, which may hold programs: export it as PNG.',
  },
  {
    extension: /\.(tiff?|dng|cr[23w]|nef|arw|orf|rw2)$/i,
    type: /^image\/(tiff|x-(adobe|canon|nikon|sony|olympus|panasonic))/,
    text: 'TIFF, or the raw file of a camera: export it as JPEG.',
  },
  { extension: /\.bmp$/i, type: /^image\/(x-ms-)?bmp/, text: 'a BMP: save it as PNG.' },
  {
    extension: /\.pdf$/i,
    type: /^application\/pdf/,
    text: 'a PDF document: export the page that you want as JPEG or PNG.',
  },
]

/** Why a file is not accepted. */
export function whyNotUploaded(file: File): string {
  const { name, type } = file
  if (type in pictureTypes || isHeic(file)) return `${name} is larger than 25 MB.`
  const kind = advice.find((unsupported) => unsupported.type.test(type) || unsupported.extension.test(name))
  return kind ? `${name} is ${kind.text}` : `${name} is not a JPEG, PNG, GIF, WebP or HEIC image.`
}
