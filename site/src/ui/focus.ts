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

/**
 * A ref for what may go away while it has the focus, as by Back, and what follows is as new as it: the heading of the list
 * that it is part of gets it then.
 */
export const passFocusToHeading: RefCallback<HTMLElement> = (box) => () => {
  const heading = headingAround(box)
  if (box?.contains(document.activeElement)) queueMicrotask(() => focusIfLost(heading))
}

/** The heading of the list that `box` is part of, or else of the first list. */
export const headingAround = (box: Element | null): HTMLElement | null =>
  (box?.closest('section') ?? document).querySelector('[data-list-heading]')

/** Gives `heading` the focus where nothing has it. */
export function focusIfLost(heading: HTMLElement | null): void {
  // The browser restores how far the page was scrolled.
  if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
}

/**
 * Remembers where the focus goes when the row `id` of a list is removed. Call the function that is returned when the list
 * has been rendered without it: it focuses the row that followed, or else the one before, or else the list's heading.
 * Rows carry their id as `data-row`, headings of lists `data-list-heading`; both can take the focus.
 */
export function focusAfterRemoval(id: number | string): () => void {
  // Another list of the screen may have a row of that id.
  const row =
    document.querySelector(`${rowSelector(id)}[data-pending]`) ?? document.querySelector(rowSelector(id))
  const list = row?.closest('section')
  const rows = [...(list?.querySelectorAll('[data-row]') ?? [])]
  const index = rows.findIndex((other) => other === row)
  const neighbours = [rows[index + 1], rows[index - 1]].map((other) => other?.getAttribute('data-row'))
  return () => {
    const targets = [
      ...neighbours.map((other) => other && list?.querySelector(rowSelector(other))),
      list?.querySelector('[data-list-heading]'),
    ]
    const target = targets.find((element) => element instanceof HTMLElement)
    if (target instanceof HTMLElement) target.focus()
  }
}

const rowSelector = (id: number | string) => `[data-row="${id}"]`
