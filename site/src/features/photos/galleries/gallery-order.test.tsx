import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paragraphsOf } from '../../../testing/paragraphs-of'
import publishing from '../../../testing/golden/publishing-waiting.json'
import { openSite } from '../../../testing/render-app'
import { api, replayApi } from '../../../testing/replay-api'
import { anImage, pageLogos, talks } from '../photos.testdata'

const move = 'POST /api/photos/images/{id}/move/'

beforeEach(() => {
  replayApi()
  api.answer('GET /api/photos/galleries/', 200, [pageLogos, talks])
  show('Quay', 'Crane', 'Forklift')
})

const ids: Record<string, number> = { Quay: 1, Crane: 2, Forklift: 3 }

/** The gallery's photos in their order from now on. */
function show(...titles: string[]): void {
  const images = titles.map((title) => anImage({ id: ids[title] ?? 0, title, gallery: 1 }))
  api.answer('GET /api/photos/images/', 200, images)
  api.answer(move, 200, { images: titles.map((title) => ids[title]) })
}

async function openOrder() {
  const user = openSite('/galleries/1')
  await screen.findByRole('button', { name: 'Quay' })
  return user
}

const titles = () =>
  within(screen.getByRole('region', { name: 'Order' }))
    .getAllByRole('button')
    .map((tile) => tile.getAttribute('aria-label'))
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const moves = () => api.sent(move).map(({ path, body }) => [path, body])

test('a photo can be moved with the keyboard, with announcements and a single request', async () => {
  const user = await openOrder()
  screen.getByRole('button', { name: 'Quay' }).focus()
  await user.keyboard(' ')
  expect(said()).toContain('Quay taken, position 1 of 3.')
  expect(screen.getByRole('button', { name: 'Quay' }).getAttribute('aria-pressed')).toBe('true')
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(said()).toContain('Quay, position 3 of 3.')
  expect(titles()).toEqual(['Crane', 'Forklift', 'Quay'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Quay' }))
  expect(moves()).toEqual([])
  show('Crane', 'Quay', 'Forklift')
  await user.keyboard('{ArrowLeft} ')
  expect(said()).toContain('Quay put down, position 2 of 3.')
  await waitFor(() => expect(moves()).toEqual([['/api/photos/images/1/move/', { before: 3 }]]))
  expect(titles()).toEqual(['Crane', 'Quay', 'Forklift'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Quay' }))
  show('Crane', 'Forklift', 'Quay')
  await user.keyboard('{Enter}{End}{Enter}')
  await waitFor(() => expect(moves()).toHaveLength(2))
  expect(moves()[1]).toEqual(['/api/photos/images/1/move/', { before: null }])
})

test('says when visitors see the new order', async () => {
  const user = await openOrder()
  api.answer('GET /api/publishing/', 200, { ...publishing.body, method: 'server', state: 'waiting' })
  show('Crane', 'Quay', 'Forklift')
  screen.getByRole('button', { name: 'Quay' }).focus()
  await user.keyboard(' {ArrowRight} ')
  await screen.findByText('Visitors see your changes in a few seconds.')
  api.answer('GET /api/publishing/', 200, { ...publishing.body, method: 'server', state: 'current' })
  await screen.findByText('Your changes are live.', {}, { timeout: 10_000 })
})

test('Escape puts a photo back without a request', async () => {
  const user = await openOrder()
  screen.getByRole('button', { name: 'Crane' }).focus()
  await user.keyboard(' {Home}')
  expect(titles()).toEqual(['Crane', 'Quay', 'Forklift'])
  await user.keyboard('{Escape}')
  expect(titles()).toEqual(['Quay', 'Crane', 'Forklift'])
  expect(said()).toContain('Crane put back, position 2 of 3.')
  expect(moves()).toEqual([])
})

test('the arrow keys move between photos, and the Tab key reaches one of them', async () => {
  const user = await openOrder()
  screen.getByRole('button', { name: 'Quay' }).focus()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Forklift' }))
  const stops = screen.getAllByRole('button', { pressed: false }).filter(({ tabIndex }) => tabIndex === 0)
  expect(stops.map((stop) => stop.getAttribute('aria-label'))).toEqual(['Forklift'])
  expect(moves()).toEqual([])
})

test('one press takes a photo, and a second press chooses its place', async () => {
  const user = await openOrder()
  show('Forklift', 'Quay', 'Crane')
  await user.click(screen.getByRole('button', { name: 'Forklift' }))
  await user.click(screen.getByRole('button', { name: 'Quay' }))
  await waitFor(() => expect(moves()).toEqual([['/api/photos/images/3/move/', { before: 1 }]]))
  expect(titles()).toEqual(['Forklift', 'Quay', 'Crane'])
})

test('a failed move shows an error and is reverted', async () => {
  const user = await openOrder()
  api.once(move, 400, { before: ['Invalid pk "1" - object does not exist.'] })
  screen.getByRole('button', { name: 'Forklift' }).focus()
  await user.keyboard(' {Home} ')
  const alert = await screen.findByRole('alert')
  expect(paragraphsOf(alert)).toEqual([
    'Failed to move the photo.',
    'Invalid pk "1" - object does not exist.',
  ])
  expect(said()).toContain('Forklift could not be moved.')
  await waitFor(() => expect(titles()).toEqual(['Quay', 'Crane', 'Forklift']))
})

test('the next move shows changes that others have made to the order', async () => {
  const user = await openOrder()
  show('Crane', 'Forklift', 'Quay')
  screen.getByRole('button', { name: 'Forklift' }).focus()
  await user.keyboard(' {Home} ')
  await waitFor(() => expect(titles()).toEqual(['Crane', 'Forklift', 'Quay']))
})

test.each([
  ['/galleries/7', 'This gallery no longer exists.'],
  ['/galleries/2', 'This gallery has no photos yet.'],
])('%s says "%s"', async (path, text) => {
  show()
  openSite(path)
  await screen.findByText(text)
})

test('the navigation of the staff marks Galleries as current', async () => {
  await openOrder()
  const links = within(screen.getByRole('navigation', { name: 'Manage' })).getAllByRole('link')
  const current = links.filter((link) => link.hasAttribute('aria-current'))
  expect(current.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    ['Galleries', 'true'],
  ])
})
