import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { alerted } from '../../testing/alerted'
import { expectConsole } from '../../testing/console-watch'
import { openSite } from '../../testing/render-app'
import { api, replayApi, stored } from '../../testing/replay-api'

const call = 'POST /api/users/email/confirm/'
const good = '/confirm-email#Nw.d3x8kz-good'
const changed = 'Your e-mail address is new@example.net now. You sign in with it from now on.'
const network = 'Network error — please try again.'

beforeEach(() => replayApi('anonymous'))

async function confirmLink() {
  const user = openSite(good)
  await user.click(await screen.findByRole('button', { name: 'Confirm address' }))
  return user
}
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('the token leaves address and history before it is sent', async () => {
  const release = api.hold(call)
  const before = history.length
  const user = openSite(good)
  // Mail scanners open links, but do not press buttons.
  const button = await screen.findByRole('button', { name: 'Confirm address' })
  expect(location.pathname + location.hash).toBe('/confirm-email')
  expect(api.requests).toEqual([])
  await user.click(button)
  await screen.findByRole('button', { name: 'Confirming...' })
  release()
  await screen.findByText(changed)
  expect(api.bodies(call)).toEqual([{ token: 'Nw.d3x8kz-good' }])
  expect(history.length).toBe(before)
  expect(document.title).toMatch(/^Your e-mail address/)
})

test('keeps the session and updates the profile', async () => {
  replayApi('user')
  api.respondOnce(call, () => {
    api.answer('GET /api/users/profile/', 200, {
      id: 1,
      email: 'new@example.net',
      first_name: '',
      last_name: '',
    })
    return Response.json({ email: 'new@example.net', changed: true })
  })
  const user = await confirmLink()
  await screen.findByText(changed)
  await user.click(screen.getByRole('link', { name: 'Go to your profile' }))
  await screen.findByRole('heading', { level: 1, name: 'new@example.net' })
})

test('a session that ended by it is over here too', async () => {
  expectConsole('error', 'Error fetching profile')
  replayApi('user')
  api.respondOnce(call, () => {
    api.endSession()
    return Response.json({ email: 'new@example.net', changed: true })
  })
  await confirmLink()
  await screen.findByText(changed)
  expect(link('Sign in')).toBe('/signin')
  expect(stored().access).toBeNull()
})

test.each([
  ['email-dead', 'This link is invalid or has expired. Request another one in your profile.'],
  [
    'email-taken-since',
    'This address now belongs to another account. Choose a different one in your profile.',
  ],
])('%s leads to the profile', async (answer, text) => {
  api.replay(answer)
  await confirmLink()
  await alerted(text)
  expect(link('Go to your profile')).toBe('/profile')
})

test.each([
  ['is lost', () => api.disconnect(call), network],
  ['is a page', () => api.page(call, 502), network],
  ['asks to wait', () => api.once(call, 429, { detail: 'Request was throttled.' }), 'Request was throttled.'],
])('when the answer %s, the link can be tried again', async (_, answer, text) => {
  answer()
  const user = await confirmLink()
  await alerted(text)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(changed)
})

test('a page without a token sends nothing until a link follows', async () => {
  const user = openSite('/confirm-email')
  await alerted(
    'This page needs the whole link from the mail. Open it there, or ask for another one on your profile.',
  )
  expect(api.requests).toEqual([])
  act(() => {
    history.pushState(null, '', good)
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await user.click(await screen.findByRole('button', { name: 'Confirm address' }))
  await screen.findByText(changed)
  expect(location.hash).toBe('')
})

test.each([
  [false, 'Your e-mail address edda@example.test is confirmed. You’re all set.'],
  [true, 'Your e-mail address edda@example.test is already confirmed.'],
])('confirms the address of a new account, already: %s', async (already, text) => {
  api.once(call, 200, { email: 'edda@example.test', changed: false, already })
  await confirmLink()
  await screen.findByText(text)
})
