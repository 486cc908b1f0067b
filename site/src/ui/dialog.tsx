import { useId, useRef, useState, type ComponentProps, type KeyboardEvent, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { cx } from '../lib/cx'
import { isOutside } from '../lib/press'
import { Button } from './button'
import confirmStyles from './confirm.module.css'
import styles from './dialog.module.css'
import { hasChanges } from './unsaved-changes'
import { useModal } from './use-modal'

interface DialogProps extends Omit<ComponentProps<'dialog'>, 'onClose'> {
  /** Called when the visitor closes it: with Escape or, unless it is an alertdialog, by a press outside. */
  onClose: () => void
  /** It has changes that no form field holds, so that the visitor is asked before it closes. */
  changed?: boolean
}

/**
 * A modal dialog, open as long as it is rendered. The focus stays inside, and returns to where it was when it closes. A
 * visitor who closes it is asked first if a form in it has unsaved changes; a Cancel button calls `onClose` without asking.
 */
export function Dialog({ onClose, changed = false, className, children, ...rest }: DialogProps) {
  const dialog = useModal()
  const [asking, setAsking] = useState(false)
  const pressedOutside = useRef(false)
  const isUnsaved = () => changed || (dialog.current !== null && hasChanges(dialog.current))
  const dismiss = () => (isUnsaved() ? setAsking(true) : onClose())
  const isBeside = ({ target, currentTarget, nativeEvent }: MouseEvent<HTMLDialogElement>) =>
    target === currentTarget && isOutside(nativeEvent, currentTarget)
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is the key
    <dialog
      {...rest}
      ref={dialog}
      className={cx(styles.dialog, className)}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event)
        if (!isEscape(event)) return
        // The browser would close it on a second Escape without asking.
        event.preventDefault()
        dismiss()
      }}
      // A phone's Back closes it, too.
      onCancel={(event) => {
        // A file input's own cancel passes here too.
        if (event.target !== event.currentTarget) return
        // The browser would close it now and dispatch `close` in a later task: a press in between would open nothing.
        event.preventDefault()
        dismiss()
      }}
      onClose={(event) => {
        if (event.target !== event.currentTarget) return
        // The browser does not let a page refuse twice.
        if (isUnsaved()) event.currentTarget.showModal()
        dismiss()
      }}
      onPointerDown={(event) => {
        pressedOutside.current = isBeside(event)
      }}
      onClick={(event) => {
        if (pressedOutside.current && isBeside(event) && rest.role !== 'alertdialog') dismiss()
      }}
    >
      {children}
      {asking && (
        <Question
          text="Discard your changes?"
          action="Discard"
          keep="Keep editing"
          answer={(yes) => {
            // Its focus goes back into this dialog before this one gives it back in turn.
            flushSync(() => setAsking(false))
            if (yes) onClose()
          }}
        />
      )}
    </dialog>
  )
}

/** Closes the dialog around `element` as Escape does. */
export function dismissDialog(element: Element): void {
  element.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
}

const isEscape = (event: KeyboardEvent) =>
  event.key === 'Escape' && !event.nativeEvent.isComposing && !event.defaultPrevented

export interface QuestionProps {
  text: string
  /** The label of the button that says yes, such as 'Delete image'. */
  action: string
  /** The label of the other button. */
  keep?: string
  /** What else the visitor should know. */
  warning?: string | undefined
  /** The action deletes nothing, so that its button is not red. */
  harmless?: boolean
  answer: (yes: boolean) => void
}

/** A dialog that asks the visitor something. */
export function Question(props: QuestionProps) {
  const { text, action, keep = 'Cancel', warning, harmless = false, answer } = props
  const id = useId()
  return (
    <Dialog
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={warning === undefined ? undefined : `${id}warning`}
      className={confirmStyles.question}
      onClose={() => answer(false)}
    >
      <p id={id} className={confirmStyles.text}>
        {text}
      </p>
      {warning !== undefined && (
        <p id={`${id}warning`} className={confirmStyles.warning}>
          {warning}
        </p>
      )}
      <div className={confirmStyles.answers}>
        {/* First, so that the browser focuses it. */}
        <Button variant="outline" onClick={() => answer(false)}>
          {keep}
        </Button>
        <Button variant={harmless ? 'primary' : 'danger'} onClick={() => answer(true)}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
