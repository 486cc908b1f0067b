import { slugify } from '../lib/slugify.ts'
import { pictureWidths, type PictureFiles } from './picture-markup.ts'

/** A picture of the photo bench, as the API describes it. */
export interface Photo {
  id: number
  title?: string
  /** Of its largest file. */
  image_url: string
  width?: number
  height?: number
  /** Its files, each with its width. */
  srcset?: readonly { url: string; width: number }[]
}

/** The markdown by which the text at `from` shows a photo: its address is what `photoId` reads, and `alt` stands for it. */
export function photoMarkdown({ id, title = '', image_url }: Photo, alt: string, from: string): string {
  const slug = slugify(title).slice(0, 60).replace(/-$/, '') || 'photo'
  const ending = /\.([a-z0-9]+)$/.exec(image_url)?.[1] ?? 'jpg'
  const up = '../'.repeat(from.split('/').length - 1)
  return `![${plainWords(alt)}](${up}photos/${slug}-${id}.${ending})`
}

/** Markdown for `words`, in which nothing ends a picture's words and nothing is markup. */
const plainWords = (words: string) =>
  words
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll('`', "'")
    .replaceAll(/[\\\s]+/g, ' ')
    .replaceAll(/[*_~<&]/g, '\\$&')
    .trim()

/** By what the preview shows a photo that no build has made files of: as large as the build will, in a file of the bench. */
export function photoFiles({ image_url, width = 1, height = 1, srcset = [] }: Photo): PictureFiles {
  const shown = Math.min(width, Math.max(...pictureWidths))
  const url = srcset.find((file) => file.width >= shown)?.url ?? image_url
  return {
    width: shown,
    height: Math.round((height * shown) / width),
    files: [{ name: url.replace(/^\//, ''), ending: 'jpg', width: shown }],
  }
}
