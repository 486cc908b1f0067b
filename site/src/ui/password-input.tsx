import { useState, type ComponentProps } from 'react'
import { IconEye, IconEyeOff } from './icons'
import { cx } from '../lib/cx'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import styles from './password-input.module.css'

/** A password with a button that shows it. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.box}>
      <input {...rest} type={shown ? 'text' : 'password'} className={cx(className, styles.input)} />
      <IconButton
        label="Show password"
        aria-pressed={shown}
        className={styles.toggle}
        onClick={() => setShown(!shown)}
      >
        <Icon of={shown ? IconEyeOff : IconEye} />
      </IconButton>
    </div>
  )
}
