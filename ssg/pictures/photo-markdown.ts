import { slugify } from '../lib/slugify.ts'
import { pictureWidths, type PictureFiles } from './picture-markup.ts'

/** A photo as the API describes it. */
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

/** Returns markdown that shows a photo in the file at `from`. `photoId` reads its address. */
export function photoMarkdown({ id, title = '', image_url }: Photo, alt: string, from: string): string {
  const slug = slugify(title).slice(0, 60).replace(/-$/, '') || 'photo'
  const ending = /\.([a-z0-9]+)$/.exec(image_url)?.[1] ?? 'jpg'
  const up = '../'.repeat(from.split('/').length - 1)
  return `![${plainWords(alt)}](${up}photos/${slug}-${id}.${ending})`
}

/** Escapes an alternative text for markdown. */
const plainWords = (words: string) =>
  words
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll('`', "'")
    .replaceAll(/[\\\s]+/g, ' ')
    .replaceAll(/[*_~<&]/g, '\\$&')
    .trim()

/**
 * Returns the files of a photo for the preview, before a build has made renditions, in the size
 * that the build will use.
 */
export function photoFiles({ image_url, width = 1, height = 1, srcset = [] }: Photo): PictureFiles {
  const shown = Math.min(width, Math.max(...pictureWidths))
  const url = srcset.find((file) => file.width >= shown)?.url ?? image_url
  return {
    width: shown,
    height: Math.round((height * shown) / width),
    files: [{ name: url.replace(/^\//, ''), ending: 'jpg', width: shown }],
  }
}
