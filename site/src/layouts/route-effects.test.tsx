import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeServer } from '../testing/fake-server'
import { openSite } from '../testing/render-app'

const scrollTo = vi.fn()
const description = document.createElement('meta')
const canonical = document.createElement('link')

beforeEach(() => {
  new FakeServer()
  scrollTo.mockReset()
  vi.stubGlobal('scrollTo', scrollTo)
  document.querySelector('link[rel=canonical]')?.remove()
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

test('title and description follow the path, readers hear the title, and the focus is on the content', async () => {
  await go('/about', 'CV')
  await waitFor(() => expect(document.title).toMatch(/^Title of profile\b/))
  expect(description.content).toBe('Description of profile.')
  expect(screen.getByRole('status').textContent).toBe(document.title)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

describe('the canonical address', () => {
  const shown = () => document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href

  test('is what the build wrote, whatever host the page is on, and follows the path by the same rule', async () => {
    vi.stubEnv('SITE_URL', 'https://ada.example')
    canonical.href = 'https://ada.example/about'
    const user = await go('/about/', 'CV')
    await waitFor(() => expect(shown()).toBe('https://ada.example/cv'))
    await user.click(screen.getAllByRole('link', { name: 'Home' })[0] as HTMLElement)
    await waitFor(() => expect(shown()).toBe('https://ada.example/'))
    expect(document.querySelectorAll('link[rel=canonical]')).toHaveLength(1)
  })

  test('stays on arrival, with a slash at the end too', async () => {
    vi.stubEnv('SITE_URL', 'https://ada.example')
    canonical.href = 'https://ada.example/about'
    openSite('/about/')
    await screen.findByRole('heading', { level: 1 })
    expect(shown()).toBe('https://ada.example/about')
  })

  test('is none on a screen for which the build writes none, and there again after it', async () => {
    vi.stubEnv('SITE_URL', 'https://ada.example')
    const user = await go('/about', 'Login')
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(shown()).toBeUndefined()
    await user.click(screen.getByRole('link', { name: 'Back to home' }))
    await waitFor(() => expect(shown()).toBe('https://ada.example/'))
  })

  test('is none where the build was not told of one', async () => {
    canonical.remove()
    await go('/about', 'CV')
    await waitFor(() => expect(document.title).toMatch(/^Title of profile\b/))
    expect(shown()).toBeUndefined()
  })
})

test('a slash at the end is no other path: nothing is announced and nothing moves', async () => {
  const user = openSite('/about/')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual(['About'])
  await user.click(screen.getAllByRole('link', { name: 'About' })[0] as HTMLElement)
  await waitFor(() => expect(location.pathname).toBe('/about'))
  expect(scrollTo).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toBe('')
})

test('nothing is announced and no focus is moved on arrival', async () => {
  openSite('/about')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.getByRole('status').textContent).toBe('')
  expect(document.activeElement).toBe(document.body)
})
