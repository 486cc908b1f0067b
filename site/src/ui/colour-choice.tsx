import { CoveringRadio } from './field'
import { Icon } from './icon'
import { IconCheck } from './icons'
import styles from './colour-choice.module.css'

interface ColourChoiceProps<Name extends string> {
  name: string
  colours: readonly { name: Name; label: string; colour: string }[]
  /** The name of the chosen colour; another text for none. */
  value: string
  onChange: (name: Name) => void
}

/** Named colours as radio buttons, for a fieldset. */
export const ColourChoice = <Name extends string>({
  name: group,
  colours,
  value,
  onChange,
}: ColourChoiceProps<Name>) => (
  <div className={styles.colours}>
    {colours.map(({ name, label, colour }) => (
      <label key={name}>
        <CoveringRadio name={group} checked={name === value} onChoose={() => onChange(name)} />
        <svg viewBox="0 0 28 32" aria-hidden="true" fill={colour}>
          <path d="M14 0l14 8v16l-14 8L0 24V8z" />
        </svg>
        {label}
        {name === value && <Icon of={IconCheck} />}
      </label>
    ))}
  </div>
)
