import { readFile, realpath } from 'node:fs/promises'
import { basename, extname, join, sep } from 'node:path'
import type { PictureReference } from '../content/markdown.ts'
import { slugify } from '../lib/slugify.ts'
import type { OutputFile } from '../build/output-files.ts'
import { outsideFolder, pictureOf, type PictureFiles, type PictureProblem } from './picture-markup.ts'
import { makeVariants, variantName } from './variants.ts'

/** A picture of the content folder, ready to be shown. */
export interface ContentPicture {
  /** The original, by its path in the content folder. */
  path: string
  files: OutputFile[]
  shownBy: PictureFiles
}

/** Finds and makes the pictures of the content folder, each once. */
export function pictureReader(root: string, cache: string) {
  const known = new Map<string, Promise<ContentPicture | PictureProblem>>()
  /** The picture to which the file `from`, by its path in the content folder, refers. */
  return async (reference: PictureReference, from: string) => {
    const path = pictureOf(reference, from)
    if (typeof path !== 'string') return path
    const made = known.get(path) ?? makePicture(root, path, reference.address, cache)
    known.set(path, made)
    return made
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
  const files = made.variants.map((variant) => ({ ...variant, name: variantName(slug, variant) }))
  return {
    path,
    files: files.map(({ name, content }) => ({ name, content })),
    shownBy: {
      width: made.width,
      height: made.height,
      files: files.map(({ name, ending, width }) => ({ name, ending, width })),
    },
  }
}

const missingFile = (address: string, path: string): PictureProblem => ({
  message: `The picture "${address}" is missing: the folder has no file ${path}`,
  hint: 'Put it there, or correct the address, which begins at the folder of this text.',
})
const unknownFormat = (address: string): PictureProblem => ({
  message: `The picture "${address}" is of no kind that can be read`,
  hint: 'Save it as JPEG, PNG, WebP or AVIF.',
})
