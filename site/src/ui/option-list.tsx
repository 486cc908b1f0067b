import { useId, type ReactNode } from 'react'
import styles from './option-list.module.css'

interface Option<Value extends string> {
  value: Value
  title: string
  about: string
  disabled?: boolean
  /** A field that belongs to it. */
  field?: ReactNode
}

interface OptionListProps<Value extends string> {
  /** The name of its field. */
  name: string
  /** The accessible name. */
  label: string
  options: readonly Option<Value>[]
  /** The choice at first. */
  value: Value
  disabled?: boolean
  onChoose?: (value: Value) => void
}

/** A few exclusive choices, each with an explanation, which a form sends. */
export function OptionList<Value extends string>(props: OptionListProps<Value>) {
  const { name, label, options, value, disabled = false, onChoose } = props
  const id = useId()
  return (
    <fieldset className={styles.list} disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <div key={option.value}>
          <label>
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === value}
              disabled={option.disabled}
              aria-labelledby={id + option.value}
              aria-describedby={`${id}${option.value}about`}
              onChange={() => onChoose?.(option.value)}
            />
            <span>
              <strong id={id + option.value}>{option.title}</strong>
              <span id={`${id}${option.value}about`}>{option.about}</span>
            </span>
          </label>
          {option.field}
        </div>
      ))}
    </fieldset>
  )
}
