import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { anImage } from '../../testing/fake-photos'
import { FakeServer, json, replay } from '../../testing/fake-server'
import manyRestored from '../../testing/golden/many-restored.json'
import nothingRestored from '../../testing/golden/nothing-restored.json'
import { openSite, signedIn } from '../../testing/render-app'

let server: FakeServer
const route = 'POST /api/photos/image-changes/'

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
  server.photos.images = [4, 3, 2, 1].map((id) => anImage({ id, title: `Crane ${id}` }))
})

const box = (id: number) => screen.getByLabelText(`Select Crane ${id}`)
const bar = () => within(screen.getByRole('group', { name: 'Selected photos' }))

test('pictures can be selected singly, as a range, or all at once', async () => {
  const user = openSite('/photos')
  await user.click(await screen.findByLabelText('Select Crane 4'))
  fireEvent.click(box(2), { shiftKey: true })
  expect(bar().getByRole('status').textContent).toBe('3 selected')
  await user.click(box(3))
  expect(bar().getByRole('status').textContent).toBe('2 selected')
  server.next(route, () => json(409, { detail: 'Nothing was done: image 2 is no longer there.' }))
  await user.click(bar().getByText('Change selected'))
  const dialog = within(screen.getByRole('dialog', { name: 'Change 2 photos' }))
  await user.type(dialog.getByLabelText('Append to the titles (optional)'), 'at dawn')
  await user.click(dialog.getByText('Save Changes'))
  await dialog.findByText('Nothing was done: image 2 is no longer there.')
  server.next(route, () => json(200, { images: 2, trash: [] }))
  await user.click(dialog.getByText('Save Changes'))
  await screen.findByText('Changed 2 photos.')
  await user.click(bar().getByText('Select all 4'))
  server.next(route, () => json(200, { images: 4, trash: ['image-8', 'image-9'] }))
  await user.click(bar().getByText('Delete selected'))
  await user.click(await screen.findByText('Delete photos'))
  await screen.findByText(/^Deleted 4 photos\./)
  server.next('POST /api/trash/restorations/', () => replay(nothingRestored))
  await user.click(screen.getByText('Undo'))
  await screen.findByText(/^Failed to restore the 4 photos\. Nothing was restored because of item image-1\./)
  expect(server.requestsTo(route).map(({ body }) => body)).toEqual([
    { images: [4, 2], append_title: 'at dawn' },
    { images: [4, 2], append_title: 'at dawn' },
    { filter: { search: '', gallery: '', alt_text: '' }, count: 4, delete: true },
  ])
})

test('a refused change reloads the list and drops deleted pictures from the selection', async () => {
  const user = openSite('/photos')
  await user.click(await screen.findByLabelText('Select Crane 4'))
  await user.click(box(2))
  server.photos.images = server.photos.images.filter(({ id }) => id !== 2)
  server.next(route, () => json(409, { detail: 'Nothing was done: image 2 is no longer there.' }))
  await user.click(bar().getByText('Delete selected'))
  await user.click(await screen.findByText('Delete photos'))
  await screen.findByText('Nothing was done: image 2 is no longer there.')
  expect(bar().getByRole('status').textContent).toBe('1 selected')
  await waitFor(() => expect(screen.queryByLabelText('Select Crane 2')).toBeNull())
  server.next(route, () => json(200, { images: 1, trash: ['image-8'] }))
  await user.click(bar().getByText('Delete selected'))
  await user.click(await screen.findByText('Delete photos'))
  await screen.findByText(/^Deleted 1 photo\./)
  expect(server.requestsTo(route).at(-1)?.body).toEqual({ images: [4], delete: true })
})

test('the Tab key moves from the button that selects all to the actions', async () => {
  const user = openSite('/photos')
  await user.click(await screen.findByLabelText('Select Crane 4'))
  const all = bar().getByText('Select all 4')
  all.focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(all)
  expect(all.getAttribute('aria-disabled')).toBe('true')
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Change selected')
  screen.getByLabelText('Clear the selection').focus()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('group', { name: 'Selected photos' })).toBeNull()
  expect(document.activeElement?.closest('[aria-labelledby=images]')).not.toBeNull()
})

test('undoing a joint deletion restores all pictures and shows each note once', async () => {
  const user = openSite('/photos')
  await user.click(await screen.findByLabelText('Select Crane 4'))
  server.next(route, () => json(200, { images: 1, trash: ['image-8', 'image-9'] }))
  await user.click(bar().getByText('Delete selected'))
  await user.click(await screen.findByText('Delete photos'))
  const [one] = manyRestored.body.restored
  const restored = [1, 2].map((id) => ({ ...one, id, notes: ['Its gallery is gone.'] }))
  server.next('POST /api/trash/restorations/', () => json(200, { restored }))
  await user.click(await screen.findByText('Undo'))
  await screen.findByText('Restored 1 photo. Its gallery is gone.')
  expect(server.requestsTo('POST /api/trash/restorations/').map(({ body }) => body)).toEqual([
    { items: ['image-8', 'image-9'] },
  ])
})
