import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { api, json, replayApi } from '../testing/replay-api'
import { openPage } from '../testing/open-document'

const route = 'GET /api/documents/documents/current_cv/'

beforeEach(() => replayApi('anonymous'))

test('shows the link that the build knew until the API answers, and keeps its focus', async () => {
  api.answer(route, 200, { download_url: '/new', name: 'CV' })
  const release = api.hold(route)
  openPage('/cv', { cv: '/old' })
  const link = screen.getByRole('link', { name: 'Download CV (Current)' })
  expect(link.getAttribute('href')).toBe('/old')
  link.focus()
  release()
  await expect.poll(() => link.getAttribute('href')).toBe('/new')
  expect(document.activeElement).toBe(link)
})

test('downloads the current CV once it is known', async () => {
  const download_url = '/api/documents/documents/4/download/'
  api.answer(route, 200, { download_url, name: 'CV' })
  const release = api.hold(route)
  openPage('/cv')
  expect(screen.getByRole('button', { name: 'Loading CV...' }).getAttribute('aria-disabled')).toBe('true')
  release()
  const link = await screen.findByRole('link', { name: 'Download CV (Current)' })
  expect(link.getAttribute('href')).toBe(download_url)
  expect(screen.queryByRole('button', { name: /CV/ })).toBeNull()
  // The request is public and does not depend on the session.
  expect(api.requests.map(({ headers }) => headers.get('Authorization'))).toEqual([null])
})

test.each([
  ['answers 500', () => json(500, { detail: 'A server error occurred.' })],
  ['answers 401', () => json(401, { detail: 'No.' })],
  ['answers a page', () => new Response('<h1>Hello</h1>')],
  ['is not reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('when the server %s the CV is unavailable, with what to do', async (_case, answer) => {
  api.respondOnce(route, answer)
  openPage('/cv')
  const button = await screen.findByRole('button', { name: 'CV Unavailable' })
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('Failed to load current CV. Please try again later or contact the owner.')
})
