import { frontPageSlug } from '../../api/front-page'
import type { Gallery } from '../../api/types'

export function frontPageGallery(galleries: readonly Gallery[]): Gallery | undefined {
  return galleries.find(({ slug }) => slug === frontPageSlug)
}
