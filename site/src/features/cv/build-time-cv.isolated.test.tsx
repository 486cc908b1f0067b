import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeServer, json } from '../../testing/fake-server'
import { CvDownload } from './cv-download'

vi.mock('virtual:build-data/cv', () => ({ default: '/cv-download' }))

const route = 'GET /api/documents/documents/current_cv/'
let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
})

const link = () => screen.findByRole('link', { name: 'Download CV (Current)' })

test('the CV that the build knows can be downloaded before any script runs', async () => {
  render(<div dangerouslySetInnerHTML={{ __html: renderToString(<CvDownload />) }} />)
  expect((await link()).getAttribute('href')).toBe('/cv-download')
})

test('the server’s answer takes its place', async () => {
  server.next(route, () => json(200, { download_url: '/api/documents/documents/5/download/', name: 'CV' }))
  render(<CvDownload />)
  await expect.poll(async () => (await link()).getAttribute('href')).toMatch('/5/')
})

test.each([
  ['No Current CV Found', () => json(200, { download_url: null, name: null })],
  ['CV Unavailable', () => json(500, {})],
])('and so does %s', async (name, answer) => {
  server.next(route, answer)
  render(<CvDownload />)
  expect(await screen.findByRole('button', { name })).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
