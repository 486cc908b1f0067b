import { useState, type ComponentProps } from 'react'
import { IconEye, IconEyeOff } from './icons'
import { cx } from '../lib/cx'
import { Field, type TextField } from './field'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import styles from './password-field.module.css'

/** A labelled password, which must be given, with a button that shows it. */
export function PasswordField({
  name,
  label,
  hint,
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'rows'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field name={name} label={label} hint={hint}>
      {({ className, ...control }) => (
        <div className={styles.box}>
          <input
            required
            {...control}
            {...rest}
            type={shown ? 'text' : 'password'}
            className={cx(className, styles.input)}
          />
          <IconButton
            label="Show password"
            aria-pressed={shown}
            className={styles.toggle}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? IconEyeOff : IconEye} />
          </IconButton>
        </div>
      )}
    </Field>
  )
}

/** The field for a new password, with the rules that it has to follow. */
export const NewPasswordField = (props: ComponentProps<typeof PasswordField>) => (
  <PasswordField hint="At least 8 characters, and not only digits." autoComplete="new-password" {...props} />
)
