import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { browser } from '../lib/browser'
import { screens } from './screens'
import { expectConsole } from '../testing/console-watch'
import { FakeServer, json, staffUser } from '../testing/fake-server'
import { openSite, signedIn, stored } from '../testing/render-app'

const staffOnly = screens.filter(({ kind }) => kind === 'staff').map(({ path }) => path)
const usersOnly = screens.filter(({ kind }) => kind === 'user').map(({ path }) => path)
const guarded = [...staffOnly, ...usersOnly].flatMap((path) => [path, `${path}/`])
let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
})

test('guards all routes for users and staff', () => {
  expect(staffOnly).toEqual(expect.arrayContaining(['/dashboard', '/photos', '/admin/photos']))
  expect(usersOnly).toEqual(['/welcome', '/profile'])
})

test.each(guarded)('%s redirects anonymous visitors to the sign-in screen', async (path) => {
  const goTo = vi.spyOn(browser, 'goTo').mockImplementation(() => undefined)
  const before = window.history.length
  const user = openSite(path)
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(window.location.pathname).toBe('/signin')
  expect(window.history.length).toBe(before)
  expect(server.requests).toEqual([])

  await user.type(screen.getByLabelText('E-mail'), 'edda@example.test')
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith(path))
})

test.each(guarded)('%s fetches nothing while the session is checked', async (path) => {
  signedIn(server)
  const release = server.delay('GET /api/users/profile/')
  openSite(path)
  await screen.findByText('Loading Authentication...')
  expect(server.requests.map((request) => request.path)).toEqual(['/api/users/profile/'])
  release()
  await waitFor(() => expect(screen.queryByText('Loading Authentication...')).toBeNull())
  await screen.findByRole('heading', { level: 1 })
  expect(window.location.pathname).toBe(path)
})

test.each(guarded)('%s reports an unreachable API', async (path) => {
  expectConsole('error', 'Error fetching profile 502')
  expectConsole('error', 'The session check failed 502')
  const tokens = signedIn(server)
  server.next('GET /api/users/profile/', () => json(502, {}))
  const user = openSite(path)
  await screen.findByRole('heading', { level: 1, name: 'This page could not be loaded' })
  expect(screen.getByText(/The server does not answer\. You stay signed in/)).toBeTruthy()
  expect(window.location.pathname).toBe(path)
  expect(stored()).toEqual(tokens)
  expect(server.requests.map((request) => request.path)).toEqual(['/api/users/profile/'])
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('This page could not be loaded')).toBeNull())
  await screen.findByRole('heading', { level: 1 })
  expect(window.location.pathname).toBe(path)
})

test('a staff screen survives an outage during a renewal and then loads its data', async () => {
  signedIn(server)
  const user = openSite('/dashboard')
  await screen.findByRole('heading', { level: 1 })
  server.sessions.refuseAccess()
  const tokens = stored()
  server.next('POST /api/token/refresh/', () => json(503, {}))
  await user.click(screen.getAllByRole('link', { name: 'Galleries' })[0] as HTMLElement)
  await screen.findByText('Failed to load galleries. Access denied or server error.')
  expect(stored()).toEqual(tokens)
  expect(screen.getByText('Offline')).toBeTruthy()
  fireEvent.focus(window)
  await screen.findByText('No galleries created yet.')
  expect(screen.queryByText('Offline')).toBeNull()
})

test.each(staffOnly.flatMap((path) => [path, `${path}/`]))(
  '%s sends a signed-in visitor who is not staff to the front page',
  async (path) => {
    expectConsole('warn', 'Access Denied: User is not a superuser.')
    server.user = { ...staffUser, is_staff: false }
    signedIn(server)
    openSite(path)
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    expect(server.requests.filter((request) => request.path === '/api/photos/images/')).toEqual([])
  },
)

test.each(usersOnly)('%s admits all users', async (path) => {
  server.user = { ...staffUser, is_staff: false }
  signedIn(server)
  openSite(path)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('Edda')
  expect(window.location.pathname).toBe(path)
})

test('the welcome screen shows staff the dashboard', async () => {
  const destinations = () =>
    screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
  signedIn(server)
  openSite('/welcome')
  await screen.findByRole('heading', { level: 1 })
  expect(destinations()).toEqual(['Dashboard', 'Your profile', 'The site'])
  cleanup()
  server.user = { ...staffUser, is_staff: false }
  openSite('/welcome')
  await screen.findByRole('heading', { level: 1 })
  expect(destinations()).toEqual(['Your profile', 'The site'])
})

describe.each(['true', 1, {}, null, undefined])('staff means is_staff exactly true, not %j', (value) => {
  beforeEach(() => {
    server.user = { ...staffUser, is_staff: value as boolean }
    signedIn(server)
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
    await screen.findByText('edda@example.test', { selector: 'main *' })
    expect(screen.queryByText('Staff')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    await screen.findByRole('dialog', { name: 'Menu' })
    for (const name of ['Dashboard', 'Docs Admin', 'Photos Admin', 'Backend Admin']) {
      expect(screen.queryByText(name)).toBeNull()
    }
  })
})

test('an expired session leads to the sign-in screen and back', async () => {
  const goTo = vi.spyOn(browser, 'goTo').mockImplementation(() => undefined)
  const { refresh } = signedIn(server)
  const user = openSite('/photos')
  await screen.findByText('No images uploaded yet.')
  server.sessions.refuseAccess()
  server.sessions.revoke(refresh)
  await user.type(screen.getByLabelText('Name'), 'Harbour')
  await user.click(screen.getByRole('button', { name: 'Create Gallery' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(window.location.pathname).toBe('/signin')
  expect(stored()).toEqual({ access: null, refresh: null })

  await user.type(screen.getByLabelText('E-mail'), 'edda@example.test')
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/photos'))
})

test('redirects staff without a required second factor to their profile', async () => {
  const goTo = vi.spyOn(browser, 'goTo').mockImplementation(() => undefined)
  server.user = staffUser
  signedIn(server)
  server.next('GET /api/dashboard/', () =>
    json(403, { detail: 'Set one up on your profile first.', code: 'second_factor_setup_required' }),
  )
  openSite('/dashboard')
  await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/profile'))
})
