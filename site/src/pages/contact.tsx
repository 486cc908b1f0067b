import type { ReactNode } from 'react'
import { contactPage } from '#model/addresses'
import type { ContactState } from '#model/private-page'
import { cx } from '../lib/cx'
import alert from '../ui/alert.module.css'
import { buttonClass } from '../ui/button-class'
import { Card } from '../ui/card'
import field from '../ui/field.module.css'
import { IconTile } from '../ui/icon-tile'
import { PageIntro } from '../ui/page-intro'
import { PathIcon } from '../ui/path-icon'
import styles from './contact.module.css'
import { Fixed } from './fixed'
import { usePageTexts } from './language'
import { firstName } from './owner'
import type { SiteContent } from './page-props'
import { paths } from './paths'
import project from './project.module.css'

interface ContactPageProps {
  content: Pick<SiteContent, 'site'>
  /** The answer to a form that was sent without a script. The server replaces `%name%`, `%email%`, `%text%` and `%time%`. */
  state?: ContactState | undefined
}

/** A form to write to the owner, and the other ways. */
export function ContactPage({ content: { site }, state }: ContactPageProps) {
  const { texts, fixed, own } = usePageTexts()
  return (
    <div className={cx(project.page, project.columns, project.withFacts, styles.page, 'contained')}>
      <div>
        <PageIntro
          eyebrow={<Fixed>{texts.contact}</Fixed>}
          title={texts.getInTouch}
          titleLanguage={fixed.lang}
        >
          {site.contact_intro !== undefined && <p dir="auto">{site.contact_intro}</p>}
        </PageIntro>
        <contact-form>
          {state === 'sent' ? (
            <Sent site={site} />
          ) : (
            <>
              <Form site={site} state={state} />
              <template>
                <Sent site={site} />
              </template>
            </>
          )}
        </contact-form>
      </div>
      <Card as="aside" flush aria-label={texts.contactAndFacts} className={project.facts} {...fixed}>
        <div>
          <h2>{texts.orDirectly}</h2>
          <Mail site={site} />
        </div>
        {site.contact_reply !== undefined && (
          <div>
            <h2>{texts.answers}</h2>
            <p dir="auto">{texts.usually(site.contact_reply)}</p>
          </div>
        )}
        {site.location !== undefined && (
          <div>
            <h2>{texts.where}</h2>
            <p dir="auto" {...own}>
              {site.location}
            </p>
          </div>
        )}
      </Card>
    </div>
  )
}

interface PartProps {
  site: SiteContent['site']
}

const Mail = ({ site: { email } }: PartProps) => <a href={`mailto:${email}`}>{email}</a>

function Form({ site, state }: PartProps & { state: ContactState | undefined }) {
  const { texts, fixed } = usePageTexts()
  const sent = (name: string) => (state ? `%${name}%` : undefined)
  return (
    <form action={action} method="post" className={styles.form} {...fixed}>
      <Alert name="invalid" state={state}>
        {texts.messageInvalid}
      </Alert>
      <Alert name="failed" state={state}>
        <WithMail text={texts.messageFailed} site={site} />
      </Alert>
      <Alert name="throttled" state={state}>
        <WithMail text={texts.messagesThrottled} site={site} />
      </Alert>
      {state === 'again' && (
        <p role="status" dir="auto" className={styles.again}>
          {texts.messageAgain}
        </p>
      )}
      <Field name="name" label={texts.yourName} error={texts.nameMissing}>
        <input {...control('name')} autoComplete="name" maxLength={200} defaultValue={sent('name')} />
      </Field>
      <Field name="email" label={texts.yourEmail} error={texts.emailIncomplete}>
        <input
          {...control('email')}
          type="email"
          autoComplete="email"
          maxLength={254}
          defaultValue={sent('email')}
        />
      </Field>
      <Field name="message" label={texts.message} error={texts.messageMissing} wide>
        <textarea {...control('message')} maxLength={5000} rows={5} defaultValue={sent('text')} />
      </Field>
      {/* Programs fill it; visitors do not find it. */}
      <div className="visually-hidden" aria-hidden="true">
        <input name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <input type="hidden" name="time" value={sent('time') ?? ''} />
      <div className={styles.end}>
        <button type="submit" className={buttonClass({ variant: 'primary' }, styles.action)}>
          <span>{texts.sendMessage}</span>
          <span hidden>{texts.sending}</span>
        </button>
        <p dir="auto">{texts.onlyReader(firstName(site))}</p>
      </div>
    </form>
  )
}

const action = `${import.meta.env.API_ORIGIN ?? ''}/api/messages/form/`

const control = (name: string) => ({ id: `contact-${name}`, name, required: true, className: field.control })

interface FieldProps {
  name: string
  label: string
  error: string
  wide?: boolean
  children: ReactNode
}

function Field({ name, label, error, wide = false, children }: FieldProps) {
  return (
    <div className={cx(styles.field, wide && styles.wide)}>
      <label htmlFor={`contact-${name}`} className={field.label}>
        {label}
      </label>
      {children}
      <p id={`contact-${name}-error`} hidden dir="auto" className={cx(field.errors, styles.error)}>
        <PathIcon small d={paths.alert} />
        {error}
      </p>
    </div>
  )
}

interface AlertProps {
  name: ContactState
  state: ContactState | undefined
  children: ReactNode
}

/** The form's script shows it if needed. */
const Alert = ({ name, state, children }: AlertProps) => (
  <div role="alert" data-alert={name} hidden={state !== name} className={cx(alert.alert, styles.alert)}>
    <PathIcon small d={paths.alert} />
    <p dir="auto">{children}</p>
  </div>
)

/** A text in which the owner's address is a link. */
function WithMail({ text, site }: PartProps & { text: (email: string) => string }) {
  const [before, after] = text('%').split('%')
  return (
    <>
      {before}
      <Mail site={site} />
      {after}
    </>
  )
}

/** Takes the form's place. The form's script replaces the name and the address too. */
function Sent({ site }: PartProps) {
  const { texts, fixed, at } = usePageTexts()
  const text = texts.thanks('%name%', firstName(site), '%email%', site.contact_reply)
  const [before, after] = text.split('%email%')
  return (
    <Card className={styles.sent} {...fixed}>
      <IconTile>
        <PathIcon d={paths.check} />
      </IconTile>
      <div>
        <h2 tabIndex={-1}>{texts.messageSent}</h2>
        <p dir="auto">
          {before}
          <strong>%email%</strong>
          {after}
        </p>
        <div className={styles.end}>
          <a href={at('/')} className={buttonClass({}, styles.action)}>
            {texts.backToHome}
          </a>
          <a href={at(contactPage)} className={buttonClass({ variant: 'quiet' }, styles.action)}>
            {texts.writeAnother}
          </a>
        </div>
      </div>
    </Card>
  )
}
