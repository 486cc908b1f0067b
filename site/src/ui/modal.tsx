import { useId, type ReactNode } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'
import styles from './modal.module.css'

interface ModalProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A window over the page, with a head that stays. Escape, its button and a press beside it close it. */
export function Modal({ title, onClose, children }: ModalProps) {
  const id = useId()
  return (
    <Dialog aria-labelledby={id} className={styles.modal} onClose={onClose}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      </header>
      <div className={styles.body}>{children}</div>
    </Dialog>
  )
}
