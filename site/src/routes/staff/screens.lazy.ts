/* The staff's screens. The smaller ones come in one file, and only that file names those of the others. */
import { lazyScreen } from '../../lib/lazy-screen'

export { default as Dashboard } from '../../features/dashboard/dashboard-screen.lazy'
export { default as Galleries } from '../../features/photos/galleries/gallery-management.lazy'
export { default as GalleryOrder } from '../../features/photos/galleries/gallery-order.lazy'
export { default as Trash } from '../../features/trash/trash.lazy'
export { default as Words } from './words'

export const Admin = lazyScreen(() => import('../../features/admin/admin.lazy')).Screen
export const Documents = lazyScreen(() => import('../../features/documents/document-management.lazy')).Screen
export const Photos = lazyScreen(() => import('../../features/photos/photo-management.lazy')).Screen
