import { useId, type ReactNode } from 'react'
import { cx } from '../lib/cx'
import styles from './field.module.css'

/** The attributes that connect a control with its label, hint and errors. */
export interface ControlProps {
  id: string
  className: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  errors?: readonly string[] | undefined
  /** Marks the control as invalid without an error of its own. */
  invalid?: boolean
  /** The control, with the given properties spread on it. */
  children: (control: ControlProps) => ReactNode
}

/** A labelled control with its hint and its errors. */
export function Field({ label, hint, errors = [], invalid = false, children }: FieldProps) {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}hint`
  const errorId = errors.length === 0 ? undefined : `${id}errors`
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: styles.control ?? '',
        'aria-invalid': invalid || errorId !== undefined || undefined,
        'aria-describedby': cx(errorId, hintId) || undefined,
      })}
      {errorId && (
        <ul id={errorId} className={styles.errors}>
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
      {hintId && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
