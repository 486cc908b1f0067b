import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeServer, json } from '../../testing/fake-server'
import { openSite } from '../../testing/render-app'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
})

const email = () => screen.getByLabelText<HTMLInputElement>('E-mail')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Send/ })

async function ask() {
  const user = openSite('/forgot-password')
  await screen.findByRole('heading', { level: 1 })
  await user.type(email(), 'edda@example.test')
  await user.click(button())
  return user
}

test("shows the server's message, focuses it and cannot be sent again", async () => {
  const user = await ask()
  const note = (await screen.findByText(/^If there is an account/)).closest('[role=status]')
  expect(note?.textContent).toBe(
    'If there is an account with this e-mail address, a link to reset its password is on its way.',
  )
  expect(document.activeElement).toBe(note)
  expect(button().textContent).toBe('Send Password Reset Link')
  expect(button().disabled).toBe(true)
  await user.click(button())
  await user.type(email(), '{Enter}')
  expect(server.accounts.mailed).toEqual(['edda@example.test'])
})

test('the browser itself asks for an e-mail address', async () => {
  openSite('/forgot-password')
  await screen.findByRole('heading', { level: 1 })
  expect([email().type, email().required, email().form?.noValidate]).toEqual(['email', true, false])
})

test('the button says that it is busy, and sends once', async () => {
  const release = server.delay('POST /backend/forgotpasswordreset/')
  const user = await ask()
  const busy = await screen.findByRole('button', { name: 'Sending Link...' })
  expect(busy.getAttribute('aria-disabled')).toBe('true')
  await user.click(busy)
  release()
  await screen.findByText(/^If there is an account/)
  expect(server.requestsTo('POST /backend/forgotpasswordreset/').map(({ body }) => body)).toEqual([
    { email: 'edda@example.test' },
  ])
})

test.each([
  ['refuses the address', () => json(400, { email: ['Enter a valid email address.'] })],
  ['has had enough', () => json(429, { detail: 'Request was throttled. Expected available in 9 seconds.' })],
  ['breaks', () => json(500, { detail: 'A server error occurred.' })],
  ['is not reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('when the server %s it says so, and the form can be sent again', async (_, answer) => {
  server.next('POST /backend/forgotpasswordreset/', answer)
  const user = await ask()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('An unexpected error occurred. Please try again.')
  expect(document.activeElement).toBe(alert)
  expect(button().disabled).toBe(false)
  await user.click(button())
  await screen.findByText(/^If there is an account/)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a link leads to the sign-in screen', async () => {
  openSite('/forgot-password')
  expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe('/signin')
})
