import { PhotoManagement } from '../../features/photos/photo-management'

export default function Photos() {
  return <PhotoManagement />
}
