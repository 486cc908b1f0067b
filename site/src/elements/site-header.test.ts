import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { request } from '../api/client'
import { expectConsole } from '../testing/console-watch'
import { FakeServer, json, staffUser } from '../testing/fake-server'
import { openPage } from '../testing/open-document'
import { openSite, signedIn } from '../testing/render-app'
import userEvent from '@testing-library/user-event'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
})

const bar = () => within(document.querySelector<HTMLElement>('site-header header') ?? document.body)
const pages = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

function openAbout() {
  openPage('/about')
  return userEvent.setup()
}

test.each([
  ['/dashboard', 'page'],
  ['/photos', 'true'],
  ['/admin/documents', 'true'],
])('on %s marks the Dashboard, and no other page, as current', async (path, current) => {
  signedIn(server)
  openSite(path)
  await bar().findByRole('button', { name: 'Edda' })
  const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  const marked = links.map((link) => [link.textContent, link.getAttribute('aria-current')])
  expect(marked.filter(([, mark]) => mark)).toEqual([['Dashboard', current]])
})

test("says 'Offline' while the API gives no answer, and asks it again", async () => {
  expectConsole('error', 'Error fetching profile 502')
  expectConsole('error', 'The session check failed 502')
  signedIn(server)
  server.next('GET /api/users/profile/', () => json(502, {}))
  const user = openAbout()
  expect(await bar().findByText('Offline')).toBeTruthy()
  const retry = bar().getByRole('button', { name: 'Try again' })
  const footer = within(screen.getByRole('contentinfo'))
  for (const place of [bar(), footer]) expect(place.queryByRole('link', { name: 'Login' })).toBeNull()
  expect(bar().queryByRole('link', { name: 'Register' })).toBeNull()

  // It keeps its place and the focus while it asks, and after it was of no use.
  server.next('GET /api/users/profile/', () => json(502, {}))
  const release = server.delay('GET /api/users/profile/')
  await user.click(retry)
  await waitFor(() => expect(server.requests).toHaveLength(2))
  await bar().findByText('Offline')
  await user.click(retry)
  expect(await bar().findByText('Loading...')).toBeTruthy()
  expect(document.activeElement).toBe(retry)
  release()
  expect(await bar().findByRole('button', { name: 'Edda' })).toBeTruthy()
  expect(screen.queryByText('Offline')).toBeNull()
})

test("shows who is there beside 'Offline' when they are known", async () => {
  signedIn(server)
  openAbout()
  await bar().findByRole('button', { name: 'Edda' })
  server.sessions.refuseAccess()
  server.next('POST /api/token/refresh/', () => json(503, {}))
  await expect(request('GET', '/api/photos/galleries/')).rejects.toMatchObject({ status: 503 })
  expect(bar().getByText('Offline')).toBeTruthy()
  expect(bar().getByRole('button', { name: 'Edda' })).toBeTruthy()
})

test('shows staff the Dashboard, their name, and a menu with the backend and Sign Out', async () => {
  signedIn(server)
  openAbout()
  const name = await bar().findByRole('button', { name: 'Edda' })
  expect(pages()).toEqual(['Home', 'CV', 'On the Web', 'About', 'Dashboard'])

  const menu = document.getElementById(name.getAttribute('popovertarget') ?? '')
  expect(menu?.getAttribute('popover')).toBe('auto')
  expect(menu?.textContent).toContain('Edda Quillane')
  expect(menu?.textContent).toContain('edda@example.test')
  const items = within(menu ?? document.body).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual(['Profile', 'Backend Admin', 'Sign Out'])
  expect(items.slice(0, 2).map((item) => item.firstElementChild?.getAttribute('href'))).toEqual([
    '/profile',
    '/backend/admin/',
  ])
})

test('shows signed-in visitors their e-mail when they gave no first name, and nothing of the staff', async () => {
  server.user = { ...staffUser, first_name: '', last_name: '', is_staff: false }
  delete server.user.backend_admin_url
  signedIn(server)
  openAbout()
  expect(await bar().findByRole('button', { name: 'edda@example.test' })).toBeTruthy()
  expect(pages()).toEqual(['Home', 'CV', 'On the Web', 'About'])
  expect(bar().queryByRole('link', { name: 'Backend Admin' })).toBeNull()
})

test('of the app is hidden on account screens', async () => {
  openSite('/login')
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(document.querySelector('site-header')?.hasAttribute('hidden')).toBe(true)
})
