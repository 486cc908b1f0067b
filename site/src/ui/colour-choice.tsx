import { Icon } from './icon'
import { IconCheck } from './icons'
import styles from './colour-choice.module.css'

interface ColourChoiceProps<Name extends string> {
  /** The accessible name. */
  label: string
  colours: readonly { name: Name; label: string; colour: string }[]
  /** Undefined if none of them is chosen. */
  value: Name | undefined
  onChoose: (name: Name) => void
}

/** Colours to choose one of. */
export function ColourChoice<Name extends string>({
  label,
  colours,
  value,
  onChoose,
}: ColourChoiceProps<Name>) {
  return (
    <fieldset className={styles.colours}>
      <legend className="visually-hidden">{label}</legend>
      {colours.map(({ name, label, colour }) => (
        <label key={name}>
          <input type="radio" name="accent" checked={name === value} onChange={() => onChoose(name)} />
          <svg viewBox="0 0 28 32" aria-hidden="true" fill={colour}>
            <path d="M14 0l14 8v16l-14 8L0 24V8z" />
          </svg>
          {label}
          {name === value && <Icon of={IconCheck} />}
        </label>
      ))}
    </fieldset>
  )
}
