import { AuthFooter } from '../../features/auth/auth-footer'
import { ForgotForm } from '../../features/auth/forgot-form'
import { AccountHead } from '../../ui/account-head'

export default function ForgotPassword() {
  return (
    <>
      <AccountHead title="Forgot your password?">
        We send you a link for a new one, good for an hour.
      </AccountHead>
      <ForgotForm />
      <AuthFooter question="It came back to you?" to="/signin">
        Sign in
      </AuthFooter>
    </>
  )
}
