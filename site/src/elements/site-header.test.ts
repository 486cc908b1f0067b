import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { request } from '../api/client'
import { expectConsole } from '../testing/console-watch'
import profile from '../testing/golden/profile-staff.json'
import { api, replayApi } from '../testing/replay-api'
import { openPage } from '../testing/open-document'
import { openSite } from '../testing/render-app'
import userEvent from '@testing-library/user-event'

beforeEach(() => replayApi('anonymous'))

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
  api.signIn()
  openSite(path)
  await bar().findByRole('button', { name: 'Some' })
  const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  const marked = links.map((link) => [link.textContent, link.getAttribute('aria-current')])
  expect(marked.filter(([, mark]) => mark)).toEqual([['Dashboard', current]])
})

test("says 'Offline' while the API gives no answer, and asks it again", async () => {
  expectConsole('error', 'Error fetching profile 502')
  expectConsole('error', 'The session check failed 502')
  api.signIn()
  api.once('GET /api/users/profile/', 502, {})
  const user = openAbout()
  expect(await bar().findByText('Offline')).toBeTruthy()
  const retry = bar().getByRole('button', { name: 'Try again' })
  const footer = within(screen.getByRole('contentinfo'))
  for (const place of [bar(), footer]) expect(place.queryByRole('link', { name: 'Login' })).toBeNull()
  expect(bar().queryByRole('link', { name: 'Register' })).toBeNull()

  // It keeps its place and the focus while it asks, and after it was of no use.
  api.once('GET /api/users/profile/', 502, {})
  const release = api.hold('GET /api/users/profile/')
  await user.click(retry)
  await waitFor(() => expect(api.requests).toHaveLength(2))
  await bar().findByText('Offline')
  await user.click(retry)
  expect(await bar().findByText('Loading...')).toBeTruthy()
  expect(document.activeElement).toBe(retry)
  release()
  expect(await bar().findByRole('button', { name: 'Some' })).toBeTruthy()
  expect(screen.queryByText('Offline')).toBeNull()
})

test("shows who is there beside 'Offline' when they are known", async () => {
  api.signIn()
  openAbout()
  await bar().findByRole('button', { name: 'Some' })
  api.once('GET /api/photos/galleries/', 401, {})
  api.once('POST /api/token/refresh/', 503, {})
  await expect(request('GET', '/api/photos/galleries/')).rejects.toMatchObject({ status: 503 })
  expect(bar().getByText('Offline')).toBeTruthy()
  expect(bar().getByRole('button', { name: 'Some' })).toBeTruthy()
})

test('shows staff the Dashboard, their name, and a menu with the backend and Sign Out', async () => {
  api.signIn()
  openAbout()
  const name = await bar().findByRole('button', { name: 'Some' })
  expect(pages()).toEqual(['Home', 'CV', 'Work', 'On the Web', 'About', 'Dashboard'])

  const menu = document.getElementById(name.getAttribute('popovertarget') ?? '')
  expect(menu?.getAttribute('popover')).toBe('auto')
  expect(menu?.textContent).toContain('Some Body')
  expect(menu?.textContent).toContain('staff@example.test')
  const items = within(menu ?? document.body).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual(['Profile', 'Backend admin', 'Sign Out'])
  expect(items.slice(0, 2).map((item) => item.firstElementChild?.getAttribute('href'))).toEqual([
    '/profile',
    '/backend/admin/',
  ])
})

test('shows signed-in visitors their e-mail when they gave no first name, and nothing of the staff', async () => {
  api.signIn()
  const { email } = profile.body
  api.answer('GET /api/users/profile/', 200, { id: 2, email, first_name: '', last_name: '', is_staff: false })
  openAbout()
  expect(await bar().findByRole('button', { name: 'staff@example.test' })).toBeTruthy()
  expect(pages()).toEqual(['Home', 'CV', 'Work', 'On the Web', 'About'])
  expect(bar().queryByRole('link', { name: 'Backend admin' })).toBeNull()
})

test('of the app is hidden on account screens', async () => {
  openSite('/login')
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(document.querySelector('site-header')?.hasAttribute('hidden')).toBe(true)
})
