import { ProfileScreen } from '../../features/profile/profile-screen'

export default ProfileScreen
