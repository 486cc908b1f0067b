import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { api, replayApi } from '../../../testing/replay-api'
import {
  address,
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
const changes = 'POST /api/photos/image-changes/'
const failure = 'Failed to load images or galleries. Access denied or server error.'

beforeEach(() => {
  replayApi()
  api.answer('GET /api/photos/galleries/', 200, [talks])
})

const first = (expected: string) => waitFor(() => expect(titles()[0]).toBe(expected))
const pages = () => document.querySelector('nav[aria-label="Pages of images"] [role=status]')?.textContent
const heading = () => screen.getByText('Uploaded Images', { selector: 'h2' })

test('pressing Back before the next page is rendered shows the page in the address', async () => {
  listImages(many(101))
  await openPhotos()
  press('Next page')
  history.back()
  await waitFor(() => expect(pages()).toBe('Page 1 of 3'))
  await first('P101')
  expect(address()).toBe('/photos')
})

test('the previous page is shown until the next one has loaded or failed', async () => {
  listImages(many(101))
  await openPhotos()
  api.once(list, 500, {})
  press('Next page')
  expect(titles()).toHaveLength(50)
  await screen.findByText(failure)
  expect(screen.queryByText('No images match.')).toBeNull()
  press('Try again')
  await first('P51')
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.change(search(), { target: { value: 'P60' } })
  await listed('P60')
  expect(pages()).toBeUndefined()
  fireEvent.change(search(), { target: { value: '' } })
  await waitFor(() => expect(pages()).toBe('Page 1 of 3'))
})

test('a page past the end is replaced with the last one, in the history too', async () => {
  listImages(many(51))
  await openPhotos('/photos?page=40')
  await listed('P1')
  expect([address(), pages()]).toEqual(['/photos?page=2', 'Page 2 of 2'])
  const entries = history.length
  press('Delete P1')
  await screen.findByRole('button', { name: 'Delete image' })
  listImages(many(51).slice(0, 50))
  press('Delete image')
  await waitFor(() => expect(titles()).toHaveLength(50))
  expect([address(), history.length]).toEqual(['/photos', entries])
  expect(document.activeElement).toBe(heading())
})

test('Back closes the full photo, however many pages were turned in it', async () => {
  listImages(many(51))
  const user = await openPhotos('/photos')
  await user.selectOptions(order(), 'Oldest first')
  await first('P1')
  press('View P50')
  await user.keyboard('{ArrowRight}')
  await screen.findByRole('dialog', { name: 'P51' })
  expect(address()).toBe('/photos?order=oldest&page=2')
  history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/photos')
})

test('Back keeps an open form, and closing it focuses the heading if the row is gone', async () => {
  listImages(many(51))
  const user = await openPhotos()
  press('Next page')
  await listed('P1')
  press('Edit P1')
  await user.type(screen.getByLabelText('Title'), ' and more')
  history.back()
  await waitFor(() => expect(titles()).toHaveLength(50))
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('P1 and more')
  await user.keyboard('{Escape}')
  press('Discard')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(heading())
})

test('Back moves the focus to the heading only if the focused row disappears', async () => {
  listImages(many(51))
  await openPhotos()
  press('Next page')
  await listed('P1')
  screen.getByLabelText('Edit P1').focus()
  history.back()
  await waitFor(() => expect(titles()).toHaveLength(50))
  expect(document.activeElement).toBe(heading())
  order().focus()
  history.forward()
  await listed('P1')
  expect(document.activeElement).toBe(order())
})

test('photos on several pages can be selected, and another filter clears the selection', async () => {
  listImages(many(60))
  const user = await openPhotos()
  await user.selectOptions(order(), 'Oldest first')
  await first('P1')
  press('Select P1')
  press('Next page')
  fireEvent.click(await screen.findByLabelText('Select P60'))
  history.back()
  await first('P1')
  expect(bar()).toBe('2 selected')
  press('Change selected')
  fireEvent.change(screen.getByLabelText('Append to the titles (optional)'), { target: { value: 'x' } })
  press('Save Changes')
  await screen.findByText(/^Changed \d photos?\.$/)
  expect(api.bodies(changes)).toEqual([{ images: [1, 60], append_title: 'x' }])
  press('Delete selected')
  await screen.findByText('Are you sure you want to delete 2 photos?')
  history.back()
  await first('P60')
  expect(bar()).toBeUndefined()
  // The question was about the selected photos.
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
