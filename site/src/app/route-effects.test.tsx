import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeServer } from '../testing/fake-server'
import { openSite, signedIn } from '../testing/render-app'

const scrollTo = vi.fn()
let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
  scrollTo.mockReset()
  vi.stubGlobal('scrollTo', scrollTo)
})

async function go(path: string, link: string) {
  const user = openSite(path)
  await screen.findByRole('heading', { level: 1 })
  expect(scrollTo).not.toHaveBeenCalled()
  await user.click(screen.getAllByRole('link', { name: link })[0] as HTMLElement)
  return user
}

test('a new path starts smoothly at its top', async () => {
  await go('/galleries', 'Trash')
  await waitFor(() => expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'smooth' }))
})

test('a new path starts at its top at once for who wants less motion', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => 0,
    removeEventListener: () => 0,
  }))
  await go('/galleries', 'Trash')
  await waitFor(() => expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'auto' }))
})

test('a link to the same path moves nothing', async () => {
  const user = await go('/galleries', 'Galleries')
  await user.click(screen.getAllByRole('link', { name: 'Trash' })[0] as HTMLElement)
  await waitFor(() => expect(scrollTo).toHaveBeenCalledTimes(1))
})

test('the way back leaves the place to the browser', async () => {
  await go('/galleries', 'Trash')
  await waitFor(() => expect(scrollTo).toHaveBeenCalledTimes(1))
  history.back()
  await waitFor(() => expect(document.title).toContain('Manage galleries'))
  expect(scrollTo).toHaveBeenCalledTimes(1)
})

test('the title follows the path, readers hear it, and the focus is on the content', async () => {
  await go('/galleries', 'Trash')
  await waitFor(() => expect(document.title).toBe('Trash · Ann Sample'))
  expect(screen.getAllByRole('status')[0]?.textContent).toBe(document.title)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('a slash at the end is no other path: nothing is announced and nothing moves', async () => {
  const user = openSite('/galleries/')
  await screen.findByRole('heading', { level: 1 })
  await user.click(screen.getAllByRole('link', { name: 'Galleries' })[0] as HTMLElement)
  await waitFor(() => expect(location.pathname).toBe('/galleries'))
  expect(scrollTo).not.toHaveBeenCalled()
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('')
})

test('nothing is announced and no focus is moved on arrival', async () => {
  openSite('/galleries')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('')
  expect(document.activeElement).toBe(document.body)
})
