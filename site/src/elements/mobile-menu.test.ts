import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { api, replayApi } from '../testing/replay-api'
import { openPage } from '../testing/open-document'
import { openSite } from '../testing/render-app'

beforeEach(() => replayApi('anonymous'))

const menu = () => screen.queryByRole('dialog', { name: 'Menu' })
const names = () =>
  within(menu() ?? document.body)
    .getAllByRole('link')
    .map((link) => link.textContent)

async function openMenu() {
  openPage('/about')
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Open menu' }))
  await screen.findByRole('dialog', { name: 'Menu' })
  return user
}

test('leads anonymous visitors to the pages, to Login and to Register', async () => {
  await openMenu()
  expect(names()).toEqual(['Home', 'CV', 'Work', 'On the Web', 'About', 'Login', 'Register'])
  expect(screen.getByRole('button', { name: 'Open menu' }).getAttribute('aria-expanded')).toBe('true')
})

test('leads staff to each of their screens once, and signs them out', async () => {
  api.signIn()
  const user = await openMenu()
  await waitFor(() =>
    expect(names()).toEqual([
      'Home',
      'CV',
      'Work',
      'On the Web',
      'About',
      'Dashboard',
      'Messages',
      'Content',
      'Docs Admin',
      'Photos Admin',
      'Galleries',
      'Shared',
      'Trash',
      'Users',
      'Audit log',
      'System',
      'Settings',
      'Profile',
      'Backend admin',
    ]),
  )
  await user.click(within(menu() ?? document.body).getByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(menu()).toBeNull())
  expect(localStorage.getItem('access')).toBeNull()
})

test("says 'Loading...' while the session is being checked, and so does the foot of the page", async () => {
  api.signIn()
  const release = api.hold('GET /api/users/profile/')
  await openMenu()
  const foot = within(screen.getByRole('contentinfo'))
  const places = [within(menu() ?? document.body), foot]
  for (const place of places) {
    expect(place.getByText('Loading...')).toBeTruthy()
    for (const name of ['Login', 'Register']) expect(place.queryByRole('link', { name })).toBeNull()
  }
  release()
  expect(await within(menu() ?? document.body).findByText('Some')).toBeTruthy()
  for (const place of places) expect(place.queryByText('Loading...')).toBeNull()
  expect(foot.queryByRole('link', { name: 'Login' })).toBeNull()
})

test('of the app closes when a link is followed', async () => {
  api.signIn()
  const user = openSite('/dashboard')
  await screen.findByRole('heading', { level: 1 })
  await user.click(screen.getByRole('button', { name: 'Open menu' }))
  await screen.findByRole('dialog', { name: 'Menu' })
  await user.click(within(menu() ?? document.body).getByRole('link', { name: 'Profile' }))
  await waitFor(() => expect(menu()).toBeNull())
  expect(location.pathname).toBe('/profile')
})
