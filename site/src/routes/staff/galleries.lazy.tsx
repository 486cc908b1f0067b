export { GalleryManagement as default } from '../../features/photos/galleries/gallery-management'
