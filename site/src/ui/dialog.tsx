import {
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { cx } from '../lib/cx'
import { isOutside } from '../lib/press'
import { Button } from './button'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import { IconX } from './icons'
import { Row, Toolbar } from './layout'
import { Toaster } from './toast'
import styles from './dialog.module.css'
import './modal.css'

const widths = { confirm: '28rem', form: '40rem', publish: '45rem', photo: '60rem' }

interface DialogProps extends Omit<ComponentProps<'dialog'>, 'onClose'> {
  /** Called on Escape and, except for alert dialogs, on a press outside. */
  onClose: () => void
  /** Whether there are changes outside form fields to confirm before closing. */
  changed?: boolean
  /** Adds padding and styles a heading. */
  padded?: boolean
  size?: keyof typeof widths
}

/**
 * A modal dialog, open while it is rendered. Closing returns the focus. If a form in it has unsaved changes, closing
 * asks first; a Cancel button calls `onClose` without asking.
 */
export function Dialog({
  onClose,
  changed = false,
  padded = false,
  size = 'form',
  className,
  children,
  ...rest
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const show = useEffectEvent(() => open(dialog.current))
  useLayoutEffect(() => show(), [])
  const [asking, setAsking] = useState(false)
  const pressedOutside = useRef(false)
  const isUnsaved = () => changed || (dialog.current !== null && hasChanges(dialog.current))
  const dismiss = () => (isUnsaved() ? setAsking(true) : onClose())
  const isBeside = ({ target, currentTarget, nativeEvent }: MouseEvent<HTMLDialogElement>) =>
    target === currentTarget && isOutside(nativeEvent, currentTarget)
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the key
    <dialog
      {...rest}
      ref={dialog}
      className={cx(styles.dialog, padded && styles.padded, className)}
      style={{ ['--width' as string]: widths[size] }}
      // Escape and a phone's Back.
      onCancel={(event) => {
        // Cancel events of file inputs bubble up to here.
        if (event.target !== event.currentTarget) return
        // The browser would dispatch `close` in a later task, and a press in between would open nothing.
        event.preventDefault()
        dismiss()
      }}
      onClose={(event) => {
        // React may have opened it again: effects run twice in development.
        if (event.target !== event.currentTarget || event.currentTarget.open) return
        // Browsers let a page refuse only once.
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
            // The question returns its focus into this dialog first.
            flushSync(() => setAsking(false))
            if (yes) onClose()
          }}
        />
      )}
    </dialog>
  )
}

/** Closes the dialog around `element` like Escape. */
function dismissDialog(element: Element): void {
  element.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
}

export interface QuestionProps {
  text: string
  /** The confirming button's label, such as 'Delete image'. */
  action: string
  keep?: string
  warning?: string | undefined
  /** Nothing is deleted: the button is not red. */
  harmless?: boolean
  answer: (yes: boolean) => void
}

/** A question with two answers. */
export function Question(props: QuestionProps) {
  const { text, action, keep = 'Cancel', warning, harmless = false, answer } = props
  const id = useId()
  return (
    <Dialog
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={warning === undefined ? undefined : `${id}warning`}
      size="confirm"
      padded
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
      <Answers>
        {/* First, to get the initial focus. */}
        <Button variant="outline" onClick={() => answer(false)}>
          {keep}
        </Button>
        <Button variant={harmless ? 'primary' : 'danger'} onClick={() => answer(true)}>
          {action}
        </Button>
      </Answers>
    </Dialog>
  )
}

/**
 * Opens `box`; the returned function closes it, which returns the focus: to the row of the button that opened it, if the
 * window was resized and the button is gone.
 */
function open(box: HTMLDialogElement | null) {
  if (!box) return
  const root = document.documentElement
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  // Keeps room for the hidden scroll bar, so that nothing moves.
  root.toggleAttribute('data-scrolls', innerWidth > root.clientWidth)
  box.showModal()
  return () => {
    box.close()
    const { activeElement } = document
    if (activeElement === document.body || box.contains(activeElement)) row?.focus()
  }
}

/** Whether a form field in `root` was changed. Passwords do not count. */
export function hasChanges(root: ParentNode): boolean {
  return [...root.querySelectorAll('form')].some((form) => [...form.elements].some(isChanged))
}

function isChanged(field: Element): boolean {
  if (!field.getAttribute('name')) return false
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
    return field.selectedIndex !== Math.max(first, 0)
  }
  // Text areas normalize line ends.
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue.replaceAll('\r\n', '\n')
  if (!(field instanceof HTMLInputElement) || field.type === 'password') return false
  return field.type === 'checkbox' || field.type === 'radio'
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue
}

interface ModalProps extends Pick<DialogProps, 'onClose' | 'changed' | 'size' | 'onKeyDown'> {
  title: ReactNode
  children: ReactNode
}

/** A dialog with a sticky head and a close button. */
export function Modal({ title, children, ...dialog }: ModalProps) {
  const id = useId()
  return (
    <Dialog aria-labelledby={id} {...dialog}>
      <DialogHead id={id} title={title} />
      <div className={styles.body}>{children}</div>
      <Toaster />
    </Dialog>
  )
}

/** The sticky head of a dialog, with its close button. */
export const DialogHead = ({ id, title }: { id: string; title: ReactNode }) => (
  <Toolbar as="header" className={styles.head}>
    <h2 id={id}>{title}</h2>
    <IconButton label="Close" onClick={({ currentTarget }) => dismissDialog(currentTarget)}>
      <Icon of={IconX} />
    </IconButton>
  </Toolbar>
)

/** The sticky foot of a dialog: an optional note (`p`), Cancel, then the primary button. */
export function Answers({ children }: { children: ReactNode }) {
  return (
    <Row gap="sm" className={styles.answers}>
      {children}
    </Row>
  )
}
