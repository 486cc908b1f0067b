import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { ApiError, isRecord } from '../../api/api-error'
import { getFactors, reauthenticateByPasskey } from '../../api/factors'
import { reauthenticateByPassword } from '../../api/profile'
import { queryKeys } from '../../api/query-keys'
import type { User } from '../../api/types'
import { ReauthenticationContext } from '../../lib/reauthentication'
import { isNamed } from '../../lib/webauthn'
import { Dialog } from '../../ui/dialog'
import { SubmitAnswers } from '../../ui/submit-answers'
import { formTexts, ActionForm } from '../../ui/form'
import { requireFields } from '../../ui/form-errors'
import { PasskeyButton } from '../../ui/passkey-button'
import { PasswordField } from '../../ui/field'
import { Stack } from '../../ui/layout'
import { useAuth } from './use-auth'

type Answer = (authenticated: boolean) => void

/** Asks the user to authenticate for the calls that components below make through `useReauthentication`. */
export function Reauthentication({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  const { pathname } = useLocation()
  const [waiting, setWaiting] = useState<readonly Answer[]>([])

  async function withReauthentication<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      if (!needsReauthentication(error)) throw error
      const authenticated = await new Promise<boolean>((resolve) =>
        setWaiting((others) => [...others, resolve]),
      )
      if (!authenticated) throw error
      return call()
    }
  }

  const answer = (authenticated: boolean) => {
    setWaiting([])
    for (const resolve of waiting) resolve(authenticated)
  }
  const cancel = useEffectEvent(() => answer(false))
  useEffect(() => () => cancel(), [pathname])
  return (
    <ReauthenticationContext value={withReauthentication}>
      {children}
      {user && waiting.length > 0 && <ReauthenticationDialog user={user} answer={answer} />}
    </ReauthenticationContext>
  )
}

const needsReauthentication = (error: unknown) =>
  error instanceof ApiError && isRecord(error.data) && error.data.code === 'reauthentication_required'

function ReauthenticationDialog({ user, answer }: { user: User; answer: Answer }) {
  const id = useId()
  const { data: factors } = useQuery({ queryKey: queryKeys.factors, queryFn: getFactors })
  return (
    <Dialog
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}why`}
      padded
      onClose={() => answer(false)}
    >
      <h2 id={id}>Confirm it's you</h2>
      <p id={`${id}why`}>
        This protects your account on a device left unattended. It's valid for ten minutes.
      </p>
      {factors?.passkeys.length && isNamed() ? (
        <Stack>
          <PasskeyButton onUse={() => reauthenticateByPasskey().then(() => answer(true))}>
            Use a passkey
          </PasskeyButton>
        </Stack>
      ) : null}
      <ActionForm
        check={(data) => requireFields(formTexts(data, 'password'))}
        send={async (data) => {
          await reauthenticateByPassword(formTexts(data, 'password').password)
          answer(true)
          return ''
        }}
        failure="Your password could not be checked. Please try again."
      >
        <input type="text" name="username" autoComplete="username" defaultValue={user.email} hidden />
        <PasswordField name="password" label="Your password" autoComplete="current-password" />
        <SubmitAnswers action="Confirm" busy="Confirming..." onCancel={() => answer(false)} />
      </ActionForm>
    </Dialog>
  )
}
