import { attribute } from '../lib/escape.ts'
import type { PictureReference } from '../content/markdown.ts'
import type { Problem } from '../lib/diagnostics.ts'

/** The files of an image. */
export interface PictureFiles {
  /** Upright, and no wider than a column needs. */
  width: number
  height: number
  files: { name: string; ending: 'avif' | 'webp' | 'jpg' | 'png'; width: number }[]
}

/** Returns the path of the image that the file at `from` refers to, or the reference's error. */
export function pictureOf({ address, alt }: PictureReference, from: string): string | Problem {
  if (alt === '') return missingAlt(address)
  return pathOf(address, from) ?? outsideFolder(address)
}

/** Returns the path of an address below the content folder, or undefined if it leads out of it. */
function pathOf(address: string, from: string): string | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/)/i.test(address)) return undefined
  const path: string[] = []
  for (const step of [...from.split('/').slice(0, -1), ...decode(address).split(/[\\/]/)]) {
    if (step === '' || step === '.') continue
    if (step !== '..') path.push(step)
    else if (path.pop() === undefined) return undefined
  }
  return path.join('/').normalize('NFC')
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/**
 * The widths of renditions: for the column on a phone, on a screen, on a screen with twice the
 * pixels.
 */
export const pictureWidths = [400, 800, 1280]
/** The column is 40rem wide, and on narrow screens the screen's width without margins. */
const sizes = '(min-width:42.5rem) 40rem, calc(100vw - 2.5rem)'

/** Returns an image's markup. `eager` is for one that may be visible without scrolling. */
export function pictureMarkup({ width, height, files }: PictureFiles, alt: string, eager: boolean): string {
  const source = (ending: 'avif' | 'webp') => {
    const set = files.filter((file) => file.ending === ending).map(({ name, width }) => `/${name} ${width}w`)
    if (set.length === 0) return ''
    return `<source type="image/${ending}" srcset="${set.join(', ')}" sizes="${sizes}">`
  }
  const plain = files.find(({ ending }) => ending === 'jpg' || ending === 'png')
  if (!plain) throw new Error('A picture has no format that every browser knows.')
  const loading = eager ? '' : ' loading="lazy" decoding="async"'
  const image = `<img src="/${plain.name}" width="${width}" height="${height}" alt="${attribute(alt)}"${loading}>`
  return `<picture>${source('avif')}${source('webp')}${image}</picture>`
}

const missingAlt = (address: string): Problem => ({
  message: `The picture "${address}" has no words that stand for it`,
  hint: `Say between the brackets what it shows: ![A crane at dawn](${address}).`,
})
/** The error for an image that is not in the content folder. */
export const missingFile = (address: string, path: string): Problem => ({
  message: `The picture "${address}" is missing: the folder has no file ${path}`,
  hint: 'Put it there, or correct the address, which begins at the folder of this text.',
})
/** The error for an image outside the content folder. */
const outsideFolder = (address: string): Problem => ({
  message: `The picture "${address}" lies outside this folder`,
  hint: 'Copy it beside the text, and write its name.',
})
