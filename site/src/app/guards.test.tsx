import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { browser } from '../lib/browser'
import { screens } from './screens'
import { expectConsole } from '../testing/console-watch'
import profile from '../testing/golden/profile-staff.json'
import { api, replayApi, stored } from '../testing/replay-api'
import { openSite } from '../testing/render-app'

const staffUser = profile.body

const staffOnly = screens.filter(({ kind }) => kind === 'staff').map(({ path }) => path)
const usersOnly = screens.filter(({ kind }) => kind === 'user').map(({ path }) => path)
const guarded = [...staffOnly, ...usersOnly]

beforeEach(() => replayApi('anonymous'))

test('only these screens are open to everybody', () => {
  const open = screens.filter(({ path }) => !guarded.includes(path)).map(({ path }) => path)
  expect(open).toEqual([
    '/login',
    '/signin',
    '/register',
    '/forgot-password',
    '/reset-password/:uidb64/:token',
    '/confirm-email',
    '/app-login',
    '/login-failed',
    '/s/:ref',
    '/setup',
  ])
  expect(usersOnly).toEqual(['/welcome', '/profile'])
})

test.each(guarded.flatMap((path) => [path, `${path}/`]))(
  '%s redirects anonymous visitors to the sign-in screen',
  async (path) => {
    const before = window.history.length
    openSite(path)
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(window.location.pathname).toBe('/signin')
    expect(window.history.length).toBe(before)
    expect(api.requests).toEqual([])
  },
)

test.each(guarded)('%s fetches nothing while the session is checked', async (path) => {
  api.signIn()
  const release = api.hold('GET /api/users/profile/')
  openSite(path)
  await screen.findByText('Loading Authentication...')
  expect(api.requests.map((request) => request.path)).toEqual(['/api/users/profile/'])
  release()
  await waitFor(() => expect(screen.queryByText('Loading Authentication...')).toBeNull())
  await screen.findByRole('heading', { level: 1 })
  expect(window.location.pathname).toBe(path)
})

test.each(guarded)('%s reports an unreachable API', async (path) => {
  expectConsole('error', 'Error fetching profile 502')
  expectConsole('error', 'The session check failed 502')
  const tokens = api.signIn()
  api.once('GET /api/users/profile/', 502, {})
  const user = openSite(path)
  await screen.findByRole('heading', { level: 1, name: 'This page could not be loaded' })
  expect(screen.getByText(/The server does not answer\. You stay signed in/)).toBeTruthy()
  expect(window.location.pathname).toBe(path)
  expect(stored()).toEqual(tokens)
  expect(api.requests.map((request) => request.path)).toEqual(['/api/users/profile/'])
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('This page could not be loaded')).toBeNull())
  await screen.findByRole('heading', { level: 1 })
  expect(window.location.pathname).toBe(path)
})

test('a staff screen survives an outage during a renewal and then loads its data', async () => {
  api.signIn()
  const user = openSite('/documents')
  // A screen that still loads would meet the outage first.
  await screen.findAllByRole('cell')
  api.refuseAccess()
  const tokens = stored()
  api.once('POST /api/token/refresh/', 503, {})
  await user.click(screen.getAllByRole('link', { name: 'Galleries' })[0] as HTMLElement)
  await screen.findByText('Failed to load galleries. Access denied or server error.')
  expect(stored()).toEqual(tokens)
  expect(screen.getByText('Offline')).toBeTruthy()
  fireEvent.focus(window)
  await screen.findByText('page logos')
  expect(screen.queryByText('Offline')).toBeNull()
})

test.each(staffOnly)('%s sends a signed-in visitor who is not staff to the front page', async (path) => {
  expectConsole('warn', 'Access Denied: User is not a superuser.')
  api.signIn()
  api.answer('GET /api/users/profile/', 200, { ...staffUser, is_staff: false })
  openSite(path)
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  expect(api.requests.map((request) => request.path)).toEqual(['/api/users/profile/'])
})

test.each(usersOnly)('%s admits all users', async (path) => {
  api.signIn()
  api.answer('GET /api/users/profile/', 200, { ...staffUser, is_staff: false })
  openSite(path)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('Some')
  expect(window.location.pathname).toBe(path)
})

test('the welcome screen shows staff the dashboard', async () => {
  const destinations = () =>
    screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
  api.signIn()
  openSite('/welcome')
  await screen.findByRole('heading', { level: 1 })
  expect(destinations()).toEqual(['Dashboard', 'Your profile', 'The site'])
  cleanup()
  api.answer('GET /api/users/profile/', 200, { ...staffUser, is_staff: false })
  openSite('/welcome')
  await screen.findByRole('heading', { level: 1 })
  expect(destinations()).toEqual(['Your profile', 'The site'])
})

describe.each(['true', 1, {}, null, undefined])('staff means is_staff exactly true, not %j', (value) => {
  beforeEach(() => {
    api.signIn()
    api.answer('GET /api/users/profile/', 200, { ...staffUser, is_staff: value as boolean })
  })

  test('at a guard', async () => {
    expectConsole('warn', 'Access Denied: User is not a superuser.')
    openSite('/photos')
    await waitFor(() => expect(window.location.pathname).toBe('/'))
  })

  test('in the bar, its two menus, the welcome and the profile', async () => {
    const user = openSite('/welcome')
    const destinations = () =>
      screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
    await screen.findByRole('heading', { level: 1 })
    expect(destinations()).toEqual(['Your profile', 'The site'])
    await user.click(screen.getByRole('link', { name: 'Your profile' }))
    await screen.findByText('staff@example.test', { selector: 'main *' })
    expect(screen.queryByText('Staff')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    await screen.findByRole('dialog', { name: 'Menu' })
    for (const name of ['Dashboard', 'Docs Admin', 'Photos Admin', 'Backend admin']) {
      expect(screen.queryByText(name)).toBeNull()
    }
  })
})

test('an expired session leads to the sign-in screen and back', async () => {
  api.signIn()
  const user = openSite('/photos')
  await screen.findByText('Alone')
  api.endSession()
  await user.type(screen.getByLabelText('Name'), 'Harbour')
  await user.click(screen.getByRole('button', { name: 'Create Gallery' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(window.location.pathname).toBe('/signin')
  expect(stored()).toEqual({ access: null, refresh: null })

  await user.type(screen.getByLabelText('E-mail'), 'staff@example.test')
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  await waitFor(() => expect(browser.goTo).toHaveBeenCalledExactlyOnceWith('/photos'))
})

test.each(['/dashboard', '/profile'])(
  'redirects staff without a required second factor from %s to their profile once',
  async (path) => {
    api.signIn()
    api.answer('GET /api/dashboard/', 403, {
      detail: 'Set one up on your profile first.',
      code: 'second_factor_setup_required',
    })
    openSite(path)
    await waitFor(() => expect(api.sent('GET /api/dashboard/').length).toBeGreaterThan(0))
    if (path === '/profile') {
      await screen.findByRole('heading', { name: 'Second factor' })
      expect(browser.goTo).not.toHaveBeenCalled()
    } else await waitFor(() => expect(browser.goTo).toHaveBeenCalledExactlyOnceWith('/profile'))
  },
)
