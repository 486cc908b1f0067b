import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { aDocument } from '../../testing/fake-documents'
import { FakeServer, json } from '../../testing/fake-server'
import { CvDownload } from './cv-download'

const route = 'GET /api/documents/documents/current_cv/'
let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
})

test('a prerendered page keeps the place and says nothing', () => {
  const markup = renderToString(<CvDownload />)
  expect(markup).toContain('needs-script')
  expect(markup).not.toContain('Loading')
  expect(markup).not.toContain('CV')
})

test('downloads the current CV once it is known', async () => {
  const download_url = '/api/documents/documents/4/download/'
  server.documents.documents = [aDocument({ category_name: 'CV', is_current: true, download_url })]
  const release = server.delay(route)
  render(<CvDownload />)
  expect(screen.getByRole('button', { name: 'Loading CV...' }).getAttribute('aria-disabled')).toBe('true')
  release()
  const link = await screen.findByRole('link', { name: 'Download CV (Current)' })
  expect(link.getAttribute('href')).toBe(download_url)
  expect(screen.queryByText('Loading CV...')).toBeNull()
  // Anybody may ask, and nobody's session depends on it.
  expect(server.requests.map(({ headers }) => headers.get('Authorization'))).toEqual([null])
})

test('says so when there is none', async () => {
  render(<CvDownload />)
  const button = await screen.findByRole('button', { name: 'No Current CV Found' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('status')).toBeNull()
})

test.each([
  ['answers 500', () => json(500, { detail: 'A server error occurred.' })],
  ['answers 401', () => json(401, { detail: 'No.' })],
  ['answers a page', () => new Response('<h1>Hello</h1>')],
  ['is not reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('when the server %s the CV is unavailable, with what to do', async (_case, answer) => {
  server.next(route, answer)
  render(<CvDownload />)
  const button = await screen.findByRole('button', { name: 'CV Unavailable' })
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('Failed to load current CV. Please try again later or contact the owner.')
})
