import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from './lib/browser'
import { expectConsole } from './testing/console-watch'
import { FakeServer, json } from './testing/fake-server'
import { openSite, signedIn } from './testing/render-app'

const broken = () => {
  throw new Error('Out of shape')
}
vi.mock('./routes/public/about', () => ({ default: broken }))
vi.mock('./routes/public/on-the-web', () => Promise.reject(new Error('Not loaded')))
vi.mock('./layouts/auth-layout.lazy', () => Promise.reject(new Error('Not loaded')))

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
})

const failure = () => screen.findByRole('alert')

/** Said once: a line for the error, whatever React adds to it. */
const expectOneLine = (text: string) => {
  expectConsole('error', text)
  expect(vi.mocked(console.error)).toHaveBeenCalledTimes(1)
}

test('a page that cannot be rendered says so inside the frame, with a retry, and logs once', async () => {
  const reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined)
  const user = openSite('/about')
  expect((await failure()).textContent).toContain('This page could not be shown')
  expectOneLine('Out of shape')
  expect(screen.getByRole('banner')).toBeDefined()
  expect(screen.getByRole('contentinfo')).toBeDefined()
  expect(screen.getByRole('main').contains(await failure())).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('the other pages are there all the same', async () => {
  openSite('/about')
  await failure()
  expectOneLine('Out of shape')
  fireEvent.click(screen.getAllByRole('link', { name: 'CV' })[0] as HTMLElement)
  expect(await screen.findByRole('heading', { name: 'Education' })).toBeDefined()
  expect(screen.queryByText('This page could not be shown')).toBeNull()
})

test.each([
  ['a page', '/on-the-web'],
  ['a frame', '/login'],
])('%s whose code cannot be loaded says so below the bar', async (_, path) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  openSite(path)
  expect((await failure()).textContent).toContain('This page could not be shown')
  expectOneLine('')
  expect(screen.getByRole('banner')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})

test('a profile that is none leaves a stranger, not a broken bar', async () => {
  signedIn(server)
  server.next('GET /api/users/profile/', () => json(200, { ...server.user, first_name: { odd: true } }))
  openSite('/')
  expect(await screen.findAllByRole('link', { name: 'Login' })).not.toEqual([])
  expect(localStorage.getItem('access')).toBeNull()
})
