import { useId, type ReactNode } from 'react'
import type { UseMutationResult } from '@tanstack/react-query'
import { Card } from './card'
import { Outcome } from './form'
import { formErrors } from './form-errors'
import { Toolbar } from './layout'
import work from './work.module.css'
import styles from './section.module.css'

interface SectionProps {
  title: string
  /** A button at the other end of the title's line. */
  action?: ReactNode
  children: ReactNode
}

/** A titled card of a screen. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id}>
      <Toolbar className={styles.head}>
        <h2 id={id} className={work.title}>
          {title}
        </h2>
        {action}
      </Toolbar>
      {children}
    </Card>
  )
}

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
