import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { alerted } from '../../testing/alerted'
import { browser } from '../../lib/browser'
import { openSite } from '../../testing/render-app'
import { api, replayApi } from '../../testing/replay-api'

const open = 'POST /api/shares/open/'
const path = '/s/kV7w2mQx9TfRpLn4kV7w2m'
const wrong = 'This was shared with another address.'

beforeEach(() => replayApi('anonymous'))

test('signs a visitor in, and then loads the page that was shared', async () => {
  api.answer(open, 204)
  const user = openSite(path)
  await screen.findByText(/^Sign in to see what \S+ shared with you\.$/)
  const register = await screen.findByRole('link', { name: 'Register' })
  await user.type(screen.getByLabelText('E-mail'), 'staff@example.test')
  await user.type(screen.getByLabelText('Password'), 'tangerine bus 99')
  expect(api.sent(open)).toEqual([])
  expect(register.getAttribute('href')).toBe('/register')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(browser.reload).toHaveBeenCalledOnce())
  expect(browser.goTo).not.toHaveBeenCalled()
  expect(api.bodies(open)).toEqual([{ ref: path.slice(3) }])
  expect(location.pathname).toBe(path)
})

test('a registration that started here comes back', async () => {
  const user = openSite(path)
  await user.click(await screen.findByRole('link', { name: 'Register' }))
  await screen.findByRole('heading', { name: 'Register' })
  await user.click(screen.getByRole('link', { name: 'Sign in' }))
  await user.type(await screen.findByLabelText('E-mail'), 'a@example.test')
  await user.type(screen.getByLabelText('Password'), 'tangerine bus 99')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(browser.goTo).toHaveBeenCalledWith(path))
})

test('offers no account while registration is closed', async () => {
  api.answer('GET /api/users/register/', 200, { open: false })
  openSite(path)
  await screen.findByLabelText('E-mail')
  await waitFor(() => expect(api.sent('GET /api/users/register/')).toHaveLength(1))
  expect(screen.queryByRole('link', { name: 'Register' })).toBeNull()
})

test('says that it was shared with another address, and signs out', async () => {
  api.signIn('user')
  api.answer(open, 403, { detail: wrong })
  const user = openSite(path)
  await alerted(wrong)
  expect(browser.reload).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  await screen.findByLabelText('E-mail')
})

test('loads the page of a share that has ended', async () => {
  api.signIn('user')
  api.answer(open, 404, { detail: 'Not found.' })
  openSite(path)
  await waitFor(() => expect(browser.reload).toHaveBeenCalledOnce())
  expect(screen.queryByText(/^It ran out/)).toBeNull()
})

test.each([
  [404, /^It ran out or was revoked\. Ask \S+ for a new one\.$/],
  [204, /^Your browser doesn’t let this site store cookies\./],
])('a second answer with %i does not load again', async (status, text) => {
  api.signIn('user')
  api.answer(open, status, status === 404 ? { detail: 'Not found.' } : undefined)
  openSite(path)
  await waitFor(() => expect(browser.reload).toHaveBeenCalledOnce())
  cleanup()
  openSite(path, history.state)
  await screen.findByText(text)
  expect(browser.reload).toHaveBeenCalledOnce()
})

test('tries again after a failure', async () => {
  api.signIn('user')
  api.disconnect(open)
  api.answer(open, 204)
  const user = openSite(path)
  await alerted('Network error — please try again.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(browser.reload).toHaveBeenCalledOnce())
})

test('loads the page from the host of the API', async () => {
  vi.stubEnv('API_ORIGIN', 'https://api.example.test')
  api.signIn('user')
  api.answer(open, 204)
  openSite(path)
  await waitFor(() => expect(browser.goTo).toHaveBeenCalledWith(`https://api.example.test${path}`))
  expect(browser.reload).not.toHaveBeenCalled()
})
