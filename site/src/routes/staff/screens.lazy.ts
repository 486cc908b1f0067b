/* The staff's screens. The smaller ones come in one file, and only that file names those of the others. */
import { innerScreen } from '../../lib/lazy-screen'

export { default as Dashboard } from '../../features/dashboard/dashboard-screen.lazy'
export { default as Galleries } from '../../features/photos/galleries/gallery-management.lazy'
export { default as GalleryOrder } from '../../features/photos/galleries/gallery-order.lazy'
export { default as Trash } from '../../features/trash/trash.lazy'
export { default as Content } from '../../features/content/content.lazy'

export const Admin = innerScreen(() => import('../../features/admin/admin.lazy'))
export const Documents = innerScreen(() => import('../../features/documents/document-management.lazy'))
export const Photos = innerScreen(() => import('../../features/photos/photo-management.lazy'))
