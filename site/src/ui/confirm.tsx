import { useEffect, useId, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { useOnBack } from './use-on-back'
import styles from './confirm.module.css'
import { Button } from './button'
import { Dialog } from './dialog'

interface Confirmation {
  text: string
  /** The label of the button, such as 'Delete image'. */
  action: string
  /** What else the visitor should know. */
  warning?: string | undefined
  /** The action deletes nothing, so that its button is not red. */
  harmless?: boolean
}

interface PendingConfirmation extends Confirmation {
  answer: (yes: boolean) => void
}

let pending: PendingConfirmation | null = null
const listeners = new Set<() => void>()

function show(next: PendingConfirmation | null): void {
  pending = next
  for (const listener of listeners) listener()
}

/** Asks the visitor, and resolves to the answer: no, when they go to another screen, or back in this one. */
export function confirm(text: string, question: Omit<Confirmation, 'text'>): Promise<boolean> {
  pending?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      if (pending?.answer === answer) show(null)
      resolve(yes)
    }
    show({ text, ...question, answer })
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Renders the dialog of `confirm`; the staff layout has one. */
export function ConfirmDialogs() {
  const { pathname } = useLocation()
  const question = useSyncExternalStore(subscribe, () => pending)
  useEffect(() => () => pending?.answer(false), [pathname])
  useOnBack(() => pending?.answer(false))
  return question && <ConfirmDialog {...question} />
}

function ConfirmDialog({ text, action, warning, harmless = false, answer }: PendingConfirmation) {
  const id = useId()
  return (
    <Dialog
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={warning === undefined ? undefined : `${id}warning`}
      className={styles.question}
      onClose={() => answer(false)}
    >
      <p id={id} className={styles.text}>
        {text}
      </p>
      {warning !== undefined && (
        <p id={`${id}warning`} className={styles.warning}>
          {warning}
        </p>
      )}
      <div className={styles.answers}>
        {/* First, so that the browser focuses it. */}
        <Button variant="outline" onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button variant={harmless ? 'primary' : 'danger'} onClick={() => answer(true)}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
