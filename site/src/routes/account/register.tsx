import { useLocation, useNavigate } from 'react-router-dom'
import { AuthFooter } from '../../features/auth/auth-footer'
import { RegisterForm } from '../../features/auth/register-form'
import { AccountHead } from '../../layouts/account-head'

export default function Register() {
  const navigate = useNavigate()
  // Where the visitor wanted to go before it turned out that they need an account.
  const state: unknown = useLocation().state
  return (
    <>
      <AccountHead title="Register">An account of your own, in a minute.</AccountHead>
      <RegisterForm onRegistered={() => void navigate('/login?registrationSuccess=true', { state })} />
      <AuthFooter question="Already registered?" to="/login" state={state}>
        Sign in
      </AuthFooter>
    </>
  )
}
