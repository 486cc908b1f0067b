import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../lib/browser'
import { expectConsole } from '../testing/console-watch'
import { api, replayApi } from '../testing/replay-api'
import { openSite } from '../testing/render-app'

const broken = () => {
  throw new Error('Out of shape')
}
vi.mock('../features/trash/trash.lazy', () => ({ default: broken }))
vi.mock('../features/admin/admin.lazy', () => Promise.reject(new Error('Not loaded')))
vi.mock('./auth-layout.lazy', () => Promise.reject(new Error('Not loaded')))

beforeEach(() => replayApi('anonymous'))

const failure = () => screen.findByRole('alert')

/** Expects a single logged line. */
const expectOneLine = (text: string) => {
  expectConsole('error', text)
  expect(vi.mocked(console.error)).toHaveBeenCalledTimes(1)
}

test('a screen that throws shows a retry inside the frame and logs once', async () => {
  api.signIn()
  const user = openSite('/trash')
  expect((await failure()).textContent).toContain('This page could not be shown')
  expectOneLine('Out of shape')
  expect(screen.getByRole('banner')).toBeDefined()
  expect(screen.getByRole('main').contains(await failure())).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(browser.reload).toHaveBeenCalledTimes(1)
})

test('other screens still work after a failure', async () => {
  api.signIn()
  const user = openSite('/trash')
  await failure()
  expectOneLine('Out of shape')
  await user.click(screen.getAllByRole('link', { name: 'Dashboard' })[0] as HTMLElement)
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back, Some' })).toBeDefined()
  expect(screen.queryByText('This page could not be shown')).toBeNull()
})

test.each([
  ['a screen', '/backend/admin'],
  ['a frame', '/login'],
])('reports %s whose code fails to load', async (_, path) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  api.signIn()
  openSite(path)
  expect((await failure()).textContent).toContain('This page could not be shown')
  expectOneLine('')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})

test('loads the document of an address without a screen', async () => {
  openSite('/cv')
  await vi.waitFor(() => expect(browser.reload).toHaveBeenCalledTimes(1))
})
