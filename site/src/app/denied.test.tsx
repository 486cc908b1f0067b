import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { screens } from './screens'
import profile from '../testing/golden/profile-staff.json'
import { api, replayApi } from '../testing/replay-api'
import { renderAs } from '../testing/render-as'

const staffUser = profile.body

const texts: Record<string, string> = {
  '/documents': 'You must be an administrator to manage documents.',
  '/admin/documents': 'You must be an administrator to manage documents.',
  '/photos': 'You must be an administrator to manage photos and galleries.',
  '/admin/photos': 'You must be an administrator to manage photos and galleries.',
  '/content': 'You must be an administrator to edit content.',
  '/messages': 'You must be an administrator to read messages.',
  '/shared': 'You must be an administrator to manage shares.',
  '/trash': 'You must be an administrator to manage the trash.',
  '/galleries': 'You must be an administrator to manage galleries.',
  '/galleries/:id': 'You must be an administrator to manage galleries.',
}

const staffPages = screens.filter(({ kind }) => kind === 'staff')

// Rendered without the guard.
test.each(staffPages)('shows $path to staff only', async ({ path, Screen, preload }) => {
  replayApi('anonymous')
  await preload()
  // Values an API might send despite its types: only true counts.
  const is_staff = 'true' as unknown as boolean
  renderAs({ status: 'authenticated', user: { ...staffUser, is_staff } }, <Screen />)
  const text = texts[path] ?? 'You do not have permission to view this page.'
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Access Denied')
  expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/')
  expect(api.requests).toEqual([])
})

test.each(staffPages)('$path waits for the session', async ({ Screen, preload }) => {
  replayApi('anonymous')
  await preload()
  renderAs({ status: 'loading', user: null }, <Screen />)
  expect((await screen.findByRole('status')).textContent).toMatch(/^Loading /)
  expect(api.requests).toEqual([])
})
