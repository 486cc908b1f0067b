/* The staff's smaller screens in one file. Every public page lists the files of the others. */
export { default as Admin } from '../../features/admin/admin.lazy'
export { default as Dashboard } from '../../features/dashboard/dashboard-screen.lazy'
export { default as Galleries } from '../../features/photos/galleries/gallery-management.lazy'
export { default as GalleryOrder } from '../../features/photos/galleries/gallery-order.lazy'
export { default as Trash } from '../../features/trash/trash.lazy'
export { default as Words } from './words'
