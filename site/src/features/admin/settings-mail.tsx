import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { setMail, tryMail, type MailForm, type MailTest, type Settings } from '../../api/settings'
import { queryKeys } from '../../api/query-keys'
import { useReauthentication } from '../../lib/reauthentication'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Alert } from '../../ui/alert'
import { formatDateTime } from '../../ui/date-time'
import { CodeField, Field, PasswordField, Select } from '../../ui/field'
import { Form, SubmitButton, formTexts, useFormAction, type FormState } from '../../ui/form'
import { formErrors } from '../../ui/form-errors'
import { CardBody, CardFoot, SettingsRow } from '../../ui/section'
import section from '../../ui/section.module.css'
import { showToast } from '../../ui/toast'
import { useAuth } from '../auth/use-auth'
import { SetBy } from './set-by'

interface MailProps {
  mail: Settings['mail']
}

/** The mail server. Once it is saved, the form starts again, without the password. */
export const SettingsMail = ({ mail }: MailProps) => <MailServer key={JSON.stringify(mail)} mail={mail} />

/** The result of a test mail: where it went, or why it did not. */
interface Outcome extends FormState {
  sentTo?: string
  refusal?: Pick<MailTest, 'failure' | 'detail'>
}

function MailServer({ mail }: MailProps) {
  const { save, test } = useMailCalls()
  const form = useFormAction<Outcome>(async (data) => {
    try {
      return await (data.has('test') ? test : save)(mailOf(data))
    } catch (error) {
      return formErrors(error, 'The mail settings could not be saved. Please try again.')
    }
  })
  const isFixed = mail.set_by !== ''
  return (
    <SettingsRow title="Mail" about="For password resets and links that confirm an address.">
      <Form {...form} className={section.form} noValidate>
        <CardBody two>
          {mail.fault !== '' && <Alert>{mail.fault}</Alert>}
          <MailFields mail={mail} isFixed={isFixed} />
          {!form.pending && <TestOutcome state={form.state} />}
        </CardBody>
        <CardFoot>
          <div>
            <SubmitButton name="test" value="yes" variant="outline" busy="Sending…">
              Send a test
            </SubmitButton>
          </div>
          {isFixed ? (
            <SetBy variable={mail.set_by} />
          ) : (
            <SubmitButton variant="primary" busy="Saving…">
              Save mail
            </SubmitButton>
          )}
        </CardFoot>
      </Form>
    </SettingsRow>
  )
}

function useMailCalls() {
  const { user, update } = useAuth()
  const withReauthentication = useReauthentication()
  const { mutateAsync } = useInvalidatingMutation(setMail, queryKeys.admin)
  return {
    save: async (mail: MailForm): Promise<Outcome> => {
      await withReauthentication(() => mutateAsync(mail))
      if (user) update({ ...user, lacks_mail: mail.server === '' })
      showToast('The mail settings have been saved.')
      return {}
    },
    test: async (mail: MailForm): Promise<Outcome> => {
      const { sent_to, ...refusal } = await withReauthentication(() => tryMail(mail))
      return refusal.failure === '' ? { sentTo: sent_to } : { refusal }
    },
  }
}

function TestOutcome({ state }: { state: Outcome | null }) {
  if (state?.sentTo !== undefined) {
    return (
      <Alert success focusOn={state}>
        <strong>Test sent</strong> <span>{`to ${state.sentTo}, ${formatDateTime(new Date())}.`}</span>
      </Alert>
    )
  }
  return (
    state?.refusal !== undefined && (
      <Alert focusOn={state}>
        <p>{state.refusal.failure}</p>
        <p>
          <small>{state.refusal.detail}</small>
        </p>
      </Alert>
    )
  )
}

function MailFields({ mail, isFixed }: MailProps & { isFixed: boolean }) {
  const server = useRef<HTMLInputElement>(null)
  const port = useRef<HTMLInputElement>(null)
  const [encryption, setEncryption] = useState<Encryption>(mail.encryption || 'starttls')
  const isAsked = useLocation().hash === '#mail'
  useEffect(() => {
    if (isAsked) server.current?.focus()
  }, [isAsked])
  const choose = (chosen: Encryption) => {
    const field = port.current
    if (field?.value === String(usualPorts[encryption])) field.value = String(usualPorts[chosen])
    setEncryption(chosen)
  }
  return (
    <>
      <CodeField
        ref={server}
        name="server"
        label="Server"
        hint="Without a server, this site cannot send mail."
        placeholder="smtp.example.com"
        defaultValue={mail.server}
        readOnly={isFixed}
      />
      <CodeField
        ref={port}
        name="port"
        label="Port"
        inputMode="numeric"
        defaultValue={mail.port || usualPorts.starttls}
        readOnly={isFixed}
      />
      <Field name="encryption" label="Encryption">
        {(control) => (
          <Select
            {...control}
            value={encryption}
            onChange={({ target }) => choose(target.value as Encryption)}
            disabled={isFixed}
          >
            <option value="starttls">STARTTLS</option>
            <option value="tls">TLS</option>
            <option value="none">Unencrypted, on this machine</option>
          </Select>
        )}
      </Field>
      <CodeField name="user" label="User name" defaultValue={mail.user} readOnly={isFixed} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="new-password"
        placeholder={mail.password_set ? '••••••••••••' : ''}
        hint={mail.password_set && !isFixed ? 'Leave it empty to keep the stored one.' : undefined}
        readOnly={isFixed}
        required={false}
      />
      <CodeField
        name="sender"
        label="Sender (optional)"
        hint="If empty: the user name, if it is an address."
        placeholder="Ann Example <hello@example.com>"
        defaultValue={mail.sender}
        readOnly={isFixed}
      />
    </>
  )
}

type Encryption = Exclude<Settings['mail']['encryption'], ''>

/** The port that a mail server usually has for each encryption. */
const usualPorts: Record<Encryption, number> = { starttls: 587, tls: 465, none: 25 }

/** The form's values; an empty password is not sent. */
function mailOf(data: FormData): MailForm {
  const { server, port, password, ...texts } = formTexts(
    data,
    'server',
    'port',
    'encryption',
    'user',
    'password',
    'sender',
  )
  return { ...texts, server: server.trim(), port: Number(port) || 0, ...(password && { password }) }
}
