/** What the API takes, named one by one so that a phone which keeps its photos in another format hands out a JPEG. */
export const pictureTypes = { 'image/jpeg': [], 'image/png': [], 'image/gif': [], 'image/webp': [] }

export const pictureBytes = 25 * 2 ** 20

export const pictureHint = 'JPEG, PNG, GIF or WebP, up to 25 MB each'

/** Kinds of files that are not taken but often chosen, each with the server's advice on how to get one that is. */
const advice: readonly { ending: RegExp; type: RegExp; words: string }[] = [
  {
    ending: /\.hei[cf]s?$/i,
    type: /^image\/hei[cf]/,
    words:
      'HEIC, the format of iPhones: export it as JPEG, or choose Settings → Camera → Formats → Most Compatible ' +
      'on the iPhone, which takes the next photos as JPEG.',
  },
  {
    ending: /\.avifs?$/i,
    type: /^image\/avif/,
    words: 'AVIF: open it in a picture editor and save it as JPEG or PNG.',
  },
  {
    ending: /\.svgz?$/i,
    type: /^image\/svg/,
    words: 'an SVG drawing, which may hold programs: export it as PNG.',
  },
  {
    ending: /\.(tiff?|dng|cr[23w]|nef|arw|orf|rw2)$/i,
    type: /^image\/(tiff|x-(adobe|canon|nikon|sony|olympus|panasonic))/,
    words: 'TIFF, or the raw file of a camera: export it as JPEG.',
  },
  { ending: /\.bmp$/i, type: /^image\/(x-ms-)?bmp/, words: 'a BMP: save it as PNG.' },
  {
    ending: /\.pdf$/i,
    type: /^application\/pdf/,
    words: 'a PDF document: export the page that you want as JPEG or PNG.',
  },
]

/** Why `file` is not taken. */
export function refusalOf({ name, type }: File): string {
  if (type in pictureTypes) return `${name} is larger than 25 MB.`
  const kind = advice.find((foreign) => foreign.type.test(type) || foreign.ending.test(name))
  return kind ? `${name} is ${kind.words}` : `${name} is not a JPEG, PNG, GIF or WebP image.`
}
