import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeServer } from '../testing/fake-server'
import { openSite } from '../testing/render-app'

const scrollTo = vi.fn()
const description = document.createElement('meta')
const canonical = document.createElement('link')

beforeEach(() => {
  new FakeServer()
  scrollTo.mockReset()
  vi.stubGlobal('scrollTo', scrollTo)
  description.name = 'description'
  canonical.rel = 'canonical'
  document.head.append(description, canonical)
})

async function go(path: string, link: string) {
  const user = openSite(path)
  await screen.findByRole('heading', { level: 1 })
  expect(scrollTo).not.toHaveBeenCalled()
  await user.click(screen.getAllByRole('link', { name: link })[0] as HTMLElement)
  return user
}

test('a new path starts smoothly at its top', async () => {
  await go('/about', 'CV')
  await waitFor(() => expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'smooth' }))
})

test('a new path starts at its top at once for who wants less motion', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => 0,
    removeEventListener: () => 0,
  }))
  await go('/about', 'CV')
  await waitFor(() => expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'auto' }))
})

test('a link to the same path moves nothing', async () => {
  const user = await go('/about', 'About')
  await user.click(screen.getAllByRole('link', { name: 'CV' })[0] as HTMLElement)
  await waitFor(() => expect(scrollTo).toHaveBeenCalledTimes(1))
})

test('the way back leaves the place to the browser', async () => {
  await go('/about', 'CV')
  await waitFor(() => expect(scrollTo).toHaveBeenCalledTimes(1))
  history.back()
  await waitFor(() => expect(document.title).toContain('Title of about'))
  expect(scrollTo).toHaveBeenCalledTimes(1)
})

test('title, description and address follow the path, readers hear the title, and the focus is on the content', async () => {
  await go('/about', 'CV')
  await waitFor(() => expect(document.title).toMatch(/^Title of profile\b/))
  expect(description.content).toBe('Description of profile.')
  expect(canonical.href).toBe(`${location.origin}/cv`)
  expect(screen.getByRole('status').textContent).toBe(document.title)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('nothing is announced and no focus is moved on arrival', async () => {
  openSite('/about')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.getByRole('status').textContent).toBe('')
  expect(document.activeElement).toBe(document.body)
})
