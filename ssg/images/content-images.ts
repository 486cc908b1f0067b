import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { PhotoReader } from '../fetch/photos.ts'
import type { OutputFile } from '../lib/output-file.ts'
import type { UsedImage } from '../model/compile.ts'
import type { Problem } from '../model/diagnostics.ts'
import { missingFile, missingPhoto, photoId, type ImageFiles } from '../model/images.ts'
import { slugify } from '../model/slugify.ts'
import { makeVariants, variantName } from './variants.ts'

/** An image of the content folder with its renditions. */
export interface ContentImage {
  path: string
  files: OutputFile[]
  shownBy: ImageFiles
}

/**
 * Returns a function that makes an image's renditions. `all` maps paths in the content folder to
 * files; `photos` reads the photo library.
 */
export function imageReader(all: ReadonlyMap<string, string>, cache: string, photos?: PhotoReader) {
  const readOriginal = async ({ path, address }: UsedImage): Promise<Buffer | Problem> => {
    const file = all.get(path)
    if (file !== undefined) return (await readFile(file).catch(() => undefined)) ?? missingFile(address, path)
    const id = photoId(path)
    if (id === undefined) return missingFile(address, path)
    if (!photos) return { ...missingFile(address, path), hint: unasked }
    try {
      return (await photos.read(id)) ?? missingPhoto(address)
    } catch (error) {
      return unreachedPhoto(address, error instanceof Error ? error.message : String(error))
    }
  }
  return async (image: UsedImage): Promise<ContentImage | Problem> => {
    const original = await readOriginal(image)
    return 'message' in original ? original : makeRenditions(image, original, cache)
  }
}

async function makeRenditions(
  { path, address }: UsedImage,
  original: Buffer,
  cache: string,
): Promise<ContentImage | Problem> {
  const made = await makeVariants(original, cache)
  if (made === 'unknown kind') return unknownFormat(address)
  if (made === 'damaged') return damagedFile(address)
  const { width, height } = made
  const slug = slugify(basename(path, extname(path))) || 'image'
  const files = made.variants.map((variant) => ({ ...variant, name: variantName(slug, variant) }))
  return {
    path,
    files: files.map(({ name, content }) => ({ name, content })),
    shownBy: { width, height, files: files.map(({ name, ending, width }) => ({ name, ending, width })) },
  }
}

const unasked =
  'If it is one of the photos, give the build BUILD_TOKEN, or put it there by "portfolio content export content".'
const unreachedPhoto = (address: string, reason: string): Problem => ({
  message: `The image "${address}" is one of the photos, and the server could not be asked for it (${reason})`,
  hint: 'Build again when it answers.',
})
const unknownFormat = (address: string): Problem => ({
  message: `The image "${address}" is of no kind that can be read`,
  hint: 'Save it as JPEG, PNG, WebP or AVIF.',
})
const damagedFile = (address: string): Problem => ({
  message: `The image "${address}" is damaged or cut off`,
  hint: 'Copy it again from the camera or phone, or export it again.',
})
