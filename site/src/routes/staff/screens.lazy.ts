/* The staff's smaller screens, which come in one file. */
export { default as Galleries } from '../../features/photos/galleries/gallery-management.lazy'
export { default as GalleryOrder } from '../../features/photos/galleries/gallery-order.lazy'
export { default as SimilarPictures } from '../../features/photos/similar/similar-pictures.lazy'
export { default as Trash } from '../../features/trash/trash.lazy'
export { default as Words } from './words'
