import { IconAlertCircle, IconCircleCheck, IconX } from './icons'
import { toast } from 'sonner'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import styles from './toast.module.css'

/** Says that something was done. The message leaves by itself. */
export function showToast(text: string): void {
  show(text, 'status')
}

/** Says that something went wrong. The message stays until it is dismissed. */
export function showErrorToast(text: string): void {
  show(text, 'alert')
}

function show(text: string, role: 'status' | 'alert'): void {
  const failed = role === 'alert'
  // One at a time: what is said last is what is so.
  toast.dismiss()
  toast.custom(
    (id) => (
      <div className={styles.toast} data-role={role}>
        <Icon of={failed ? IconAlertCircle : IconCircleCheck} className={styles.icon} />
        <p role={role} className={styles.text}>
          {text}
        </p>
        <IconButton label="Dismiss" onClick={() => toast.dismiss(id)}>
          <Icon of={IconX} />
        </IconButton>
      </div>
    ),
    { duration: failed ? Infinity : 6000 },
  )
}
