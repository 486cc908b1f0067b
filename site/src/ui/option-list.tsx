import { useId } from 'react'
import styles from './option-list.module.css'

interface OptionListProps<Value extends string> {
  /** The name of its field. */
  name: string
  /** The accessible name. */
  label: string
  options: readonly { value: Value; title: string; about: string }[]
  value: Value
  disabled?: boolean
}

/** A few exclusive choices, each with an explanation, which a form sends. */
export function OptionList<Value extends string>(props: OptionListProps<Value>) {
  const { name, label, options, value, disabled = false } = props
  const id = useId()
  return (
    <fieldset className={styles.list} disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === value}
            aria-labelledby={id + option.value}
            aria-describedby={`${id}${option.value}about`}
          />
          <span>
            <strong id={id + option.value}>{option.title}</strong>
            <span id={`${id}${option.value}about`}>{option.about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
