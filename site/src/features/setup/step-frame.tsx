import { useEffect, useRef, useState, type ReactNode } from 'react'
import { initialsOf } from '#model/new-site'
import { cx } from '../../lib/cx'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Form, useFormAction } from '../../ui/form'
import type { FormErrors } from '../../ui/form-errors'
import { SiteLink } from '../../ui/link'
import { Logo } from '../../ui/logo'
import { ViewChoice, type View } from '../../ui/segmented'
import { ThemeSwitch } from '../../ui/theme-switch'
import { stepNames, steps, type Inputs } from './inputs'
import { PreviewPane } from './preview-pane'
import styles from './setup.module.css'
import type { Setup } from './use-setup'

interface StepFrameProps {
  setup: Setup
  title?: string
  about: string
  /** The errors of the step's fields, and what to fill in when it is left. */
  check: () => { errors: FormErrors['fields']; changes?: Partial<Inputs> }
  /** Creates the site; resolves to the sentence of a failure. */
  onFinish: () => Promise<string | undefined>
  /** The label of the primary button, if it is not that of all steps; null for none. */
  primary?: string | null
  secondary?: ReactNode
  /** Makes the fields as high as those of the sign-in. */
  large?: boolean
  children: ReactNode
}

/** A step: its place among the others, its fields, its buttons, and the preview beside it. */
export function StepFrame(props: StepFrameProps) {
  const { setup, title = stepNames[setup.step], about, check, onFinish, secondary, large, children } = props
  const { step, nextWith, isLast, inputs, change, refused, setRefused } = setup
  const [failure, setFailure] = useState<{ text: string }>()
  const [view, setView] = useState<View>('edit')
  const form = useFormAction(async () => {
    setFailure(undefined)
    const { errors, changes } = check()
    setRefused({})
    if (Object.keys(errors).length > 0) {
      setView('edit')
      return { fields: errors }
    }
    const left = { ...changes, done: [...new Set([...inputs.done, step])] }
    change(left)
    const next = nextWith({ ...inputs, ...left })
    if (next !== undefined) setup.goTo(next)
    else {
      const text = await onFinish()
      if (text !== undefined) setFailure({ text })
    }
    return null
  })
  const primary = props.primary === undefined ? (isLast ? 'Finish' : 'Continue') : props.primary
  const busy = isLast ? 'Creating your site…' : 'Saving…'
  return (
    <div className={styles.split} data-view={view}>
      <header className={styles.bar}>
        <Logo letter={inputs.name === '' ? '' : logoOf(inputs)} />
        <span>Set up your site</span>
        <ThemeSwitch />
      </header>
      <main id="main" className={styles.body}>
        {!setup.isAccountOnly && <Steps setup={setup} />}
        <StepTitle key={step} focus={Object.keys(refused).length === 0}>
          {title}
        </StepTitle>
        <p className={styles.about}>{about}</p>
        <div className={styles.views} hidden={setup.isAccountOnly}>
          <ViewChoice value={view} onChoose={setView} />
        </div>
        <Form
          {...form}
          id="setup"
          noValidate
          className={cx(styles.fields, large && styles.large)}
          {...(Object.keys(refused).length > 0 && { fields: refused })}
        >
          {children}
        </Form>
      </main>
      <footer className={styles.foot}>
        {failure && <Alert focusOn={failure}>{failure.text}</Alert>}
        <div className={styles.buttons}>
          {step !== steps[0] && (
            <Button onClick={() => setup.goTo(steps[steps.indexOf(step) - 1] ?? step)}>Back</Button>
          )}
          {secondary}
          {primary !== null && (
            <Button variant="primary" type="submit" form="setup" aria-disabled={form.pending}>
              {form.pending ? busy : primary}
            </Button>
          )}
        </div>
      </footer>
      {!setup.isAccountOnly && <PreviewPane setup={setup} />}
    </div>
  )
}

/** The letter in the logo. */
export const logoOf = ({ logo_letter, name }: Inputs): string =>
  (logo_letter?.trim() || Array.from(initialsOf(name))[0]) ?? ''

/** A heading that takes the focus when it appears on a new step. */
function StepTitle({ focus, children }: { focus: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
    else document.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    scrollTo(0, 0)
    // Once for each step.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.title}>
      {children}
    </h1>
  )
}

function Steps({ setup: { step, isDone } }: { setup: Setup }) {
  return (
    <nav aria-label="Steps">
      <ol className={styles.steps}>
        {steps.map((name) => (
          <li key={name} className={cx(name === step ? styles.current : isDone(name) && styles.done)}>
            {name === step ? (
              <span aria-current="step" className="hidden-on-phones">
                {stepNames[name]}
              </span>
            ) : isDone(name) ? (
              <SiteLink to="/setup" state={{ step: name }} className="hidden-on-phones">
                {stepNames[name]}
              </SiteLink>
            ) : (
              <span className="hidden-on-phones">{stepNames[name]}</span>
            )}
          </li>
        ))}
      </ol>
      <p className={styles.where}>
        Step {steps.indexOf(step) + 1} of {steps.length}: {stepNames[step]}
      </p>
    </nav>
  )
}
