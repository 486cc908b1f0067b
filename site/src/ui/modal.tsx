import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from './button'
import './modal.css'
import styles from './modal.module.css'

interface ModalProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A window over the page, with a head that stays. Escape, its button and a press beside it close it. */
export function Modal({ title, onClose, children }: ModalProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const box = dialog.current
    box?.showModal()
    // Closing, rather than only vanishing, gives the focus back to what opened it.
    return () => box?.close()
  }, [])
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the key
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={styles.modal}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      </header>
      <div className={styles.body}>{children}</div>
    </dialog>
  )
}
