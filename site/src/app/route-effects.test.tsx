import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { replayApi } from '../testing/replay-api'
import { openSite } from '../testing/render-app'

const scrollTo = vi.fn()

beforeEach(() => {
  replayApi()
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

test('scrolls smoothly to the top of a new path', async () => {
  await go('/galleries', 'Trash')
  await waitFor(() => expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'smooth' }))
})

test('scrolls at once with reduced motion', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => 0,
    removeEventListener: () => 0,
  }))
  await go('/galleries', 'Trash')
  await waitFor(() => expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'auto' }))
})

test('does not scroll on a link to the same path', async () => {
  const user = await go('/galleries', 'Galleries')
  await user.click(screen.getAllByRole('link', { name: 'Trash' })[0] as HTMLElement)
  await waitFor(() => expect(scrollTo).toHaveBeenCalledTimes(1))
})

test('leaves the scroll position to the browser on Back', async () => {
  await go('/galleries', 'Trash')
  await waitFor(() => expect(scrollTo).toHaveBeenCalledTimes(1))
  history.back()
  await waitFor(() => expect(document.title).toContain('Galleries'))
  expect(scrollTo).toHaveBeenCalledTimes(1)
})

test('sets and announces the title and focuses the content', async () => {
  await go('/galleries', 'Trash')
  await waitFor(() => expect(document.title).toBe('Trash · Ann Sample'))
  expect(screen.getAllByRole('status')[0]?.textContent).toBe(document.title)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('ignores a trailing slash', async () => {
  const user = openSite('/galleries/')
  await screen.findByRole('heading', { level: 1 })
  await user.click(screen.getAllByRole('link', { name: 'Galleries' })[0] as HTMLElement)
  await waitFor(() => expect(location.pathname).toBe('/galleries'))
  expect(scrollTo).not.toHaveBeenCalled()
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('')
})

test('does not announce or focus on arrival', async () => {
  openSite('/galleries')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('')
  expect(document.activeElement).toBe(document.body)
})
