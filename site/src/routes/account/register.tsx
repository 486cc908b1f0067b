import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isRegistrationOpen } from '../../api/accounts'
import { AuthFooter } from '../../features/auth/auth-footer'
import { RegisterForm } from '../../features/auth/register-form'
import { AccountHead } from '../../ui/account-head'

export default function Register() {
  const navigate = useNavigate()
  const [open, setOpen] = useState(true)
  useEffect(() => void isRegistrationOpen().then(setOpen), [])
  // Where the visitor wanted to go before it turned out that they need an account.
  const state: unknown = useLocation().state
  return (
    <>
      <AccountHead title="Register">
        {open ? 'An account of your own, in a minute.' : 'Registration is closed on this site.'}
      </AccountHead>
      {open ? (
        <RegisterForm onRegistered={() => void navigate('/login?registrationSuccess=true', { state })} />
      ) : (
        <p role="status">Only the owner of the site makes new accounts. Ask for one if you need it.</p>
      )}
      <AuthFooter question="Already registered?" to="/login" state={state}>
        Sign in
      </AuthFooter>
    </>
  )
}
