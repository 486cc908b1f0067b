import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { setMail, tryMail, type MailForm, type Settings } from '../../api/settings'
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
  refusal?: string
}

function MailServer({ mail }: MailProps) {
  const [testing, setTesting] = useState(false)
  const { save, test } = useMailCalls()
  const form = useFormAction<Outcome>(async (data) => {
    const isTest = data.has('test')
    setTesting(isTest)
    try {
      return await (isTest ? test : save)(mailOf(data))
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
            <SubmitButton
              name="test"
              value="yes"
              variant="outline"
              busy={testing ? 'Sending…' : 'Send a test'}
            >
              Send a test
            </SubmitButton>
          </div>
          {isFixed ? (
            <SetBy variable={mail.set_by} />
          ) : (
            <SubmitButton variant="primary" busy={testing ? 'Save mail' : 'Saving…'}>
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
      const { sent_to, failure } = await withReauthentication(() => tryMail(mail))
      return failure === '' ? { sentTo: sent_to } : { refusal: failure }
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
        <p>The test could not be sent.</p>
        <p>{state.refusal}</p>
      </Alert>
    )
  )
}

function MailFields({ mail, isFixed }: MailProps & { isFixed: boolean }) {
  const server = useRef<HTMLInputElement>(null)
  const isAsked = useLocation().hash === '#mail'
  useEffect(() => {
    if (isAsked) server.current?.focus()
  }, [isAsked])
  return (
    <>
      <div data-half>
        <CodeField
          ref={server}
          name="server"
          label="Server"
          hint="Without a server, this site cannot send mail."
          placeholder="smtp.example.com"
          defaultValue={mail.server}
          readOnly={isFixed}
        />
      </div>
      <div data-half>
        <Field name="port" label="Port and encryption">
          {(control) => (
            <Select {...control} defaultValue={connectionOf(mail)} disabled={isFixed}>
              {[...new Set([connectionOf(mail), ...connections])].map((connection) => (
                <option key={connection} value={connection}>
                  {connectionName(connection)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div data-half>
        <CodeField name="user" label="User name" defaultValue={mail.user} readOnly={isFixed} />
      </div>
      <div data-half>
        <PasswordField
          name="password"
          label="Password"
          autoComplete="new-password"
          placeholder={mail.password_set ? '••••••••••••' : ''}
          hint={mail.password_set && !isFixed ? 'Leave it empty to keep the stored one.' : undefined}
          readOnly={isFixed}
          required={false}
        />
      </div>
      <CodeField
        name="sender"
        label="Sender (optional)"
        placeholder="Ann Example <hello@example.com>"
        defaultValue={mail.sender}
        readOnly={isFixed}
      />
    </>
  )
}

/** The ports that mail servers offer, each with its encryption. */
const connections = ['587 starttls', '465 tls', '2525 starttls', '25 starttls', '25 none']

const encryptions: Record<string, string> = {
  starttls: 'STARTTLS',
  tls: 'TLS',
  none: 'unencrypted, on this machine',
}

function connectionName(connection: string): string {
  const [port = '', encryption = ''] = connection.split(' ')
  return `${port}, ${encryptions[encryption] ?? encryption}`
}

const connectionOf = ({ port, encryption }: Settings['mail']) =>
  encryption === '' ? '587 starttls' : `${port} ${encryption}`

/** The form's values; an empty password is not sent. */
function mailOf(data: FormData): MailForm {
  const { port, password, ...texts } = formTexts(data, 'server', 'port', 'user', 'password', 'sender')
  const [number = '', encryption = ''] = port.split(' ')
  return {
    ...texts,
    server: texts.server.trim(),
    port: Number(number),
    encryption,
    ...(password && { password }),
  }
}
