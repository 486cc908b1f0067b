import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useSyncExternalStore } from 'react'
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

let waiting: Answer | null = null
const listeners = new Set<() => void>()

function show(next: Answer | null): void {
  waiting = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Makes `call`. Where the API wants a fresh proof first, the visitor is asked for it, and `call` is made once more. Without
 * it the refusal is thrown.
 */
export async function withFreshProof<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!needsFreshProof(error) || !(await askForProof())) throw error
    return call()
  }
}

const needsFreshProof = (error: unknown) =>
  error instanceof ApiError && isRecord(error.data) && error.data.code === 'fresh_proof_required'

function askForProof(): Promise<boolean> {
  waiting?.(false)
  return new Promise((resolve) => {
    const answer = (proved: boolean) => {
      if (waiting === answer) show(null)
      resolve(proved)
    }
    show(answer)
  })
}

/** Renders the dialog of `withFreshProof`. */
export function FreshProofDialog({ user }: { user: User }) {
  const answer = useSyncExternalStore(subscribe, () => waiting)
  useEffect(() => () => waiting?.(false), [])
  return answer && <ProofDialog user={user} answer={answer} />
}

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
      <h2 id={id}>Confirm that it is you</h2>
      <p id={`${id}why`}>
        Somebody else may sit at a device that was left open. You are not asked again for ten minutes.
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
