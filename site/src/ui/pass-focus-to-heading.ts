import type { RefCallback } from 'react'

/**
 * A ref for what may go away while it has the focus, as by Back, and what follows is as new as it: the heading of the list
 * that it is part of gets it then.
 */
export const passFocusToHeading: RefCallback<HTMLElement> = (box) => () => {
  const heading = box?.closest('section')?.querySelector<HTMLElement>('[data-list-heading]')
  if (!box?.contains(document.activeElement)) return
  queueMicrotask(() => {
    // The browser restores how far the page was scrolled.
    if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
  })
}
