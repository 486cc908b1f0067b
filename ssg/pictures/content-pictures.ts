import { readFile, realpath } from 'node:fs/promises'
import { basename, dirname, extname, join, sep } from 'node:path'
import { attribute } from '../lib/escape.ts'
import type { PictureReference } from '../content/markdown.ts'
import type { Diagnostic } from '../lib/diagnostics.ts'
import { slugify } from '../lib/slugify.ts'
import type { OutputFile } from '../build/output-files.ts'
import { makeVariants, variantName, type Variant, type Variants } from './variants.ts'

/** A picture of the content folder, ready to be shown. */
export interface ContentPicture {
  /** The original, by its path in the content folder. */
  path: string
  files: OutputFile[]
  /** `eager` is for a picture that a visitor may see without scrolling. */
  markup: (alt: string, eager: boolean) => string
}

/** A diagnostic without its place. */
export type PictureProblem = Pick<Diagnostic, 'message' | 'hint'>

/** Finds and makes the pictures of the content folder, each once. */
export function pictureReader(root: string, cache: string) {
  const known = new Map<string, Promise<ContentPicture | PictureProblem>>()
  /** The picture to which the file `from`, by its path in the content folder, refers. */
  return async ({ address, alt }: PictureReference, from: string) => {
    if (alt === '') return missingAlt(address)
    const path = pathOf(address, from)
    if (path === undefined) return outsideFolder(address)
    const made = known.get(path) ?? makePicture(root, path, address, cache)
    known.set(path, made)
    return made
  }
}

/** The path below the content folder that an address means, or undefined when it leads out of it. */
function pathOf(address: string, from: string): string | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/)/i.test(address)) return undefined
  const path = join(dirname(from), decode(address)).replaceAll('\\', '/')
  return path.startsWith('../') ? undefined : path
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

async function makePicture(
  root: string,
  path: string,
  address: string,
  cache: string,
): Promise<ContentPicture | PictureProblem> {
  const file = await realpath(join(root, path)).catch(() => undefined)
  if (file === undefined) return missingFile(address, path)
  // A symbolic link may lead out of the folder.
  if (!file.startsWith((await realpath(root)) + sep)) return outsideFolder(address)
  const original = await readFile(file).catch(() => undefined)
  if (!original) return missingFile(address, path)
  const made = await makeVariants(original, cache).catch(() => undefined)
  if (!made) return unknownFormat(address)
  const slug = slugify(basename(path, extname(path))) || 'picture'
  return {
    path,
    files: made.variants.map((variant) => ({ name: variantName(slug, variant), content: variant.content })),
    markup: (alt, eager) => markup(made, slug, alt, eager),
  }
}

/** The column of a text is 40rem wide, and on narrow screens as wide as they are less their margins. */
const sizes = '(min-width:42.5rem) 40rem, calc(100vw - 2.5rem)'

function markup({ width, height, variants }: Variants, slug: string, alt: string, eager: boolean): string {
  const address = (variant: Variant) => `/${variantName(slug, variant)}`
  const source = (ending: Variant['ending']) => {
    const set = variants
      .filter((variant) => variant.ending === ending)
      .map((variant) => `${address(variant)} ${variant.width}w`)
    return `<source type="image/${ending}" srcset="${set.join(', ')}" sizes="${sizes}">`
  }
  const plain = variants.find(({ ending }) => ending === 'jpg' || ending === 'png')
  if (!plain) throw new Error('A picture has no format that every browser knows.')
  const loading = eager ? '' : ' loading="lazy" decoding="async"'
  const image = `<img src="${address(plain)}" width="${width}" height="${height}" alt="${attribute(alt)}"${loading}>`
  return `<picture>${source('avif')}${source('webp')}${image}</picture>`
}

const missingAlt = (address: string): PictureProblem => ({
  message: `The picture "${address}" has no words that stand for it`,
  hint: `Say between the brackets what it shows: ![A crane at dawn](${address}).`,
})
const missingFile = (address: string, path: string): PictureProblem => ({
  message: `The picture "${address}" is missing: the folder has no file ${path}`,
  hint: 'Put it there, or correct the address, which begins at the folder of this text.',
})
const outsideFolder = (address: string): PictureProblem => ({
  message: `The picture "${address}" lies outside this folder`,
  hint: 'Copy it beside the text, and write its name.',
})
const unknownFormat = (address: string): PictureProblem => ({
  message: `The picture "${address}" is of no kind that can be read`,
  hint: 'Save it as JPEG, PNG, WebP or AVIF.',
})
