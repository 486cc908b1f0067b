import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from '../lib/hooks'
import { createStore } from '../lib/store'
import { Button } from './button'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import { IconAlertCircle, IconCircleCheck, IconX } from './icons'
import styles from './toast.module.css'

interface ToastAction {
  label: string
  run: () => void | Promise<void>
}

interface Toast {
  text: string
  failed: boolean
  /** Also runs on Ctrl+Z. */
  action?: ToastAction | undefined
}

const shown = createStore<{ toast: Toast; id: number } | null>(null)

/** Reports a success. Disappears after six seconds, or ten with an action. */
export const showToast = (text: string, action?: ToastAction): void => show({ text, failed: false, action })

/** Reports a failure until dismissed. */
export const showErrorToast = (text: string): void => show({ text, failed: true })

export const dismissToast = (): void => show(null)

/** Dismisses a success without an action, after another failure. */
export function dismissSuccess(): void {
  const { toast } = shown.getSnapshot() ?? {}
  if (toast?.failed === false && !toast.action) dismissToast()
}

/** Each message replaces the previous one. */
function show(toast: Toast | null): void {
  shown.set(toast && { toast, id: (shown.getSnapshot()?.id ?? 0) + 1 })
}

/** The toasters on the screen, in the order in which they appeared. */
const toasters = createStore<readonly string[]>([])

/** Renders the toasts, in a modal dialog those of the page too, which is out of reach. */
export function Toaster() {
  const id = useId()
  useLayoutEffect(() => {
    toasters.set([...toasters.getSnapshot(), id])
    return () => toasters.set(toasters.getSnapshot().filter((other) => other !== id))
  }, [id])
  const isLast = useStore(toasters).at(-1) === id
  const toast = useStore(shown)
  const message = isLast ? toast : null
  return (
    // Screen readers announce additions to a live region that exists already.
    <section aria-label={isLast ? 'Messages' : undefined} aria-live="polite" className={styles.toaster}>
      {/* A new element each time, so that equal texts are announced twice. */}
      {message && <ToastMessage key={message.id} {...message.toast} />}
    </section>
  )
}

function ToastMessage({ text, failed, action }: Toast) {
  const [read, setRead] = useState({ hover: false, focus: false })
  const before = useRef<EventTarget>(null)
  const stays = failed || read.hover || read.focus
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(dismissToast, action ? 10_000 : 6000)
    return () => clearTimeout(timer)
  }, [stays, action])
  const dismiss = () => {
    dismissToast()
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
  }
  const act =
    action &&
    (() => {
      dismiss()
      void action.run()
    })
  useShortcut(act)
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it only waits while it is being read
    <div
      className={styles.toast}
      data-failed={failed || undefined}
      onPointerEnter={() => setRead({ ...read, hover: true })}
      onPointerLeave={() => setRead({ ...read, hover: false })}
      onFocus={(event) => {
        before.current ??= event.relatedTarget
        setRead({ ...read, focus: true })
      }}
      onBlur={() => setRead({ ...read, focus: false })}
    >
      <Icon of={failed ? IconAlertCircle : IconCircleCheck} className={styles.icon} />
      <p className={styles.text}>
        <span>{text}</span>
        {action && <span className="visually-hidden"> {action.label} with Control and Z.</span>}
      </p>
      {action && (
        <Button aria-keyshortcuts="Control+Z Meta+Z" onClick={act}>
          {action.label}
        </Button>
      )}
      <IconButton label="Dismiss" onClick={dismiss}>
        <Icon of={IconX} />
      </IconButton>
    </div>
  )
}

/** Calls `act` on Ctrl+Z outside of text fields. */
function useShortcut(act: (() => void) | undefined) {
  useEffect(() => {
    if (!act) return
    const onKeyDown = (event: KeyboardEvent) => {
      // The Markdown editor is below a shadow root.
      const [target] = event.composedPath()
      const typing =
        target instanceof Element && target.closest('input:not([type=radio]), textarea, [contenteditable]')
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || typing) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [act])
}
