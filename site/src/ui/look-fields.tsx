import { CodeField, TextField } from './field'
import { Icon } from './icon'
import { IconCheck } from './icons'
import styles from './look-fields.module.css'

export interface Look<Name extends string> {
  accent: Name
  /** Wins over `accent`, unless it is empty. */
  own_colour: string
  logo_letter: string
}

interface LookFieldsProps<Name extends string> {
  colours: readonly { name: Name; label: string; colour: string }[]
  look: Look<Name>
  onChange: (change: Partial<Look<Name>>) => void
}

/** The accent of a site, one of `colours` or another, and the letter of its logo. */
export function LookFields<Name extends string>({ colours, look, onChange }: LookFieldsProps<Name>) {
  const { accent, own_colour, logo_letter } = look
  return (
    <>
      <fieldset className={styles.colours}>
        <legend className="visually-hidden">Accent colour</legend>
        {colours.map(({ name, label, colour }) => {
          const isChosen = own_colour === '' && name === accent
          return (
            <label key={name}>
              <input
                className="covering"
                type="radio"
                name="accent"
                checked={isChosen}
                onChange={() => onChange({ accent: name, own_colour: '' })}
              />
              <svg viewBox="0 0 28 32" aria-hidden="true" fill={colour}>
                <path d="M14 0l14 8v16l-14 8L0 24V8z" />
              </svg>
              {label}
              {isChosen && <Icon of={IconCheck} />}
            </label>
          )
        })}
      </fieldset>
      <div className={styles.two}>
        <CodeField
          name="own_colour"
          label="Your own colour (optional)"
          placeholder={colours.find(({ name }) => name === accent)?.colour}
          value={own_colour}
          onChange={({ target }) => onChange({ own_colour: target.value })}
          hint="Must be readable on both themes."
        />
        <TextField
          name="logo_letter"
          label="Logo letter"
          value={logo_letter}
          onChange={({ target }) => onChange({ logo_letter: target.value })}
          autoComplete="off"
          hint="One letter or digit."
        />
      </div>
    </>
  )
}
