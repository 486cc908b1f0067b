import { frontPageSlug } from '../../api/front-page'
import type { Gallery, ImageRecord } from '../../api/types'

export const galleryNameOf = ({ gallery_name }: ImageRecord) => gallery_name || 'Unassigned'

/** Adds the slug to the name of each gallery that shares its name with another one. */
export function withDistinctNames(galleries: readonly Gallery[]): readonly Gallery[] {
  const names = galleries.map(({ name }) => name)
  return galleries.map((gallery) => {
    const { name, slug } = gallery
    const alone = names.indexOf(name) === names.lastIndexOf(name)
    return alone ? gallery : { ...gallery, name: `${name} (${slug})` }
  })
}

/** A sentence that says where visitors see the image; undefined if they do not see it. */
export function whereShown(
  image: ImageRecord,
  galleries: readonly Gallery[] | undefined,
): string | undefined {
  const gallery = galleries?.find(({ id }) => id === image.gallery)
  if (gallery?.slug !== frontPageSlug)
    return gallery?.shown ? `Visitors see this photo at /gallery/${gallery.slug}.` : undefined
  const only =
    gallery.image_count === 1 && ' It is the only one there: without it, the banner shows initials.'
  return `The round banner on the home page shows this photo.${only || ''}`
}
