import { GalleryManagement } from '../../features/photos/galleries/gallery-management'

export default function Galleries() {
  return <GalleryManagement />
}
