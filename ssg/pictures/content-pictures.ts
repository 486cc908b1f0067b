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
export interface ContentPicture {
  path: string
  files: OutputFile[]
  shownBy: ImageFiles
}

/**
 * Returns a function that makes an image's renditions, each image once. `all` maps paths in the
 * content folder to files; `photos` reads the photo library.
 */
export function pictureReader(all: ReadonlyMap<string, string>, cache: string, photos?: PhotoReader) {
  const known = new Map<string, Promise<ContentPicture | Problem>>()
  return async ({ path, address }: UsedImage) => {
    const made = known.get(path) ?? makePicture(all, path, address, cache, photos)
    known.set(path, made)
    return made
  }
}

async function makePicture(
  all: ReadonlyMap<string, string>,
  path: string,
  address: string,
  cache: string,
  photos: PhotoReader | undefined,
): Promise<ContentPicture | Problem> {
  const original = await readOriginal(all, path, address, photos)
  if ('message' in original) return original
  const made = await makeVariants(original, cache)
  if (made === 'unknown kind') return unknownFormat(address)
  if (made === 'damaged') return damagedFile(address)
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

async function readOriginal(
  all: ReadonlyMap<string, string>,
  path: string,
  address: string,
  photos: PhotoReader | undefined,
): Promise<Buffer | Problem> {
  const file = all.get(path)
  if (file === undefined) return readPhoto(path, address, photos)
  return (await readFile(file).catch(() => undefined)) ?? missingFile(address, path)
}

async function readPhoto(
  path: string,
  address: string,
  photos: PhotoReader | undefined,
): Promise<Buffer | Problem> {
  const id = photoId(path)
  if (id === undefined) return missingFile(address, path)
  if (!photos) return { ...missingFile(address, path), hint: unasked }
  try {
    return (await photos.read(id)) ?? missingPhoto(address)
  } catch (error) {
    return unreachedPhoto(address, error instanceof Error ? error.message : String(error))
  }
}

const unasked =
  'If it is one of the photos, give the build BUILD_TOKEN, or put it there by "portfolio content export content".'
const unreachedPhoto = (address: string, reason: string): Problem => ({
  message: `The picture "${address}" is one of the photos, and the server could not be asked for it (${reason})`,
  hint: 'Build again when it answers.',
})
const unknownFormat = (address: string): Problem => ({
  message: `The picture "${address}" is of no kind that can be read`,
  hint: 'Save it as JPEG, PNG, WebP or AVIF.',
})
const damagedFile = (address: string): Problem => ({
  message: `The picture "${address}" is damaged or cut off`,
  hint: 'Copy it again from the camera or phone, or export it again.',
})
