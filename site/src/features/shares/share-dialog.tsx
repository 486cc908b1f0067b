import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { createShare, shareOptions, type NewShare } from '../../api/shares'
import { queryKeys } from '../../api/query-keys'
import type { Share } from '../../api/types'
import type { Shareable } from '../../lib/sharing'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Modal } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { Form, trimmedTexts, useFormAction, type FormState } from '../../ui/form'
import { formErrors, requireFields } from '../../ui/form-errors'
import { Stack } from '../../ui/layout'
import { OptionList } from '../../ui/option-list'
import { SubmitAnswers } from '../../ui/submit-answers'
import { MadeLink } from './made-link'
import styles from './shares.module.css'
import { Titled } from './titled'
import { UntilField, usualEnd, type Until } from './until-field'

const unread = { text: 'Close without copying the link?', action: 'Close', keep: 'Cancel' }

interface ShareDialogProps {
  what: Shareable
  onClose: () => void
}

/** Makes a link to a document, a gallery or the CV for an audience, and shows it once. */
export default function ShareDialog({ what, onClose }: ShareDialogProps) {
  const [made, setMade] = useState<{ share: Share; link: string }>()
  const [kept, setKept] = useState(false)
  const { data: options } = useQuery({ queryKey: [...queryKeys.shares, 'options'], queryFn: shareOptions })
  return (
    <Modal
      title={`Share “${what.name}”`}
      onClose={onClose}
      changed={made !== undefined && !kept}
      {...(made && { question: unread })}
    >
      {made ? (
        <MadeLink {...made} mail={options?.mail === true} onKept={() => setKept(true)} />
      ) : (
        <ShareForm
          thing={what.thing}
          accounts={options?.accounts !== false}
          onMade={setMade}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}

interface ShareFormProps {
  thing: Shareable['thing']
  /** Visitors can register. */
  accounts: boolean
  onMade: (made: { share: Share; link: string }) => void
  onCancel: () => void
}

function ShareForm({ thing, accounts, onMade, onCancel }: ShareFormProps) {
  const [access, setAccess] = useState<NewShare['access']>('link')
  const [until, setUntil] = useState<Until>(usualEnd)
  const { mutateAsync } = useInvalidatingMutation(createShare, queryKeys.shares)
  const form = useFormAction(async (data) => {
    const { email, label, max_downloads } = trimmedTexts(data, 'email', 'label', 'max_downloads')
    const invalid = requireFields({ ...(access === 'address' && { email }), until: until ?? 'none' })
    if (invalid) return invalid
    try {
      const share = {
        ...thing,
        access,
        until,
        ...(access === 'address' && { email }),
        ...(label && { label }),
        ...(max_downloads && { max_downloads: Number(max_downloads) }),
      }
      onMade(await mutateAsync(share))
    } catch (error) {
      return refusal(error)
    }
    return null
  })
  const off = accounts ? undefined : 'Registration is off: only links work.'
  return (
    <Form {...form} locks noValidate className={styles.form}>
      <Stack gap="lg">
        <Titled title="Who can open it">
          <OptionList
            name="access"
            label="Who can open it"
            value="link"
            onChoose={setAccess}
            options={[
              { value: 'link', title: 'Anybody with the link', about: 'No account needed.' },
              {
                value: 'registered',
                title: 'Registered visitors',
                about: off ?? 'They sign in first.',
                disabled: !accounts,
              },
              {
                value: 'address',
                title: 'One person',
                about: off ?? 'Signs in with this address, and finds it on the profile.',
                disabled: !accounts,
                field: access === 'address' && (
                  <TextField
                    name="email"
                    type="email"
                    label={<span className="visually-hidden">E-mail address</span>}
                    placeholder="name@example.com"
                    autoComplete="off"
                    spellCheck={false}
                    aria-required
                  />
                ),
              },
            ]}
          />
        </Titled>
        <UntilField value={until} onChange={setUntil} />
        <TextField
          name="label"
          label="Label (optional)"
          hint="Only you see it, in the list of shares."
          autoComplete="off"
          maxLength={200}
        />
        {thing.kind !== 'gallery' && (
          <details className={styles.more}>
            <summary>More options</summary>
            <TextField
              name="max_downloads"
              type="number"
              min={1}
              label="Number of downloads (optional)"
              hint="After the last one the link ends."
              autoComplete="off"
            />
          </details>
        )}
      </Stack>
      <SubmitAnswers action="Create link" busy="Creating…" onCancel={onCancel} />
    </Form>
  )
}

const fieldNames = ['email', 'until', 'label', 'max_downloads']

/** The server's reasons, above the form if they are not about one of its fields. */
function refusal(error: unknown): FormState {
  const { message, fields } = formErrors(error, 'The link could not be created. Please try again.')
  const others = Object.keys(fields).filter((name) => !fieldNames.includes(name))
  return {
    message: [message, ...others.flatMap((name) => fields[name] ?? [])].filter(Boolean).join(' '),
    fields,
  }
}
