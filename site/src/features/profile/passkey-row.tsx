import { useId, useState } from 'react'
import type { Passkey } from '../../api/types'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Form, formTexts, SubmitButton, useFormAction } from '../../ui/form'
import { formErrors, requireFields } from '../../ui/form-errors'
import { cx } from '../../lib/cx'
import work from '../../ui/work.module.css'
import { DateTime } from '../../ui/date-time'
import styles from './profile.module.css'

interface PasskeyRowProps {
  passkey: Passkey
  busy: boolean
  onRename: (name: string) => Promise<void>
  onRemove: () => void
}

/** One passkey, as its owner may recognise it. */
export function PasskeyRow({ passkey, busy, onRename, onRemove }: PasskeyRowProps) {
  const id = useId()
  const [renaming, setRenaming] = useState(false)
  const { name, synced, created_at, last_used_at } = passkey
  return (
    <li className={styles.passkey}>
      <div className={work.note}>
        <p id={id} className={cx(work.row, styles.name)}>
          {name} {synced && <Badge tone="success">Synced</Badge>}
        </p>
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
      </div>
      {renaming ? (
        <RenameForm name={name} onRename={onRename} onDone={() => setRenaming(false)} />
      ) : (
        <div className={work.row}>
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
        </div>
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
      <div className={work.row}>
        <SubmitButton variant="primary" busy="Saving...">
          Save
        </SubmitButton>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </Form>
  )
}
