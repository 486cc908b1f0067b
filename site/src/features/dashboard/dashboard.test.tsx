import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { anImage } from '../../testing/fake-photos'
import { FakeServer, json, staffUser } from '../../testing/fake-server'
import dashboardWithoutCv from '../../testing/golden/dashboard-without-cv.json'
import { openSite, signedIn } from '../../testing/render-app'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
})

/** The headings of the cards that lead on; the state of the pages leads nowhere. */
const cards = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)
    .filter((heading) => heading !== 'Publishing')

test('greets by name, counts what there is, and leads there', async () => {
  openSite('/dashboard')
  await screen.findByRole('heading', { name: 'Welcome back, Edda' })
  await screen.findByText('2 documents in 2 categories. 1 marked current.')
  expect(screen.getByText('2 photos in 1 gallery. 1 on the front page.')).toBeDefined()
  expect(cards()).toEqual(['Change My Words', 'Manage My Documents', 'Manage My Photos', 'Backend Admin'])
  expect(screen.getByRole('link', { name: 'Manage My Documents' }).getAttribute('href')).toBe('/documents')
  expect(screen.getByRole('link', { name: 'Manage My Photos' }).getAttribute('href')).toBe('/photos')
  const backend = screen.getAllByRole('link', { name: 'Backend Admin' }).at(-1)
  expect([backend?.getAttribute('href'), backend?.getAttribute('target')]).toEqual([
    '/backend/admin/',
    '_blank',
  ])
  await screen.findByText('Accounts, the audit log and how the server is. Opens in a new tab.')
})

test('leads to the admin screens wherever the owner has them', async () => {
  server.user = { ...staffUser, backend_admin_url: 'https://api.example.test/admin/?a=b#top' }
  openSite('/dashboard')
  const backend = (await screen.findAllByRole('link', { name: 'Backend Admin' })).at(-1)
  expect(backend?.getAttribute('href')).toBe('https://api.example.test/admin/?a=b#top')
})

test('shows the current CV and the storage used', async () => {
  openSite('/dashboard')
  const glance = await screen.findByRole('region', { name: 'At a glance' })
  const day = new Date('2026-05-01T12:00:00.000Z').toLocaleDateString(undefined, { dateStyle: 'medium' })
  expect(
    within(glance)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual([`CV 2026, uploaded ${day}`, '1 picture without one', '1.6 MB'])
})

test('says how to get a CV when there is none', async () => {
  server.figures = dashboardWithoutCv.body
  openSite('/dashboard')
  await screen.findByText('None yet: mark a document of the category CV as current.')
})

test('without an address of the backend there is no card for it', async () => {
  server.user = { ...staffUser }
  delete server.user.backend_admin_url
  openSite('/dashboard')
  await screen.findByText('2 photos in 1 gallery. 1 on the front page.')
  expect(cards()).toEqual(['Change My Words', 'Manage My Documents', 'Manage My Photos'])
})

test('shows the pictures of the front page in their order', async () => {
  server.photos.galleries = [
    { id: 1, name: 'Page logos', slug: 'page-logos', description: '', image_count: 2 },
  ]
  server.photos.images = [
    anImage({ id: 2, gallery: 1, title: 'Second' }),
    anImage({ id: 1, gallery: 1, title: 'First', alt_text: 'A quay' }),
  ]
  openSite('/dashboard')
  const strip = await screen.findByRole('region', { name: 'On the front page' })
  expect(
    within(strip)
      .getAllByRole('listitem')
      .map((item) => [item.querySelector('img')?.alt, item.textContent]),
  ).toEqual([
    ['A quay', ''],
    ['', 'Second'],
  ])
})

test('greets by e-mail whoever has no first name', async () => {
  server.user = { ...staffUser, first_name: '' }
  openSite('/dashboard')
  await screen.findByRole('heading', { name: 'Welcome back, edda@example.test' })
})

test.each([403, 500])(
  'figures that answer %i are reported as missing, and can be requested again',
  async (status) => {
    server.next('GET /api/dashboard/', () => json(status, {}))
    const user = openSite('/dashboard')
    await screen.findByText('Failed to count documents and photos.')
    expect(screen.getByText('The documents could not be counted.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('2 photos in 1 gallery. 1 on the front page.')
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('counts the pictures without an alternative text, and leads to them', async () => {
  server.figures = { ...server.figures, images_without_alt_text: 2 }
  openSite('/dashboard')
  const link = await screen.findByRole('link', { name: '2 pictures without one' })
  expect(link.getAttribute('href')).toBe('/photos?alt=missing')
})
