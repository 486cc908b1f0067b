import type { Problem } from './diagnostics.ts'
import { attribute, text } from './escape.ts'
import { splitLanguage } from './kinds.ts'
import { decode } from './links.ts'
import type { ImageReference } from './markdown.ts'
import { slugify } from './slugify.ts'

/** The files that show an image. */
export interface ImageFiles {
  /** Upright, and no wider than a column needs. */
  width: number
  height: number
  files: { name: string; ending: 'avif' | 'webp' | 'jpg' | 'png'; width: number }[]
}

/** The path of an image in the file at `from`, or the problem with the reference. */
export function imagePath(
  { address, alt }: Pick<ImageReference, 'address' | 'alt'>,
  from: string,
): string | Problem {
  if (alt === '') return missingAlt(address)
  // A translation shows the images of its original.
  return resolve(address, splitLanguage(from).path) ?? outsideFolder(address)
}

/** Undefined if the address leads out of the content folder. */
function resolve(address: string, from: string): string | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/)/i.test(address)) return undefined
  const path: string[] = []
  for (const step of [...from.split('/').slice(0, -1), ...decode(address).split(/[\\/]/)]) {
    if (step === '' || step === '.') continue
    if (step !== '..') path.push(step)
    else if (path.pop() === undefined) return undefined
  }
  return path.join('/').normalize('NFC')
}

/** Widths of the files of a wide image: the column on a phone, on a screen, on a sharp screen. */
export const imageWidths = [400, 800, 1280]
/** A column of text is 40rem wide, and on narrow screens as wide as the screen less its margins. */
const sizes = '(min-width:42.5rem) 40rem, calc(100vw - 2.5rem)'

/** The markup of an image; `eager` is for one that a visitor may see without scrolling. */
export function imageMarkup({ width, height, files }: ImageFiles, alt: string, eager: boolean): string {
  const source = (ending: 'avif' | 'webp') => {
    const set = files.filter((file) => file.ending === ending)
    if (set.length === 0) return ''
    return `<source type="image/${ending}" srcset="${srcSetOf(set)}" sizes="${sizes}">`
  }
  const loading = eager ? '' : ' loading="lazy" decoding="async"'
  // The server has no other formats of its photos.
  const plain = files.filter(({ ending }) => ending === 'jpg' || ending === 'png')
  const set = plain[1] ? ` srcset="${srcSetOf(plain)}" sizes="${sizes}"` : ''
  const image = `<img src="/${plainFile(files).name}"${set} width="${width}" height="${height}" alt="${attribute(alt)}"${loading}>`
  return `<picture>${source('avif')}${source('webp')}${image}</picture>`
}

const srcSetOf = (files: ImageFiles['files']) =>
  files.map(({ name, width }) => `/${name} ${width}w`).join(', ')

/** The file of an image that every program can show: the first, which is no wider than a column needs. */
export function plainFile(files: ImageFiles['files']): ImageFiles['files'][number] {
  const plain = files.find(({ ending }) => ending === 'jpg' || ending === 'png')
  if (!plain) throw new Error('An image has no format that every browser knows.')
  return plain
}

/** The markup of an image for readers elsewhere; without files its alternative text. */
export function plainImage(image: ImageFiles | undefined, alt: string, site: string): string {
  if (!image) return text(alt)
  const { width, height, files } = image
  return `<img src="${attribute(`${site}/${plainFile(files).name}`)}" width="${width}" height="${height}" alt="${attribute(alt)}">`
}

const photoFile = /^photos\/[a-z0-9]+(?:-[a-z0-9]+)*-([1-9][0-9]{0,14})\.[a-z0-9]+$/

/** The id of the library's photo at `path`, `photos/<slug>-<id>.<ending>`; undefined for other files. */
export function photoId(path: string): number | undefined {
  const id = photoFile.exec(path)?.[1]
  return id === undefined ? undefined : Number(id)
}

export interface Photo {
  id: number
  title?: string
  image_url: string
  width?: number
  height?: number
  srcset?: readonly { url: string; width: number }[]
}

/** The markdown that shows a photo in the file at `from`. */
export const photoMarkdown = (photo: Photo, alt: string, from: string): string =>
  `![${escapeAlt(alt)}](${photoAddress(photo, from)})`

/** The address of a photo in the file at `from`. `photoId` reads the id from it. */
export function photoAddress({ id, title = '', image_url }: Photo, from: string): string {
  const slug = slugify(title).slice(0, 60).replace(/-$/, '') || 'photo'
  const ending = /\.([a-z0-9]+)$/.exec(image_url)?.[1] ?? 'jpg'
  const up = '../'.repeat(splitLanguage(from).path.split('/').length - 1)
  return `${up}photos/${slug}-${id}.${ending}`
}

const escapeAlt = (alt: string) =>
  alt
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll('`', "'")
    .replaceAll(/[\\\s]+/g, ' ')
    .replaceAll(/[*_~<&]/g, '\\$&')
    .trim()

/** The library's files that show a photo, first the one that is as wide as a build would make it. */
export function photoFiles({ image_url, width = 1, height = 1, srcset = [] }: Photo): ImageFiles {
  const shown = Math.min(width, Math.max(...imageWidths))
  const fit = srcset.find((file) => file.width >= shown) ?? { url: image_url, width: shown }
  return {
    width: shown,
    height: Math.round((height * shown) / width),
    files: [fit, ...srcset.filter((file) => file !== fit)].map(({ url, width }) => ({
      name: url.replace(/^\//, ''),
      ending: 'jpg',
      width,
    })),
  }
}

const missingAlt = (address: string): Problem => ({
  message: `The image "${address}" has no alternative text`,
  hint: `Describe it between the brackets: ![A crane at dawn](${address}).`,
})
const outsideFolder = (address: string): Problem => ({
  message: `The image "${address}" is outside the content folder`,
  hint: 'Copy it beside the text, and write its name.',
})
export const missingFile = (address: string, path: string): Problem => ({
  message: `The image "${address}" is missing: the folder has no file ${path}`,
  hint: 'Put it there, or correct the address, which begins at the folder of this text.',
})
export const missingPhoto = (address: string): Problem & { takenAway: true } => ({
  message: `The image "${address}" is missing: the photos have none of this number`,
  hint: 'Visitors read its alternative text. Choose another image, or restore this one from the trash.',
  takenAway: true,
})

/** Whether the problem is a photo or a gallery that was taken away, which is only advice. */
export const isTakenAway = (problem: Problem): boolean => 'takenAway' in problem
