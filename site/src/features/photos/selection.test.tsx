import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { anImage } from '../../testing/fake-photos'
import { FakeServer, json } from '../../testing/fake-server'
import { openSite, signedIn } from '../../testing/render-app'

let server: FakeServer
const route = 'POST /api/photos/image-changes/'

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
  server.photos.images = [4, 3, 2, 1].map((id) => anImage({ id, title: `Crane ${id}` }))
})

const box = (id: number) => screen.getByLabelText(`Select Crane ${id}`)
const bar = () => within(screen.getByRole('group', { name: 'Selected pictures' }))

test('pictures are selected one by one, from one to another, and all that match', async () => {
  const user = openSite('/photos')
  await user.click(await screen.findByLabelText('Select Crane 4'))
  fireEvent.click(box(2), { shiftKey: true })
  expect(bar().getByRole('status').textContent).toBe('3 pictures selected')
  await user.click(box(3))
  expect(bar().getByRole('status').textContent).toBe('2 pictures selected')
  server.next(route, () => json(409, { detail: 'Nothing was changed: image 2 is no longer there.' }))
  await user.click(bar().getByText('Change selected'))
  const dialog = within(screen.getByRole('dialog', { name: 'Change 2 pictures' }))
  await user.type(dialog.getByLabelText('Append to the titles (optional)'), 'at dawn')
  await user.click(dialog.getByText('Save Changes'))
  await dialog.findByText('Nothing was changed: image 2 is no longer there.')
  server.next(route, () => json(200, { images: 2, trash: [] }))
  await user.click(dialog.getByText('Save Changes'))
  await screen.findByText('Changed 2 pictures.')
  await user.click(bar().getByText('Select all 4 that match'))
  server.next(route, () => json(200, { images: 4, trash: [8, 9] }))
  await user.click(bar().getByText('Delete selected'))
  await user.click(await screen.findByText('Delete pictures'))
  await screen.findByText(/^Deleted 4 pictures\./)
  expect(server.requestsTo(route).map(({ body }) => body)).toEqual([
    { images: [4, 2], append_title: 'at dawn' },
    { images: [4, 2], append_title: 'at dawn' },
    { filter: { search: '', gallery: '', alt_text: '' }, count: 4, delete: true },
  ])
})
