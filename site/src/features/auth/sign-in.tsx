import { useState, type ReactNode } from 'react'
import { AccountHead } from './account-head'
import { LoginForm } from './login-form'
import { SecondFactorForm, type FirstStep } from './second-factor-form'

interface SignInProps {
  /** The line below the title. */
  about: string
  /** Why the visitor was led here; shown until the first attempt. */
  notice?: ReactNode
  onSignedIn: () => void
  /** Below the form. */
  children: ReactNode
}

/** The forms of a sign-in, one after the other. */
export function SignIn({ about, notice, onSignedIn, children }: SignInProps) {
  const [first, setFirst] = useState<FirstStep | null>(null)
  const [expired, setExpired] = useState('')
  if (first) {
    return (
      <>
        <AccountHead title="One more step">Your password is correct.</AccountHead>
        <SecondFactorForm
          first={first}
          onSignedIn={onSignedIn}
          onCancel={(why = '') => {
            setFirst(null)
            setExpired(why)
          }}
        />
      </>
    )
  }
  return (
    <>
      <AccountHead title="Sign in">{about}</AccountHead>
      <LoginForm notice={notice} expired={expired} onSignedIn={onSignedIn} onSecondFactor={setFirst} />
      {children}
    </>
  )
}
