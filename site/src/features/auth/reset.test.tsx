import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeServer, json } from '../../testing/fake-server'
import { openSite } from '../../testing/render-app'

const good = '/reset-password/Nw/d3x8kz-good'
const call = 'POST /backend/password-reset-confirm/Nw/d3x8kz-good/'
const expired = 'The reset link is invalid or has expired. Please try again.'
let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
})

const first = () => screen.getByLabelText<HTMLInputElement>('New password')
const second = () => screen.getByLabelText<HTMLInputElement>('Confirm new password')
const button = () => screen.getByRole('button', { name: /^Reset/ })

async function open(path = good) {
  const user = openSite(path)
  await screen.findByRole('heading', { level: 1 })
  return user
}

async function reset(path = good) {
  const user = await open(path)
  await user.type(first(), 'tangerine bus 99')
  await user.type(second(), 'tangerine bus 99')
  await user.click(button())
  return user
}

const under = (input: HTMLInputElement) =>
  document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent

test('sets the password, says so, and leads to the sign-in screen after 3000 ms', async () => {
  await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const before = history.length
  fireEvent.change(first(), { target: { value: 'tangerine bus 99' } })
  fireEvent.change(second(), { target: { value: 'tangerine bus 99' } })
  fireEvent.click(button())
  while (!screen.queryByText(/Redirecting/)) await act(() => new Promise(setImmediate))

  const note = screen.getByText('Your password has been reset. Redirecting to sign in...')
  expect(document.activeElement).toBe(note.closest('[role=status]'))
  expect(server.requestsTo(call).map(({ body }) => body)).toEqual([
    { new_password: 'tangerine bus 99', new_password2: 'tangerine bus 99' },
  ])
  expect(server.password).toBe('tangerine bus 99')
  expect(screen.queryByLabelText('New password')).toBeNull()

  await act(() => vi.advanceTimersByTimeAsync(2999))
  expect(location.pathname).toBe(good)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(location.pathname).toBe('/signin')
  expect(history.length).toBe(before)
})

test('following the link cancels the redirect', async () => {
  const user = await reset()
  await user.click(await screen.findByRole('link', { name: 'Sign in now' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(location.pathname).toBe('/signin')
})

test('different passwords are reported when the second field is left', async () => {
  const user = await open()
  await user.type(first(), 'tangerine bus 99')
  await user.tab()
  expect(screen.queryByText('Passwords do not match.')).toBeNull()
  await user.type(second(), 'tangerine bus 98')
  expect(screen.queryByText('Passwords do not match.')).toBeNull()
  await user.tab()
  expect(under(second())).toBe('Passwords do not match.')
  expect([first(), second()].map((input) => input.getAttribute('aria-invalid'))).toEqual([null, 'true'])

  await user.clear(second())
  await user.type(second(), 'tangerine bus 99')
  await user.tab()
  expect(screen.queryByText('Passwords do not match.')).toBeNull()
})

test('two spellings of one password in Unicode match', async () => {
  const user = await open()
  await user.type(first(), 'Zoë prépare')
  await user.type(second(), `${'Zoë prépare'.normalize('NFD')}{Enter}`)
  await user.click(await screen.findByRole('link', { name: 'Sign in now' }))
  expect(server.requestsTo(call)).toHaveLength(1)
})

test('different passwords are reported when the form is sent, which it is not', async () => {
  const user = await open()
  await user.type(first(), 'tangerine bus 99')
  await user.type(second(), 'tangerine bus 98{Enter}')
  expect(under(second())).toBe('Passwords do not match.')
  expect(document.activeElement).toBe(second())
  expect(server.requests).toEqual([])
})

test('the form itself requires both fields', async () => {
  const user = await open()
  expect([first().required, second().required, first().form?.noValidate]).toEqual([true, true, true])
  await user.click(button())
  expect(screen.getAllByText('This field is required.')).toHaveLength(2)
  expect(document.activeElement).toBe(first())
  await user.type(first(), 'tangerine bus 99{Enter}')
  await waitFor(() => expect(screen.getAllByText('This field is required.')).toHaveLength(1))
  expect(document.activeElement).toBe(second())
  expect(server.requests).toEqual([])
})

test('the button says that it is busy, and sends once', async () => {
  const release = server.delay(call)
  const user = await reset()
  const busy = await screen.findByRole('button', { name: 'Resetting Password...' })
  expect(busy.getAttribute('aria-disabled')).toBe('true')
  await user.click(busy)
  release()
  await screen.findByText(/Redirecting/)
  expect(server.requestsTo(call)).toHaveLength(1)
})

test.each([
  ['a detail', () => json(400, { detail: 'This link was used.' }), 'This link was used.'],
  [
    'faults of a field',
    () => json(400, { new_password: ['Too short.', 'Too common.'] }),
    'Too short. Too common.',
  ],
  ['a list', () => json(400, ['Not today.', 'Nor tomorrow.']), 'Not today.'],
  ['no words', () => json(400, {}), expired],
  ['a page', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), expired],
  ['nothing', () => new Response(null, { status: 400 }), expired],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), expired],
])('when the server gives %s, the alert says so and takes the focus', async (_, answer, text) => {
  server.next(call, answer)
  await reset()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(text)
  expect(document.activeElement).toBe(alert)
  expect(first().value).toBe('tangerine bus 99')
  expect(location.pathname).toBe(good)
})

test('a dead link is reported with the message of the server, with a way to another', async () => {
  await reset('/reset-password/Nw/d3x8kz-dead')
  expect((await screen.findByRole('alert')).textContent).toBe(expired)
  expect(screen.getByRole('link', { name: 'Ask for another' }).getAttribute('href')).toBe('/forgot-password')
})

test("neither the link's parts nor the password are logged", async () => {
  await reset()
  await screen.findByText(/Redirecting/)
  const logged = vi.mocked(console.info).mock.calls.flat().join('\n')
  expect(logged).toMatch(/^POST \/backend\/password-reset-confirm\/\{uidb64\}\/\{token\}\/ 200 \d+ ms$/m)
  for (const secret of ['Nw', 'd3x8kz', 'tangerine']) expect(logged).not.toContain(secret)
})
