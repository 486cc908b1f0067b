import type { ImageRecord } from '../../api/types'

/** What a picture is called where it has no title. */
export const titleOf = ({ title }: ImageRecord) => title || 'No Title'

/** Whether a picture is in a gallery. */
export const isInGallery = (image: ImageRecord): image is ImageRecord & { gallery: number } =>
  typeof image.gallery === 'number'

/** What stands for the gallery of a picture. */
export const galleryOf = ({ gallery_name }: ImageRecord) => gallery_name || 'Unassigned'
