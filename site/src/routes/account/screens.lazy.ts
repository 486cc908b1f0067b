/** The screens of whoever wants to sign in, and the first one of whoever has. */
import { innerScreen } from '../../lib/lazy-screen'

export { default as AppLogin } from './app-login'
export { default as ConfirmEmail } from './confirm-email'
export { default as ForgotPassword } from './forgot-password'
export { default as Login } from './login'
export { default as LoginFailed } from './login-failed'
export { default as Register } from './register'
export { default as ResetPassword } from './reset-password'
export { default as Welcome } from './welcome'

export const Profile = innerScreen(() => import('../../features/profile/profile-screen.lazy'))
