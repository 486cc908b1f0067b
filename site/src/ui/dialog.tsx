import {
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
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
import styles from './dialog.module.css'
import './modal.css'

interface DialogProps extends Omit<ComponentProps<'dialog'>, 'onClose'> {
  /** Called when the visitor closes it: with Escape or, unless it is an alertdialog, by a press outside. */
  onClose: () => void
  /** It has changes that no form field holds, so that the visitor is asked before it closes. */
  changed?: boolean
  /** It has a heading and room around its content. */
  padded?: boolean
  /** Its width: 448, 640, 720 or 960 px. */
  size?: 'confirm' | 'form' | 'publish' | 'photo'
}

/**
 * A modal dialog, open as long as it is rendered. The focus stays inside, and returns to where it was when it closes. A
 * visitor who closes it is asked first if a form in it has unsaved changes; a Cancel button calls `onClose` without asking.
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
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is the key
    <dialog
      {...rest}
      ref={dialog}
      className={cx(styles.dialog, styles[size], padded && styles.padded, className)}
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
        // It may be open again by then: React runs effects twice while developing.
        if (event.target !== event.currentTarget || event.currentTarget.open) return
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
        {/* First, so that the browser focuses it. */}
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

/** Opens `box`, and answers how to close it, which gives the focus back to what opened it. */
function open(box: HTMLDialogElement | null) {
  if (!box) return
  const root = document.documentElement
  // The page behind loses its scroll bar, but not the room of one: nothing there may move.
  root.toggleAttribute('data-scrolls', innerWidth > root.clientWidth)
  box.showModal()
  return () => box.close()
}

/** Whether a field of a form in `root` has another value than at first. Passwords, which nobody saves, do not count. */
function hasChanges(root: ParentNode): boolean {
  return [...root.querySelectorAll('form')].some((form) => [...form.elements].some(isChanged))
}

function isChanged(field: Element): boolean {
  if (!field.getAttribute('name')) return false
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
    return field.selectedIndex !== Math.max(first, 0)
  }
  // A text area has other line ends than its first text may have.
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

/** A window over the page, with a head that stays. Escape, its button and a press beside it close it. */
export function Modal({ title, children, ...dialog }: ModalProps) {
  const id = useId()
  return (
    <Dialog aria-labelledby={id} {...dialog}>
      <Head id={id} title={title} />
      <div className={styles.body}>{children}</div>
    </Dialog>
  )
}

const Head = ({ id, title }: { id: string; title: ReactNode }) => (
  <header className={styles.head}>
    <h2 id={id}>{title}</h2>
    <IconButton label="Close" onClick={({ currentTarget }) => dismissDialog(currentTarget)}>
      <Icon of={IconX} />
    </IconButton>
  </header>
)

/** The end of a dialog, which stays in view: a note (`p`) on the left if there is one, Cancel, then the primary button. */
export function Answers({ children }: { children: ReactNode }) {
  return <div className={styles.answers}>{children}</div>
}
