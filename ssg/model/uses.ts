import { pageOf } from './addresses.ts'
import { compile, imagesIn } from './compile.ts'
import type { Entry } from './entry.ts'
import { kindModels } from './fields.ts'
import { isOfGalleries, type Gallery } from './galleries.ts'
import { isTakenAway, missingPhoto, photoId } from './images.ts'
import { siteLink } from './links.ts'

/** The ids of photos, or the slug of a gallery. */
export type Named = { photos: ReadonlySet<number> } | { gallery: string }

/** Whether a file shows one of the photos or links to it, or links to the gallery or a photo of it. */
export function names(entry: Entry, named: Named): boolean {
  const linked = entry.body.links.flatMap(({ address }) => siteLink(address, pageOf(entry.path) ?? '/') ?? [])
  const ofGalleries = linked.filter(({ path }) => isOfGalleries(path))
  if ('gallery' in named)
    return ofGalleries.some(({ path }) => path.toLowerCase().split('/')[2] === named.gallery)
  const shown = imagesIn([entry]).map(({ path }) => photoId(path))
  const photos = ofGalleries.map(({ fragment }) => Number(/^photo-(\d+)$/.exec(fragment)?.[1]))
  return [...shown, ...photos].some((id) => id !== undefined && named.photos.has(id))
}

/** The title of an entry; the name of its kind for a file without entries beside it. */
export function entryTitle({ path, kind, fields }: Entry): string {
  if (path === 'site.md') return 'You'
  if (kind !== undefined && kind === path) return kindModels[kind].title
  return typeof fields?.['title'] === 'string' ? fields['title'] : path
}

/** The files that name photos or galleries that were taken away. `missing` has the paths of missing images. */
export function namingTakenAway(
  entries: readonly Entry[],
  galleries: readonly Gallery[],
  missing: ReadonlySet<string>,
): Entry[] {
  const { advice } = compile(entries, {
    galleries,
    imageOf: (path, address) =>
      missing.has(path) && photoId(path) !== undefined ? missingPhoto(address) : undefined,
  })
  const paths = new Set(advice.filter(isTakenAway).map(({ path }) => path))
  return entries.filter(({ path }) => paths.has(path))
}
