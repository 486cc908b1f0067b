import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '../../api/factors'
import type { Passkey } from '../../api/types'
import { Alert } from '../../ui/alert'
import { TextField } from '../../ui/field'
import { Form, formTexts, Outcome, SubmitButton, useFormAction } from '../../ui/form'
import { passkeyFailure } from '../../ui/passkey-button'
import { Skeleton } from '../../ui/skeleton'
import { cx } from '../../lib/cx'
import { isNamed } from '../../lib/webauthn'
import work from '../../ui/work.module.css'
import { deviceName } from '../../lib/device-name'
import { withFreshProof } from '../../ui/fresh-proof'
import { PasskeyRow } from './passkey-row'
import styles from './profile.module.css'
import { RecoveryCodes } from './recovery-codes'
import { Section } from '../../ui/section'
import { useFactors } from './use-factors'

/** The user's passkeys, by which they sign in without a password. */
export function Passkeys() {
  const { data, isError, changed } = useFactors()
  const [codes, setCodes] = useState<string[]>([])
  const change = useMutation({
    mutationFn: async ({ passkey, name }: { passkey: Passkey; name: string | null }) => {
      if (name === null) await withFreshProof(() => removePasskey(passkey.id))
      else await renamePasskey(passkey.id, name)
      return name === null
        ? `${passkey.name} is removed. Delete it on your device too.`
        : `${name} is renamed.`
    },
    onSuccess: changed,
  })
  const add = useFormAction(async (form) => {
    const name = formTexts(form, 'name').name.trim()
    if (name === '') return { fields: { name: ['This field is required.'] } }
    change.reset()
    try {
      const { recovery_codes } = await addPasskey(await withFreshProof(beginPasskey), name)
      setCodes(recovery_codes)
      await changed()
      // The recovery codes say enough.
      return recovery_codes.length > 0
        ? null
        : { success: `${name} is added. It signs you in without a password.` }
    } catch (error) {
      return { message: passkeyFailure(error) }
    }
  })

  return (
    <Section title="Passkeys">
      <div className={styles.parts}>
        <p>
          A passkey signs you in by your fingerprint, your face or the PIN of your device, without a password.
          Nobody can trick you out of it. The first one signs your other devices out, and your password alone
          opens nothing from then on.
        </p>
        {!isNamed() && (
          <p>Passkeys need a host name. To add one, open this site by its name instead of its IP address.</p>
        )}
        <Outcome
          success={change.isSuccess && change.data}
          message={change.isError && passkeyFailure(change.error)}
          focusOn={change.isError ? change.error : change.data}
        />
        {isError && <Alert>Your passkeys could not be looked up. Load the page again.</Alert>}
        {!data && !isError && <Skeleton rows={1} />}
      </div>
      {data && data.passkeys.length > 0 && (
        <ul className={styles.passkeys} aria-label="Your passkeys" aria-busy={change.isPending}>
          {data.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              busy={change.isPending}
              onRename={(name) => change.mutateAsync({ passkey, name }).then(() => undefined)}
              onRemove={() => change.mutate({ passkey, name: null })}
            />
          ))}
        </ul>
      )}
      {codes.length > 0 && (
        <div className={styles.parts}>
          <RecoveryCodes codes={codes} onDone={() => setCodes([])} />
        </div>
      )}
      {isNamed() && (
        <Form {...add} noValidate className={cx(work.stack, work.form)}>
          <TextField
            name="name"
            label="Name of the new passkey"
            hint="By which you will know it in this list."
            required
            maxLength={100}
            autoComplete="off"
            defaultValue={deviceName(window.navigator.userAgent)}
          />
          <SubmitButton busy="Waiting for your device...">Add a Passkey</SubmitButton>
        </Form>
      )}
    </Section>
  )
}
