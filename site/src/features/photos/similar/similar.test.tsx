import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ImageRecord } from '../../../api/types'
import { anImage } from '../../../testing/fake-photos'
import { FakeServer, replay } from '../../../testing/fake-server'
import recorded from '../../../testing/golden/similar-images.json'
import { openSite, signedIn } from '../../../testing/render-app'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
})

/** Uploads pictures of one group, the oldest first. */
function alike(...images: Partial<ImageRecord>[]) {
  const group = images.map((image, index) => anImage({ id: index + 1, ...image }))
  server.photos.images = [...group].reverse()
  server.photos.similar = [group.map(({ id }) => id)]
}

const requests = (method: string) =>
  server.requests.filter((request) => request.method === method).map(({ path }) => path)

test('the pictures of a group are shown side by side, with their sizes and galleries', async () => {
  server.next('GET /api/photos/similar-images/', () => replay(recorded))
  openSite('/photos/similar')
  const group = await screen.findByRole('group', { name: 'Group 1 of 1' })
  const facts = within(group)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(facts).toEqual(['Flag120 × 80 · UnassignedKeep', 'Flag120 × 80 · UnassignedKeep'])
  expect(screen.queryByText(/still to be compared/)).toBeNull()
})

test('without such pictures the screen says so, and how many are not compared yet', async () => {
  server.photos.pending = 3
  openSite('/photos/similar')
  expect(await screen.findByText('No pictures look alike.')).toBeDefined()
  expect(screen.getByText('3 pictures are still to be compared. Look again in some minutes.')).toBeDefined()
})

test('the page is in the address, and gives way to the last one', async () => {
  alike({ title: 'Crane' }, { title: 'Crane again' })
  openSite('/photos/similar?page=2')
  await screen.findByRole('group', { name: 'Group 1 of 1' })
  await waitFor(() => expect(window.location.search).toBe(''))
  expect(
    requests('GET')
      .filter((path) => path.includes('similar'))
      .map((path) => path.split('?')[1]),
  ).toEqual(['limit=10&offset=10', 'limit=10&offset=0'])
})

test('one is kept and the other goes into the trash, from which Undo restores it', async () => {
  server.photos.galleries = [
    { id: 7, name: 'Page logos', slug: 'page-logos', description: '', image_count: 2 },
  ]
  alike({ title: 'Crane' }, { title: 'Crane again', gallery: 7, gallery_name: 'Page logos' })
  const user = openSite('/photos/similar')
  await user.click(await screen.findByRole('button', { name: 'Keep Crane, delete the other' }))
  const question = await screen.findByRole('alertdialog', {
    name: 'Are you sure you want to delete the other picture?',
  })
  expect(question.textContent).toContain('The round banner on the home page shows this picture.')
  await user.click(within(question).getByRole('button', { name: 'Delete image' }))
  expect(await screen.findByText('No pictures look alike.')).toBeDefined()
  expect(requests('DELETE')).toEqual(['/api/photos/images/2/'])
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Side by side' })),
  )
  expect(screen.getByText(/^Deleted 1 picture, kept “Crane”\./)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('group', { name: 'Group 1 of 1' })).toBeDefined()
})

test('of three pictures one is deleted, or one is kept', async () => {
  alike({ title: 'A' }, { title: 'B' }, { title: 'C' })
  const user = openSite('/photos/similar')
  await user.click(await screen.findByRole('button', { name: 'Delete B' }))
  await user.click(await screen.findByRole('button', { name: 'Delete image' }))
  await user.click(await screen.findByRole('button', { name: 'Keep C, delete the other' }))
  await user.click(await screen.findByRole('button', { name: 'Delete image' }))
  expect(await screen.findByText('No pictures look alike.')).toBeDefined()
  expect(requests('DELETE')).toEqual(['/api/photos/images/2/', '/api/photos/images/1/'])
})

test('pictures that differ are not shown together any more', async () => {
  alike({ title: 'A' }, { title: 'B' })
  const user = openSite('/photos/similar')
  await user.click(await screen.findByRole('button', { name: 'They differ' }))
  expect(await screen.findByText('No pictures look alike.')).toBeDefined()
  expect(server.requestsTo('POST /api/photos/different-images/').map(({ body }) => body)).toEqual([
    { images: [1, 2] },
  ])
})

test('a failure leaves everything as it is, and says so', async () => {
  alike({ title: 'A' }, { title: 'B' })
  const user = openSite('/photos/similar')
  server.next('DELETE /api/photos/images/2/', () => Response.json({}, { status: 500 }))
  await user.click(await screen.findByRole('button', { name: 'Keep A, delete the other' }))
  await user.click(await screen.findByRole('button', { name: 'Delete image' }))
  expect(await screen.findByText('Failed to delete image.')).toBeDefined()
  expect(screen.getByRole('group', { name: 'Group 1 of 1' })).toBeDefined()
})
