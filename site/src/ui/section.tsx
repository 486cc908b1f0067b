import { useId, type ReactNode } from 'react'
import type { UseMutationResult } from '@tanstack/react-query'
import { cx } from '../lib/cx'
import { Card } from './card'
import { Outcome } from './form'
import { formErrors } from './form-errors'
import { Stack, Thirds, Toolbar } from './layout'
import styles from './section.module.css'

interface SectionProps {
  title: ReactNode
  /** Beside the title. */
  action?: ReactNode
  flush?: boolean
  children: ReactNode
}

export function Section({ title, action, flush = false, children }: SectionProps) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} flush>
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
  about?: ReactNode
  danger?: boolean
  /** `CardBody` and `CardFoot`, or a form around them. */
  children: ReactNode
}

/** A setting: name and explanation on the left, a card on the right. */
export function SettingsRow({ title, about, danger = false, children }: SettingsRowProps) {
  const id = useId()
  return (
    <Thirds as="section" aria-labelledby={id} className={styles.settings}>
      <div>
        <h2 id={id}>{title}</h2>
        {about && <p>{about}</p>}
      </div>
      <Card flush className={danger ? styles.danger : undefined}>
        {children}
      </Card>
    </Thirds>
  )
}

/** Fields of a settings card. With `two`, two of them share a row; one in another element has a row for itself. */
export const CardBody = ({ two = false, children }: { two?: boolean; children: ReactNode }) => (
  <Stack className={cx(styles.fields, two && styles.two)}>{children}</Stack>
)

/** The foot of a settings card, with its button on the right. */
export const CardFoot = ({ children }: { children: ReactNode }) => (
  <Toolbar gap="sm" className={styles.foot}>
    {children}
  </Toolbar>
)

interface MutationOutcomeProps {
  mutation: Pick<UseMutationResult<unknown, Error, never>, 'isSuccess' | 'isError' | 'error'>
  success: string | undefined
  /** Shown if the server gives no reason. */
  failure: string
}

/** The result of a write without a form. */
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
