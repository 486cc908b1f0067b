import type { RefCallback } from 'react'

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
