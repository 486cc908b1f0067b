import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import styles from './dialog.module.css'
import { useModal } from './use-modal'

interface DialogProps extends Omit<ComponentProps<'dialog'>, 'onClose'> {
  /** Called when the visitor closes it, by Escape or, unless it is an alertdialog, by a click outside. */
  onClose: () => void
}

/** A modal dialog, open as long as it is rendered. The focus stays inside, and returns to where it was when it closes. */
export function Dialog({ onClose, className, ...rest }: DialogProps) {
  const dialog = useModal()
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the key
    <dialog
      {...rest}
      ref={dialog}
      className={cx(styles.dialog, className)}
      onCancel={(event) => {
        // A file input's own cancel passes here too.
        if (event.target !== event.currentTarget) return
        // The browser would close it now and dispatch `close` in a later task: a press in between would open nothing.
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && rest.role !== 'alertdialog') onClose()
      }}
    />
  )
}
