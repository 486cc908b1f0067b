import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../../api/browser'
import { pages } from '../../routes'
import { expectConsole } from '../../testing/console-watch'
import { FakeServer, staffUser } from '../../testing/fake-server'
import { openSite, signedIn, stored } from '../../testing/render-app'

const staffOnly = pages.filter(({ kind }) => kind === 'staff').map(({ path }) => path)
const usersOnly = pages.filter(({ kind }) => kind === 'user').map(({ path }) => path)
const guarded = [...staffOnly, ...usersOnly]
let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
})

test('the routes that need somebody are guarded', () => {
  expect(staffOnly).toEqual(expect.arrayContaining(['/dashboard', '/photos', '/admin/photos']))
  expect(usersOnly).toEqual(['/welcome', '/profile'])
})

test.each(guarded)('%s sends a stranger to the sign-in screen, in place of itself', async (path) => {
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

test.each(guarded)('%s says that it is checking, and fetches nothing meanwhile', async (path) => {
  signedIn(server)
  const release = server.hold('GET /api/users/profile/')
  openSite(path)
  await screen.findByText('Loading Authentication...')
  expect(server.requests.map((request) => request.path)).toEqual(['/api/users/profile/'])
  release()
  await waitFor(() => expect(screen.queryByText('Loading Authentication...')).toBeNull())
  await screen.findByRole('heading', { level: 1 })
  expect(window.location.pathname).toBe(path)
})

test.each(staffOnly)('%s sends a signed-in visitor who is not staff to the front page', async (path) => {
  expectConsole('warn', 'Access Denied: User is not a superuser.')
  server.user = { ...staffUser, is_staff: false }
  signedIn(server)
  openSite(path)
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  expect(server.requests.filter((request) => request.path === '/api/photos/images/')).toEqual([])
})

test.each(usersOnly)('%s lets everybody in who is signed in', async (path) => {
  server.user = { ...staffUser, is_staff: false }
  signedIn(server)
  openSite(path)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('Edda')
  expect(window.location.pathname).toBe(path)
})

test('the welcome shows staff one way more', async () => {
  const ways = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
  signedIn(server)
  openSite('/welcome')
  await screen.findByRole('heading', { level: 1 })
  expect(ways()).toEqual(['Dashboard', 'Your profile', 'The site'])
  cleanup()
  server.user = { ...staffUser, is_staff: false }
  openSite('/welcome')
  await screen.findByRole('heading', { level: 1 })
  expect(ways()).toEqual(['Your profile', 'The site'])
})

test('staff means is_staff exactly true', async () => {
  expectConsole('warn', 'Access Denied: User is not a superuser.')
  server.user = { ...staffUser, is_staff: 'true' as unknown as boolean }
  signedIn(server)
  openSite('/photos')
  await waitFor(() => expect(window.location.pathname).toBe('/'))
})

test('a session that ends in the middle of the work leads to the sign-in screen and back', async () => {
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
