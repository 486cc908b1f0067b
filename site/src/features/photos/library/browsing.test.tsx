import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { api, replayApi } from '../../../testing/replay-api'
import {
  address,
  anImage,
  bar,
  listed,
  listImages,
  many,
  openPhotos,
  order,
  press,
  search,
  talks,
  titles,
} from '../photos.testdata'

const list = 'GET /api/photos/images/'
const galleries = 'GET /api/photos/galleries/'
const changes = 'POST /api/photos/image-changes/'
const images = [
  anImage({ id: 3, title: 'Crane 10' }),
  anImage({ id: 2, title: 'Crane 9', alt_text: 'A crane' }),
  anImage({ id: 1, title: 'Stage', gallery: 2, gallery_name: 'Talks' }),
]

beforeEach(() => {
  replayApi()
  api.answer(galleries, 200, [talks])
  listImages(images)
})

const show = () => screen.getByLabelText<HTMLSelectElement>('Show')
const withoutText = () => screen.getByLabelText<HTMLInputElement>('Without alternative text')
const wentTo = (expected: string) => waitFor(() => expect(address()).toBe(expected))

test('the address keeps the search, the filters and the order', async () => {
  const user = await openPhotos()
  await user.selectOptions(show(), 'Unassigned')
  await user.selectOptions(order(), 'By title')
  await user.click(withoutText())
  await user.type(search(), ' crane ')
  await wentTo('/photos?search=crane&gallery=none&alt=missing&order=title')
  await listed('Crane 10')
  cleanup()
  await openPhotos(address())
  await listed('Crane 10')
  expect([search().value, show().value, order().value, withoutText().checked]).toEqual([
    'crane',
    'none',
    'title',
    true,
  ])
  expect(api.sent(list).map(({ path }) => path)).toContain(
    '/api/photos/images/?search=crane&gallery=none&alt_text=missing&ordering=title&limit=50&offset=0',
  )
})

test('letters typed while the address changes are kept, invisible ones are dropped', async () => {
  const user = await openPhotos()
  await user.type(search(), 'cra')
  await wentTo('/photos?search=cra')
  await user.type(search(), 'n')
  await user.click(withoutText())
  await user.type(search(), 'e')
  await wentTo('/photos?search=crane&alt=missing')
  expect(search().value).toBe('crane')
  await user.click(withoutText())
  await user.click(search())
  await user.paste('\t\u202e9')
  await wentTo('/photos?search=crane++9')
  await listed('Crane 9')
  expect(search().value).toBe('crane  9')
})

test('a search just typed does not take back a link that was followed', async () => {
  await openPhotos()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  fireEvent.change(search(), { target: { value: 'crane' } })
  // The router changes the address before the next screen has loaded.
  history.pushState(null, '', '/documents')
  act(() => void vi.advanceTimersByTime(1000))
  expect(address()).toBe('/documents')
})

test.each([
  ['gallery=77&order=sideways&alt=maybe&page=0', 3],
  ['gallery=none%27&order=constructor&page=1e3', 3],
  [`search=${'a'.repeat(201)}&page=-1&theme=dark`, 3],
  ['search=%00&gallery=2&gallery=none', 1],
])('unknown values in %s are ignored', async (query, shown) => {
  await openPhotos(`/photos?${query}`)
  await waitFor(() => expect(titles()).toHaveLength(shown))
  expect([search().value, order().value, withoutText().checked]).toEqual(['', '-uploaded_at', false])
  expect(show().value).toBe(shown === 3 ? '' : '2')
})

test('all photos are shown if the galleries cannot be loaded', async () => {
  api.once(galleries, 403, { detail: 'No.' })
  await openPhotos('/photos?gallery=2')
  await listed('Crane 10', 'Crane 9', 'Stage')
  expect(show().value).toBe('')
  press('Try again')
  await listed('Stage')
  expect(show().value).toBe('2')
})

test('a failed reload of the galleries keeps the filter and the selection', async () => {
  const user = await openPhotos('/photos?gallery=2')
  await user.click(await screen.findByLabelText('Select Stage'))
  api.once(galleries, 403, { detail: 'No.' })
  press('Edit Stage')
  await user.type(screen.getByLabelText('Title'), ' two{Enter}')
  await screen.findByRole('button', { name: 'Try again' })
  await listed('Stage')
  expect(address()).toBe('/photos?gallery=2')
  expect(screen.getByLabelText<HTMLInputElement>('Select Stage').checked).toBe(true)
})

test('the upload form keeps its text when a list fails', async () => {
  // The first request is for all images, the second for the filtered ones.
  api.hold(list)()
  api.once(list, 403, { detail: 'No.' })
  const user = await openPhotos('/photos?gallery=2')
  await user.type(screen.getByLabelText('Base title'), 'Harbour')
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await listed('Stage')
  expect(screen.getByLabelText<HTMLInputElement>('Base title').value).toBe('Harbour')
})

test('a refused change of a range keeps the dialog; all photos are deleted, and not restored', async () => {
  listImages(many(4))
  const user = await openPhotos()
  press('Select P4')
  fireEvent.click(screen.getByLabelText('Select P2'), { shiftKey: true })
  expect(bar()).toBe('3 selected')
  press('Select P3')
  expect(bar()).toBe('2 selected')
  api.replay('images-changed-meanwhile')
  press('Change selected')
  const dialog = within(screen.getByRole('dialog', { name: 'Change 2 photos' }))
  await user.type(dialog.getByLabelText('Append to the titles (optional)'), 'at dawn')
  press('Save Changes')
  await dialog.findByText(/^Nothing was changed: photo 7 no longer exists/)
  await user.click(dialog.getByText('Cancel'))
  press('Select all on this page')
  expect(bar()).toBe('4 selected')
  api.answer(changes, 200, { images: 4, trash: ['image-8', 'image-9'] })
  press('Delete selected')
  press((await screen.findByText('Delete photos')).textContent)
  await screen.findByText(/^Deleted 4 photos\./)
  expect(api.bodies(changes)).toEqual([
    { images: [4, 2], append_title: 'at dawn' },
    { images: [4, 2, 3, 1], delete: true },
  ])
  api.replayOnce('nothing-restored')
  press('Undo')
  await screen.findByText(/^Failed to restore the 4 photos\. Nothing was restored because of item image-1\./)
})

test('a refused deletion drops missing photos; Undo of the next shows each note once', async () => {
  await openPhotos()
  press('Select Crane 10')
  press('Select Crane 9')
  api.replayOnce('images-changed-meanwhile')
  press('Delete selected')
  fireEvent.click(await screen.findByText('Delete photos'))
  listImages([images[0] ?? anImage({})])
  await screen.findByText(/^Nothing was changed: photo 7 no longer exists/)
  await listed('Crane 10')
  expect(bar()).toBe('1 selected')
  api.answer(changes, 200, { images: 1, trash: ['image-8', 'image-9'] })
  press('Delete selected')
  fireEvent.click(await screen.findByText('Delete photos'))
  await screen.findByText(/^Deleted 1 photo\./)
  const restored = ['image', 'image'].map((kind) => ({
    kind,
    id: 1,
    name: 'x',
    notes: ['Its gallery is gone.'],
  }))
  api.answer('POST /api/trash/restorations/', 200, { restored })
  press('Undo')
  await screen.findByText('Restored 1 photo. Its gallery is gone.')
  expect(api.bodies('POST /api/trash/restorations/')).toEqual([{ items: ['image-8', 'image-9'] }])
})
