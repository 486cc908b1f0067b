export { PhotoManagement as default } from '../../features/photos/photo-management'
