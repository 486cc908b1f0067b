import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileHash } from '../../api/file-hash'
import { anImage } from '../../testing/fake-photos'
import { FakeServer, json } from '../../testing/fake-server'
import { openSite, signedIn } from '../../testing/render-app'
import { dismissToast } from '../../ui/toast'

let server: FakeServer
const file = fileOf('pixels', 'harbour.jpg')
const other = fileOf('other pixels', 'crane.jpg')

/** A file whose bytes can be read, which jsdom does not support. */
function fileOf(text: string, name: string): File {
  const arrayBuffer = () => Promise.resolve(Buffer.from(text))
  return Object.assign(new File([text], name, { type: 'image/jpeg' }), { arrayBuffer })
}

beforeEach(async () => {
  server = new FakeServer()
  signedIn(server)
  server.photos.galleries = [{ id: 7, name: 'Quay', slug: 'quay', description: '', image_count: 0 }]
  server.photos.images = [anImage({ id: 3, title: 'At dawn' })]
  server.photos.hashes.set(await fileHash(file), 3)
})

// Toasts outlive the screen that showed them.
afterEach(dismissToast)

async function choose(...files: File[]) {
  const user = openSite('/photos')
  await user.click(await screen.findByRole('button', { name: 'Upload photos' }))
  await user.upload(await screen.findByLabelText(/Choose images/), files)
  return user
}

const asked = () => server.requests.filter(({ path }) => path.includes('sha256='))
const moves = () => server.requestsTo('PATCH /api/photos/images/3/').map(({ body }) => body)

test('a file that is already uploaded is listed once, with its picture', async () => {
  await choose(other, file)
  expect(await screen.findByText('harbour.jpg is already uploaded: “At dawn”, in no gallery.')).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Use that one' })).toHaveLength(1)
  expect(asked()).toHaveLength(2)
})

test('using the existing picture drops the file and offers to move the picture to the chosen gallery', async () => {
  const user = await choose(other, file)
  await user.selectOptions(screen.getByLabelText('Gallery (optional)'), 'Quay')
  await user.click(await screen.findByRole('button', { name: 'Use that one' }))
  expect(screen.queryByText('harbour.jpg')).toBeNull()
  expect(screen.getByText('crane.jpg')).toBeDefined()
  await screen.findByRole('alertdialog', { name: 'Move “At dawn” to the gallery “Quay”?' })
  await user.click(screen.getByRole('button', { name: 'Move photo' }))
  await screen.findByText(/^Moved “At dawn” to “Quay”\./)
  expect(moves()).toEqual([{ gallery: 7 }])
})

test('a move can be cancelled, and a failed one shows an error', async () => {
  const user = await choose(file)
  await user.selectOptions(screen.getByLabelText('Gallery (optional)'), 'Quay')
  await user.click(await screen.findByRole('button', { name: 'Use that one' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(moves()).toEqual([])

  await user.upload(screen.getByLabelText(/Choose images/), file)
  await user.click(await screen.findByRole('button', { name: 'Use that one' }))
  server.next('PATCH /api/photos/images/3/', () => json(500, {}))
  await user.click(await screen.findByRole('button', { name: 'Move photo' }))
  expect(await screen.findByText('Failed to move “At dawn”.')).toBeDefined()
})

test('no move is offered for a picture that is in a gallery', async () => {
  server.photos.images = [anImage({ id: 3, title: 'At dawn', gallery: 8, gallery_name: 'Ships' })]
  const user = await choose(file)
  await user.selectOptions(screen.getByLabelText('Gallery (optional)'), 'Quay')
  expect(await screen.findByText(/“At dawn”, in the gallery “Ships”\.$/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Use that one' }))
  await waitFor(() => expect(screen.queryByText('harbour.jpg')).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Base title/))
})
