import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeServer } from '../testing/fake-server'
import { openSite } from '../testing/render-app'

beforeEach(() => {
  new FakeServer()
})

test('an unknown path meets the lost bee', async () => {
  openSite('/no/such/page')
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Bee Error?')
  expect(screen.getByText('.. ops it seems this page cannot be found ..')).toBeTruthy()
  expect(screen.getByText("We can't seem to find the page you are looking for!")).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('404 · Page not found'))
})

test('its one link leads home', async () => {
  const user = openSite('/no/such/page')
  await user.click(await screen.findByRole('link', { name: 'Back to Home Page' }))
  await screen.findByRole('navigation', { name: 'Main' })
  expect(location.pathname).toBe('/')
})

test('its foot names this year and the company', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-06-01') })
  openSite('/no/such/page')
  expect((await screen.findByRole('contentinfo')).textContent).toBe('© 2031 Sample Works')
})

test('its picture has a variant for each theme', async () => {
  openSite('/no/such/page')
  await screen.findByRole('heading', { level: 1 })
  const picture = screen.getByRole('main').querySelector('svg')
  expect(picture?.getAttribute('aria-hidden')).toBe('true')
  expect(picture?.querySelectorAll('[class*=day]')).toHaveLength(1)
  expect(picture?.querySelectorAll('[class*=night]')).toHaveLength(1)
})
