import type { RefCallback } from 'react'

/** Focuses the element with `id`, such as the heading of a list that changed. */
export const focusById = (id: string): void => document.getElementById(id)?.focus()

/** Focuses the row of a list, the link in a tree or the tile in a grid that has `id` as its `data-row`. */
export const focusRow = (id: number | string = '', root: ParentNode | null = document): void =>
  root?.querySelector<HTMLElement>(rowSelector(id))?.focus()

/** Focuses the screen's list or, without one, its content: the target of the skip link. */
export function focusList(): void {
  const target = document.querySelector<HTMLElement>('#list') ?? document.querySelector('main')
  if (!target) return
  target.tabIndex = -1
  target.focus()
}

/** Focuses the content of a new screen, unless the screen has focused one of its fields. */
export function focusMain(): void {
  const main = document.querySelector('main')
  if (!main || main.contains(document.activeElement)) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}

/**
 * A ref for an element that may disappear while it has the focus: the next control in tab order gets it then, starting
 * over after the last one of the page or dialog.
 */
export const passFocusOn: RefCallback<HTMLElement> = (box) => () => {
  const scope = box?.closest<HTMLElement>('dialog, main')
  if (!scope || !box?.contains(document.activeElement)) return
  const controls = [...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
  const [after = [], before = []] = [true, false].map((isAfter) =>
    controls.filter((control) => follows(control, box) === isAfter),
  )
  // By then its replacement is rendered.
  queueMicrotask(() => {
    if (box.isConnected || document.activeElement !== document.body) return
    scope.tabIndex = -1
    // Removed and disabled controls refuse the focus.
    for (const next of [...after, ...before, scope]) {
      next.focus()
      if (document.activeElement === next) return
    }
  })
}

const follows = (control: Element, box: Element) =>
  (box.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/** A ref for a part of a list that may disappear with its neighbours: the list's heading gets the focus then. */
export const passFocusToHeading: RefCallback<HTMLElement> = (box) => () => {
  const heading = headingAround(box)
  if (box?.contains(document.activeElement)) queueMicrotask(() => takeLost(heading))
}

/** The heading of the list around `box`, or of the first list. */
const headingAround = (box: Element | null): HTMLElement | null =>
  (box?.closest('section') ?? document).querySelector('[data-list-heading]')

/** Focuses the element with `id` if nothing has the focus. */
export const focusIfLost = (id: string): void => takeLost(document.getElementById(id))

function takeLost(heading: HTMLElement | null): void {
  // The browser restores the scroll position.
  if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
}

/**
 * Remembers the neighbours of the row `id`. The returned function, called once the row is gone, focuses the next row, the
 * previous one or the list's heading. Rows carry their ID as `data-row`, headings `data-list-heading`.
 */
export function focusAfterRemoval(id: number | string): () => void {
  // Two lists on one screen may use the same ID.
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
