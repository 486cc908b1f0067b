import { act, render, screen } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, expect, test } from 'vitest'
import { showToast, showErrorToast } from './toast'
import { Toaster } from './toaster'

afterEach(() => void toast.dismiss())

/** What would read the element aloud when it appears: each live region that it stands in. */
function liveRegions(element: HTMLElement): string[] {
  const regions: string[] = []
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    const live = at.getAttribute('aria-live') ?? at.getAttribute('role')
    if (live !== null && ['polite', 'assertive', 'status', 'alert', 'log'].includes(live)) regions.push(live)
  }
  return regions
}

test.each([
  ['status', showToast],
  ['alert', showErrorToast],
])('a message is said once, as %s', async (role, say) => {
  render(<Toaster />)
  act(() => say('Saved.'))
  expect(liveRegions(await screen.findByText('Saved.'))).toEqual([role])
  // The next message is said in the same way, also after the list has been drawn anew.
  act(() => say('Saved again.'))
  expect(liveRegions(await screen.findByText('Saved again.'))).toEqual([role])
})
