import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
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
  /** What can be done about it, by Control and Z too. */
  action?: ToastAction | undefined
}

let current: { toast: Toast; id: number } | null = null
const listeners = new Set<() => void>()

/** A message that something was done, and what can be done about it. It disappears by itself, after ten seconds with an action. */
export const showToast = (text: string, action?: ToastAction): void => show({ text, failed: false, action })

/** A message that something went wrong. It stays until it is dismissed. */
export const showErrorToast = (text: string): void => show({ text, failed: true })

export const dismissToast = (): void => show(null)

/** Dismisses a message that something was done, when something else failed; not one that offers an action. */
export function dismissSuccess(): void {
  if (current?.toast.failed === false && !current.toast.action) dismissToast()
}

/** One at a time: each message replaces the one before. */
function show(toast: Toast | null): void {
  current = toast && { toast, id: (current?.id ?? 0) + 1 }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Renders the toasts; the staff layout has one. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => current)
  return (
    // Screen readers announce what comes into a region that they know already.
    <section aria-label="Messages" aria-live="polite" className={styles.toaster}>
      {/* Each is an element of its own, so that the same text twice is announced twice. */}
      {shown && <ToastMessage key={shown.id} {...shown.toast} />}
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

/** Calls `act` for Control and Z, but where the browser takes back what was typed. */
function useShortcut(act: (() => void) | undefined) {
  useEffect(() => {
    if (!act) return
    const onKeyDown = (event: KeyboardEvent) => {
      // The editor of long texts is below a shadow root.
      const [target] = event.composedPath()
      const typing = target instanceof Element && target.closest('input, textarea, [contenteditable]')
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || typing) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [act])
}
