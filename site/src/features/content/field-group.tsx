import { use, useId, type ReactNode } from 'react'
import type { FieldModel } from '#model/fields'
import { FormContext } from '../../ui/field'
import field from '../../ui/field.module.css'
import styles from './content.module.css'

/** A field of several controls, with its label, errors and hint. */
export function FieldGroup({ field: model, children }: { field: FieldModel; children: ReactNode }) {
  const id = useId()
  const { name, label, hint, required } = model
  const errors = use(FormContext).fields[name] ?? []
  return (
    <fieldset data-field={name} className={styles.list} aria-describedby={`${id}hint ${id}errors`}>
      <legend className={field.label}>
        <b>{label}</b>
        {!required && <span> (optional)</span>}
      </legend>
      {children}
      <ul id={`${id}errors`} className={field.errors}>
        {errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
      <p id={`${id}hint`} className={field.hint}>
        {hint}
      </p>
    </fieldset>
  )
}
