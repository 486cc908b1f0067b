import { imageBytes, imageTypes } from '../../../ui/dropzone'
import { heicTypes, isHeic } from './heic-to-jpeg'

const types = { ...imageTypes, ...heicTypes }

/**
 * The file types offered in the browser's dialog. Apple's browsers convert HEIC to JPEG if HEIC is not in the list; other
 * browsers would hide the files.
 */
export const offeredTypes = (isApple: boolean): object => (isApple ? imageTypes : types)

/** The files that a drop zone accepts. HEIC is converted to JPEG. */
export const imageFiles = {
  accept: types,
  offer: offeredTypes('GestureEvent' in window),
  maxSize: imageBytes,
}

export const imageHint = 'JPEG, PNG, GIF, WebP or HEIC, up to 25 MB'

/** Common unsupported formats, with the server's advice on converting them. */
const advice: readonly { extension: RegExp; type: RegExp; text: string }[] = [
  {
    extension: /\.avifs?$/i,
    type: /^image\/avif/,
    text: 'AVIF: open it in an image editor and save it as JPEG or PNG.',
  },
  {
    extension: /\.svgz?$/i,
    type: /^image\/svg/,
    text: 'an SVG drawing, which may contain scripts: export it as PNG.',
  },
  {
    extension: /\.(tiff?|dng|cr[23w]|nef|arw|orf|rw2)$/i,
    type: /^image\/(tiff|x-(adobe|canon|nikon|sony|olympus|panasonic))/,
    text: 'a TIFF or camera raw file: export it as JPEG.',
  },
  { extension: /\.bmp$/i, type: /^image\/(x-ms-)?bmp/, text: 'a BMP: save it as PNG.' },
  {
    extension: /\.pdf$/i,
    type: /^application\/pdf/,
    text: 'a PDF document: export the page as JPEG or PNG.',
  },
]

export function whyNotUploaded(file: File): string {
  const { name, type } = file
  if (type in imageTypes || isHeic(file)) return `${name} is larger than 25 MB.`
  const kind = advice.find((unsupported) => unsupported.type.test(type) || unsupported.extension.test(name))
  return kind ? `${name} is ${kind.text}` : `${name} is not a JPEG, PNG, GIF, WebP or HEIC image.`
}
