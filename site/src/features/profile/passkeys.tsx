import { Note } from '../../ui/note'
import { useMutation } from '@tanstack/react-query'
import { useState, useId } from 'react'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '../../api/factors'
import type { Passkey } from '../../api/types'
import { Alert } from '../../ui/alert'
import { TextField } from '../../ui/field'
import { Form, formTexts, Outcome, SubmitButton, useFormAction } from '../../ui/form'
import { passkeyFailure } from '../../ui/passkey-button'
import { Skeleton } from '../../ui/progress'
import { isNamed } from '../../lib/webauthn'
import { Lines, Row, Stack } from '../../ui/layout'
import { deviceName } from '../../lib/device-name'
import { useReauthentication } from '../../lib/reauthentication'
import styles from './profile.module.css'
import { RecoveryCodes } from './recovery-codes'
import { CardBody, SettingsRow } from '../../ui/section'
import { useFactors } from './second-factor'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { formErrors, requireFields } from '../../ui/form-errors'
import { DateTime } from '../../ui/date-time'

/** The user's passkeys. */
export function Passkeys() {
  const withReauthentication = useReauthentication()
  const { data, isError, changed } = useFactors()
  const [codes, setCodes] = useState<string[]>([])
  const change = useMutation({
    mutationFn: async ({ passkey, name }: { passkey: Passkey; name: string | null }) => {
      if (name === null) await withReauthentication(() => removePasskey(passkey.id))
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
      const { recovery_codes } = await addPasskey(await withReauthentication(beginPasskey), name)
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
    <SettingsRow title="Passkeys" about="Sign in with your fingerprint, face or device PIN.">
      <CardBody>
        <Stack className={styles.parts}>
          <p>
            Passkeys can’t be phished. Once you add one, your password alone no longer signs you in, and your
            other devices are signed out.
          </p>
          {!isNamed() && (
            <p>
              Passkeys need a host name. To add one, open this site by its name instead of its IP address.
            </p>
          )}
          <Outcome
            success={change.isSuccess && change.data}
            message={change.isError && passkeyFailure(change.error)}
            focusOn={change.isError ? change.error : change.data}
          />
          {isError && <Alert>Your passkeys could not be looked up. Load the page again.</Alert>}
          {!data && !isError && <Skeleton rows={1} />}
        </Stack>
        {data && data.passkeys.length > 0 && (
          <Lines className={styles.passkeys} aria-label="Your passkeys" aria-busy={change.isPending}>
            {data.passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                busy={change.isPending}
                onRename={(name) => change.mutateAsync({ passkey, name }).then(() => undefined)}
                onRemove={() => change.mutate({ passkey, name: null })}
              />
            ))}
          </Lines>
        )}
        {codes.length > 0 && (
          <Stack className={styles.parts}>
            <RecoveryCodes codes={codes} onDone={() => setCodes([])} />
          </Stack>
        )}
        {isNamed() && (
          <Form {...add} noValidate>
            <TextField
              name="name"
              label="Name of the new passkey"
              hint="By which you will know it in this list."
              required
              maxLength={100}
              autoComplete="off"
              defaultValue={deviceName(window.navigator.userAgent)}
            />
            <SubmitButton busy="Waiting for your device...">Add a passkey</SubmitButton>
          </Form>
        )}
      </CardBody>
    </SettingsRow>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  busy: boolean
  onRename: (name: string) => Promise<void>
  onRemove: () => void
}

/** One passkey, as its owner may recognise it. */
function PasskeyRow({ passkey, busy, onRename, onRemove }: PasskeyRowProps) {
  const id = useId()
  const [renaming, setRenaming] = useState(false)
  const { name, synced, created_at, last_used_at } = passkey
  return (
    <li>
      <Note as="div">
        <Row as="p" id={id} gap="sm" className={styles.name}>
          {name} {synced && <Badge tone="success">Synced</Badge>}
        </Row>
        <p>
          {last_used_at ? (
            <span>
              Last used <DateTime at={last_used_at} />
            </span>
          ) : (
            'Not used yet'
          )}
        </p>
        <p>
          Added <DateTime at={created_at} />
        </p>
      </Note>
      {renaming ? (
        <RenameForm name={name} onRename={onRename} onDone={() => setRenaming(false)} />
      ) : (
        <Row>
          <Button aria-describedby={id} onClick={() => setRenaming(true)}>
            Rename
          </Button>
          <Button
            variant="danger"
            aria-describedby={id}
            aria-disabled={busy}
            onClick={() => busy || onRemove()}
          >
            Remove
          </Button>
        </Row>
      )}
    </li>
  )
}

interface RenameFormProps {
  name: string
  onRename: (name: string) => Promise<void>
  onDone: () => void
}

function RenameForm({ name, onRename, onDone }: RenameFormProps) {
  const form = useFormAction(async (data) => {
    const fields = formTexts(data, 'name')
    const empty = requireFields({ name: fields.name.trim() })
    if (empty) return empty
    try {
      await onRename(fields.name.trim())
    } catch (error) {
      return formErrors(error, 'The name could not be saved. Please try again.')
    }
    onDone()
    return null
  })
  return (
    <Form {...form} noValidate>
      <TextField
        name="name"
        label="Name"
        required
        maxLength={100}
        defaultValue={name}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that had the focus
        autoFocus
      />
      <Row>
        <SubmitButton variant="primary" busy="Saving...">
          Save
        </SubmitButton>
        <Button onClick={onDone}>Cancel</Button>
      </Row>
    </Form>
  )
}
