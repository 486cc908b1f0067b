import { useId, type ReactNode } from 'react'
import type { UseMutationResult } from '@tanstack/react-query'
import { cx } from '../lib/cx'
import { Card } from './card'
import { Outcome } from './form'
import { formErrors } from './form-errors'
import { Toolbar } from './layout'
import styles from './section.module.css'

interface SectionProps {
  title: ReactNode
  /** A button or a link at the other end of the title's line. */
  action?: ReactNode
  /** Its rows run from edge to edge. */
  flush?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A titled card of a screen. */
export function Section({ title, action, flush = false, className, children }: SectionProps) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className={cx(styles.section, className)}>
      <Toolbar className={styles.head}>
        <h2 id={id}>{title}</h2>
        {action}
      </Toolbar>
      {flush ? children : <div className={styles.body}>{children}</div>}
    </Card>
  )
}

interface SettingsRowProps {
  title: string
  /** One sentence about the setting. */
  about?: ReactNode
  /** The card is outlined in the colour of danger. */
  danger?: boolean
  /** What the card holds: `CardBody` and `CardFoot`, or a form around them. */
  children: ReactNode
}

/** A setting: its name and one sentence on the left, a card on the right. */
export function SettingsRow({ title, about, danger = false, children }: SettingsRowProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.settings}>
      <div>
        <h2 id={id}>{title}</h2>
        {about && <p>{about}</p>}
      </div>
      <Card className={cx(styles.section, danger && styles.danger)}>{children}</Card>
    </section>
  )
}

/** The fields or texts of a settings card. With `two`, children that have `data-half` stand side by side. */
export const CardBody = ({ two = false, children }: { two?: boolean; children: ReactNode }) => (
  <div className={cx(styles.fields, two && styles.two)}>{children}</div>
)

/** The strip at the end of a settings card, with its button on the right. */
export const CardFoot = ({ children }: { children: ReactNode }) => (
  <Toolbar gap="sm" className={styles.foot}>
    {children}
  </Toolbar>
)

interface MutationOutcomeProps {
  mutation: Pick<UseMutationResult<unknown, Error, never>, 'isSuccess' | 'isError' | 'error'>
  success: string | undefined
  /** The message of a failure for which the server gives no reason. */
  failure: string
}

/** How a write that is no form went. */
export function MutationOutcome({ mutation, success, failure }: MutationOutcomeProps) {
  const { isSuccess, isError, error } = mutation
  const { message } = formErrors(error, failure)
  return (
    <Outcome
      success={isSuccess && success}
      message={isError && message}
      focusOn={isSuccess ? success : error}
    />
  )
}
