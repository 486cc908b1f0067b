import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { dismissSuccess, showErrorToast, showToast, Toaster } from './toast'

beforeEach(() => void vi.useFakeTimers())

const pass = (seconds: number) => void act(() => vi.advanceTimersByTime(seconds * 1000))
const shown = () => document.querySelector('section[aria-label=Messages]')?.textContent

/** The live regions that announce the element. */
function liveRegions(element: HTMLElement): string[] {
  const regions: string[] = []
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    const live = at.getAttribute('aria-live') ?? at.getAttribute('role')
    if (live !== null && ['polite', 'assertive', 'status', 'alert', 'log'].includes(live)) regions.push(live)
  }
  return regions
}

test.each([
  ['a message', showToast],
  ['a failure', showErrorToast],
])('%s is announced once, in an existing live region', (_, show) => {
  render(<Toaster />)
  const region = screen.getByRole('region', { name: 'Messages' })
  expect(region.getAttribute('aria-live')).toBe('polite')
  act(() => show('Saved.'))
  const first = screen.getByText('Saved.')
  expect(liveRegions(first)).toEqual(['polite'])
  expect(region.contains(first)).toBe(true)
  // The next message is announced too, even with the same text.
  act(() => show('Saved.'))
  expect(liveRegions(screen.getByText('Saved.'))).toEqual(['polite'])
  expect(screen.getByText('Saved.')).not.toBe(first)
  act(() => show('Saved again.'))
  expect(shown()).toBe('Saved again.')
})

test('hides a success after six seconds and a failure when dismissed', () => {
  render(<Toaster />)
  act(() => showToast('Saved.'))
  pass(5.9)
  expect(shown()).toBe('Saved.')
  pass(0.1)
  expect(shown()).toBe('')
  act(() => showErrorToast('Not saved.'))
  pass(3600)
  expect(shown()).toBe('Not saved.')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(shown()).toBe('')
})

test('shows a newer message for six seconds', () => {
  render(<Toaster />)
  act(() => showToast('One.'))
  pass(5)
  act(() => showToast('Two.'))
  pass(5)
  expect(shown()).toBe('Two.')
})

test.each([
  ['pointer', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['focus', fireEvent.focus, fireEvent.blur],
])('does not hide under the %s', (_, enter, leave) => {
  render(<Toaster />)
  act(() => showToast('Saved.'))
  const button = screen.getByRole('button', { name: 'Dismiss' })
  enter(button.parentElement ?? button)
  pass(60)
  expect(shown()).toBe('Saved.')
  leave(button.parentElement ?? button)
  pass(6)
  expect(shown()).toBe('')
})

test('returns the focus when dismissed', () => {
  render(
    <>
      <input aria-label="Name" />
      <Toaster />
    </>,
  )
  const input = screen.getByRole('textbox', { name: 'Name' })
  act(() => input.focus())
  act(() => showErrorToast('Not saved.'))
  const button = screen.getByRole('button', { name: 'Dismiss' })
  act(() => button.focus())
  fireEvent.click(button)
  expect(document.activeElement).toBe(input)
})

const undone = vi.fn()
const deleted = () => act(() => showToast('Deleted “Crane”.', { label: 'Undo', run: undone }))

test('shows a message with an action for ten seconds and announces the shortcut', () => {
  render(<Toaster />)
  deleted()
  expect(screen.getByText('Deleted “Crane”.').parentElement?.textContent).toBe(
    'Deleted “Crane”. Undo with Control and Z.',
  )
  pass(9.9)
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined()
  pass(0.1)
  expect(shown()).toBe('')
})

test.each(['click', 'ctrlKey', 'metaKey'])('runs the action once on %s and hides the message', (way) => {
  undone.mockClear()
  render(<Toaster />)
  deleted()
  if (way === 'click') fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  else fireEvent.keyDown(document.body, { key: 'z', [way]: true })
  expect(shown()).toBe('')
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(undone).toHaveBeenCalledTimes(1)
})

test('dismissSuccess hides a success but no action and no failure', () => {
  render(<Toaster />)
  act(() => showToast('Saved.'))
  act(dismissSuccess)
  expect(shown()).toBe('')
  deleted()
  act(dismissSuccess)
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined()
  act(() => showErrorToast('Not saved.'))
  act(dismissSuccess)
  expect(shown()).toBe('Not saved.')
})

test('leaves Ctrl+Z in a field to the browser', () => {
  undone.mockClear()
  render(
    <>
      <input aria-label="Name" />
      <Toaster />
    </>,
  )
  deleted()
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'z', ctrlKey: true })
  expect(undone).not.toHaveBeenCalled()
})
