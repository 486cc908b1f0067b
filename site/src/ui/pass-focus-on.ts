import type { RefCallback } from 'react'

/**
 * A ref for what may go away while it has the focus: the next control that is still there gets it then, in the order of
 * the Tab key, which begins anew after the last one of the page or dialog.
 */
export const passFocusOn: RefCallback<HTMLElement> = (box) => () => {
  const scope = box?.closest<HTMLElement>('dialog, main')
  if (!scope || !box?.contains(document.activeElement)) return
  const controls = [...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
  const [after = [], before = []] = [true, false].map((isAfter) =>
    controls.filter((control) => follows(control, box) === isAfter),
  )
  // What takes its place has been rendered by then.
  queueMicrotask(() => {
    if (box.isConnected || document.activeElement !== document.body) return
    scope.tabIndex = -1
    // Those that are gone or disabled do not take it.
    for (const next of [...after, ...before, scope]) {
      next.focus()
      if (document.activeElement === next) return
    }
  })
}

const follows = (control: Element, box: Element) =>
  (box.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
