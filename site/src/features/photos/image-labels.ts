import type { ImageRecord } from '../../api/types'

export const titleOf = ({ title }: ImageRecord) => title || 'No Title'

export const galleryNameOf = ({ gallery_name }: ImageRecord) => gallery_name || 'Unassigned'
