import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { DialogHead } from './dialog'
import { Stack } from './layout'
import styles from './sheet.module.css'

interface SheetProps {
  title: string
  open: boolean
  onClose: () => void
  /** A `SheetForm`. */
  children: ReactNode
}

/** A panel at the right edge, beside a usable page; full screen on phones. It keeps the entered values while closed. */
export function Sheet({ title, open, onClose, children }: SheetProps) {
  const id = useId()
  const sheet = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const box = sheet.current
    if (!open || !box) return
    if (matchMedia('(width < 40rem)').matches) box.showModal()
    else box.show()
    // Closing returns the focus.
    return () => box.close()
  }, [open])
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is the key
    <dialog
      ref={sheet}
      aria-labelledby={id}
      className={styles.sheet}
      data-sheet
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
      onCancel={(event) => {
        // Cancel events of file inputs bubble up to here.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
    >
      <DialogHead id={id} title={title} />
      {children}
    </dialog>
  )
}

/** The class of the form in a sheet. */
export const sheetForm = styles.form

/** The scrolling part of the form. */
export const SheetBody = ({ children }: { children: ReactNode }) => (
  <Stack className={styles.body}>{children}</Stack>
)

/** The sticky foot: messages, then buttons. */
export const SheetFoot = ({ children }: { children: ReactNode }) => (
  <Stack className={styles.foot}>{children}</Stack>
)
