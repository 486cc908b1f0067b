import { useQuery } from '@tanstack/react-query'
import { createContext, use, useId, useState, type ReactNode } from 'react'
import { ApiError, isRecord } from '../api/api-error'
import { getFactors, proveByPasskey } from '../api/factors'
import { proveByPassword } from '../api/profile'
import { queryKeys } from '../api/query-keys'
import type { User } from '../api/types'
import { isNamed } from '../lib/webauthn'
import { Button } from './button'
import { Answers, Dialog } from './dialog'
import { formTexts, SubmitButton, ActionForm } from './form'
import { requireFields } from './form-errors'
import { PasskeyButton } from './passkey-button'
import { PasswordField } from './field'
import { Stack } from './layout'

type Answer = (proved: boolean) => void
type WithFreshProof = <T>(call: () => Promise<T>) => Promise<T>

const FreshProofContext = createContext<WithFreshProof>((call) => call())

/**
 * Answers a function that makes a call and, if the API requires recent authentication, asks for it and calls again. It
 * throws the refusal if the visitor cancels.
 */
export const useFreshProof = () => use(FreshProofContext)

/** Asks `user` to authenticate for the calls that components below make through `useFreshProof`. */
export function FreshProof({ user, children }: { user: User; children: ReactNode }) {
  const [waiting, setWaiting] = useState<readonly Answer[]>([])

  async function withFreshProof<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      if (!needsFreshProof(error)) throw error
      const proved = await new Promise<boolean>((resolve) => setWaiting((others) => [...others, resolve]))
      if (!proved) throw error
      return call()
    }
  }

  const answer = (proved: boolean) => {
    setWaiting([])
    for (const resolve of waiting) resolve(proved)
  }
  return (
    <FreshProofContext value={withFreshProof}>
      {children}
      {waiting.length > 0 && <ProofDialog user={user} answer={answer} />}
    </FreshProofContext>
  )
}

const needsFreshProof = (error: unknown) =>
  error instanceof ApiError && isRecord(error.data) && error.data.code === 'fresh_proof_required'

function ProofDialog({ user, answer }: { user: User; answer: Answer }) {
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
          <PasskeyButton onUse={() => proveByPasskey().then(() => answer(true))}>Use a passkey</PasskeyButton>
        </Stack>
      ) : null}
      <ActionForm
        check={(data) => requireFields(formTexts(data, 'password'))}
        send={async (data) => {
          await proveByPassword(formTexts(data, 'password').password)
          answer(true)
          return ''
        }}
        failure="Your password could not be checked. Please try again."
      >
        <input type="text" name="username" autoComplete="username" defaultValue={user.email} hidden />
        <PasswordField name="password" label="Your password" autoComplete="current-password" />
        <Answers>
          <Button onClick={() => answer(false)}>Cancel</Button>
          <SubmitButton variant="primary" busy="Confirming...">
            Confirm
          </SubmitButton>
        </Answers>
      </ActionForm>
    </Dialog>
  )
}
