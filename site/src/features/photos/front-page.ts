import type { Gallery, ImageRecord } from '../../api/types'

/** The gallery whose pictures the front page shows. */
export const frontPageSlug = 'page-logos'

export function frontPageGallery(galleries: readonly Gallery[]): Gallery | undefined {
  return galleries.find(({ slug }) => slug === frontPageSlug)
}

/** The pictures on the front page, in the order in which it shows them: `images` come newest first. */
export function frontPageImages(
  galleries: readonly Gallery[],
  images: readonly ImageRecord[],
): readonly ImageRecord[] {
  const gallery = frontPageGallery(galleries)
  return gallery ? images.filter((image) => image.gallery === gallery.id).reverse() : []
}
