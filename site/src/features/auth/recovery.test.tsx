import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { alerted, under } from '../../testing/alerted'
import { openSite } from '../../testing/render-app'
import { api, replayApi } from '../../testing/replay-api'

const ask = 'POST /backend/forgotpasswordreset/'
const call = 'POST /backend/password-reset-confirm/{uidb64}/{token}/'
const path = '/reset-password/Nw/d3x8kz-good'

beforeEach(() => replayApi('anonymous'))

const first = () => screen.getByLabelText<HTMLInputElement>('New password')
const second = () => screen.getByLabelText<HTMLInputElement>('Confirm new password')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Reset|Send)/ })

async function openForm(at = path) {
  const user = openSite(at)
  await screen.findByRole('heading', { level: 1 })
  return user
}

async function reset() {
  const user = await openForm()
  await user.type(first(), 'tangerine bus 99')
  await user.type(second(), 'tangerine bus 99')
  await user.click(button())
  return user
}

async function askForLink() {
  const user = await openForm('/forgot-password')
  await user.type(screen.getByLabelText('E-mail'), 'edda@example.test')
  await user.click(button())
  return user
}

test('asks for a link once, and leads to the sign-in screen', async () => {
  const release = api.hold(ask)
  const user = await askForLink()
  const email = screen.getByLabelText<HTMLInputElement>('E-mail')
  expect([email.type, email.required, email.form?.noValidate]).toEqual(['email', true, false])
  const busy = await screen.findByRole('button', { name: 'Sending Link...' })
  expect(busy.getAttribute('aria-disabled')).toBe('true')
  await user.click(busy)
  release()
  await screen.findByText(/^If there is an account/)
  expect(button().disabled).toBe(true)
  await user.type(email, '{Enter}')
  expect(api.bodies(ask)).toEqual([{ email: 'edda@example.test' }])
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin')
})

test.each([
  ['refuses the address', () => api.once(ask, 400, { email: ['Enter a valid email address.'] })],
  ['has had enough', () => api.once(ask, 429, { detail: 'Request was throttled.' })],
  ['is not reached', () => api.disconnect(ask)],
])('when the server %s, it says so, and the link can be asked for again', async (_, answer) => {
  answer()
  const user = await askForLink()
  await alerted('An unexpected error occurred. Please try again.')
  await user.click(button())
  await screen.findByText(/^If there is an account/)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a new password leads to the sign-in screen after 3000 ms', async () => {
  await openForm()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const before = history.length
  fireEvent.change(first(), { target: { value: 'tangerine bus 99' } })
  fireEvent.change(second(), { target: { value: 'tangerine bus 99' } })
  fireEvent.click(button())
  while (!screen.queryByText(/Redirecting/)) await act(() => new Promise(setImmediate))
  screen.getByText('Your password has been reset. Redirecting to sign in...')
  expect(api.bodies(call)).toEqual([{ new_password: 'tangerine bus 99', new_password2: 'tangerine bus 99' }])
  await act(() => vi.advanceTimersByTimeAsync(2999))
  expect(location.pathname).toBe(path)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(location.pathname).toBe('/signin')
  expect(history.length).toBe(before)
})

test('different passwords are reported when the second field is left, and are not sent', async () => {
  const user = await openForm()
  await user.type(first(), 'tangerine bus 99')
  await user.tab()
  await user.type(second(), 'tangerine bus 98')
  expect(screen.queryByText('Passwords do not match.')).toBeNull()
  await user.tab()
  expect(under(second())).toBe('Passwords do not match.')
  expect([first(), second()].map((input) => input.getAttribute('aria-invalid'))).toEqual([null, 'true'])
  await user.type(second(), '{Enter}')
  expect(document.activeElement).toBe(second())
  expect(api.requests).toEqual([])
  await user.type(second(), '{Backspace}9')
  await user.tab()
  expect(screen.queryByText('Passwords do not match.')).toBeNull()
})

test('two spellings of one password in Unicode match', async () => {
  const user = await openForm()
  await user.type(first(), 'Zoë prépare')
  await user.type(second(), `${'Zoë prépare'.normalize('NFD').replace(' ', '\u00a0')}{Enter}`)
  await screen.findByRole('link', { name: 'Sign in now' })
})

test('the form itself requires both fields', async () => {
  const user = await openForm()
  expect([first().required, second().required, first().form?.noValidate]).toEqual([true, true, true])
  await user.click(button())
  expect(screen.getAllByText('This field is required.')).toHaveLength(2)
  expect(document.activeElement).toBe(first())
  await user.type(first(), 'tangerine bus 99{Enter}')
  await waitFor(() => expect(screen.getAllByText('This field is required.')).toHaveLength(1))
  expect(document.activeElement).toBe(second())
  expect(api.requests).toEqual([])
})

test('the button says that it is busy, and sends once', async () => {
  const release = api.hold(call)
  const user = await reset()
  const busy = await screen.findByRole('button', { name: 'Resetting Password...' })
  expect(busy.getAttribute('aria-disabled')).toBe('true')
  await user.click(busy)
  release()
  await screen.findByText(/Redirecting/)
  expect(api.sent(call)).toHaveLength(1)
})

const expired = 'The reset link is invalid or has expired. Please try again.'

test.each([
  ['a detail', () => api.once(call, 400, { detail: 'This link was used.' }), 'This link was used.'],
  ['errors of a field', () => api.once(call, 400, { new_password: ['Short.', 'Common.'] }), 'Short. Common.'],
  ['a list', () => api.once(call, 400, ['Not today.', 'Nor tomorrow.']), 'Not today.'],
  ['no words', () => api.once(call, 400, {}), expired],
  ['a page', () => api.page(call, 502), expired],
  ['nothing', () => api.once(call, 400), expired],
  ['no answer', () => api.disconnect(call), expired],
])('when the server gives %s, the alert says so and takes the focus', async (_, answer, text) => {
  answer()
  await reset()
  await alerted(text)
  expect(first().value).toBe('tangerine bus 99')
  expect(location.pathname).toBe(path)
})
