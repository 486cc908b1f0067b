import { useId, type ReactNode } from 'react'
import { Button } from './button'
import { Dialog, dismissDialog } from './dialog'
import styles from './modal.module.css'

interface ModalProps {
  title: string
  onClose: () => void
  /** See Dialog. */
  changed?: boolean
  children: ReactNode
}

/** A window over the page, with a head that stays. Escape, its button and a press beside it close it. */
export function Modal({ title, children, ...dialog }: ModalProps) {
  const id = useId()
  return (
    <Dialog aria-labelledby={id} className={styles.modal} {...dialog}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        <Button variant="outline" onClick={({ currentTarget }) => dismissDialog(currentTarget)}>
          Close
        </Button>
      </header>
      <div className={styles.body}>{children}</div>
    </Dialog>
  )
}
