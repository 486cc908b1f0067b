import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anImage } from '../../testing/fake-photos'
import { FakeServer, json } from '../../testing/fake-server'
import { openSite, signedIn } from '../../testing/render-app'
import { dismissToast } from '../../ui/toast'

let server: FakeServer
const talks = { id: 2, name: 'Talks', slug: 'talks', description: '', image_count: 1 }

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
  server.photos.galleries = [talks]
  server.photos.images = [
    anImage({ id: 3, title: 'Crane 10' }),
    anImage({ id: 2, title: 'Crane 9', alt_text: 'A crane' }),
    anImage({ id: 1, title: 'Stage', gallery: 2, gallery_name: 'Talks' }),
  ]
})

// Toasts outlive the screen that showed them.
afterEach(dismissToast)

/** `count` pictures without an alternative text, the newest titled P<count>. */
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => anImage({ id: count - index, title: `P${count - index}` }))
// Uses selectors, since queries by role take seconds in a long table.
const titles = () =>
  [...document.querySelectorAll('tbody tr')].map(
    (row) => row.querySelector('td:nth-child(2) button')?.textContent,
  )
const listed = (...expected: string[]) => waitFor(() => expect(titles()).toEqual(expected))
const pager = () =>
  within(document.querySelector('nav[aria-label="Pages of images"]') as HTMLElement).getByRole('status')
const heading = () => screen.getByText('Uploaded Images', { selector: 'h2' })
const turn = (name: string) => screen.getByRole('button', { name })
const search = () => screen.getByLabelText<HTMLInputElement>('Search')
const show = () => screen.getByLabelText<HTMLSelectElement>('Show')
const order = () => screen.getByLabelText<HTMLSelectElement>('Order')
const withoutText = () => screen.getByLabelText<HTMLInputElement>('Without alternative text')
const address = () => window.location.pathname + window.location.search
const wentTo = (expected: string) => waitFor(() => expect(address()).toBe(expected))

async function openPhotos(path = '/photos') {
  const user = openSite(path)
  await waitFor(heading)
  return user
}

/** Simulates a reload, or opening the link in another browser. */
function openAgain() {
  cleanup()
  return openPhotos(address())
}

test('the address keeps the search, the filters and the order', async () => {
  const user = await openPhotos()
  await user.type(search(), ' crane 9 ')
  await wentTo('/photos?search=crane+9')
  expect(search().value).toBe(' crane 9 ')
  await user.clear(search())
  await wentTo('/photos')
  await user.selectOptions(show(), 'Unassigned')
  await user.selectOptions(order(), 'By title')
  await user.click(withoutText())
  await user.type(search(), 'crane')
  await wentTo('/photos?search=crane&gallery=none&alt=missing&order=title')
  await listed('Crane 10')

  await openAgain()
  await listed('Crane 10')
  expect([search().value, show().value, order().value, withoutText().checked]).toEqual([
    'crane',
    'none',
    'title',
    true,
  ])
  const asked = server.requestsTo('GET /api/photos/images/').map(({ path }) => path)
  expect(asked.join('\n')).toContain(
    '?search=crane&gallery=none&alt_text=missing&ordering=title&limit=50&offset=0',
  )
})

test('Back undoes one filter at a time, and a whole search at once', async () => {
  const user = await openPhotos()
  const entries = history.length
  await user.selectOptions(show(), 'Talks')
  await listed('Stage')
  await user.selectOptions(order(), 'Oldest first')
  await wentTo('/photos?gallery=2&order=oldest')
  await user.type(search(), 'sta')
  await wentTo('/photos?search=sta&gallery=2&order=oldest')
  await user.type(search(), 'ge')
  await wentTo('/photos?search=stage&gallery=2&order=oldest')
  expect(history.length).toBe(entries + 3)
  history.back()
  await wentTo('/photos?gallery=2&order=oldest')
  await waitFor(() => expect(search().value).toBe(''))
  history.back()
  await wentTo('/photos?gallery=2')
  await waitFor(() => expect(order().value).toBe('-uploaded_at'))
  history.back()
  await listed('Crane 10', 'Crane 9', 'Stage')
  expect([address(), show().value]).toEqual(['/photos', ''])
  history.forward()
  await listed('Stage')
})

test('pressing Back before the next page is rendered shows the page in the address', async () => {
  server.photos.images = many(101)
  await openPhotos()
  turn('Next page').click()
  history.back()
  await waitFor(() => expect(pager().textContent).toBe('Page 1 of 3'))
  await waitFor(() => expect(titles()[0]).toBe('P101'))
  expect(address()).toBe('/photos')
})

test('letters typed while the address changes are kept', async () => {
  const user = await openPhotos()
  await user.type(search(), 'cra')
  await wentTo('/photos?search=cra')
  await user.type(search(), 'n')
  await user.click(withoutText())
  await user.type(search(), 'e')
  expect(search().value).toBe('crane')
  await wentTo('/photos?search=crane&alt=missing')
  expect(search().value).toBe('crane')
})

test('invisible characters are dropped from a search', async () => {
  const user = await openPhotos()
  await user.click(search())
  await user.paste('crane\t\u202e9')
  await wentTo('/photos?search=crane++9')
  await listed('Crane 9')
  expect(search().value).toBe('crane  9')
})

test('each page has a history entry', async () => {
  server.photos.images = many(101)
  const user = await openPhotos()
  await user.click(turn('Next page'))
  await waitFor(() => expect(titles()[0]).toBe('P51'))
  await user.click(turn('Next page'))
  await listed('P1')
  expect(address()).toBe('/photos?page=3')
  await openAgain()
  await listed('P1')
  expect(pager().textContent).toBe('Page 3 of 3')
  history.back()
  await waitFor(() => expect(titles()[0]).toBe('P51'))
  expect(pager().textContent).toBe('Page 2 of 3')
})

test('Back from another screen shows the same pictures', async () => {
  const user = await openPhotos('/photos?gallery=2')
  await listed('Stage')
  await user.click(screen.getByRole('link', { name: 'Manage Galleries' }))
  await screen.findByRole('heading', { name: 'Galleries' })
  history.back()
  await waitFor(() => expect(titles()).toEqual(['Stage']))
  expect(show().value).toBe('2')
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

test('all pictures are shown if the galleries cannot be loaded', async () => {
  server.next('GET /api/photos/galleries/', () => json(403, { detail: 'No.' }))
  const user = await openPhotos('/photos?gallery=2')
  await listed('Crane 10', 'Crane 9', 'Stage')
  expect(show().value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await listed('Stage')
  expect(show().value).toBe('2')
})

test('a failed reload of the galleries keeps the filter and the selection', async () => {
  const user = await openPhotos('/photos?gallery=2')
  await user.click(await screen.findByLabelText('Select Stage'))
  server.next('GET /api/photos/galleries/', () => json(403, { detail: 'No.' }))
  await user.click(screen.getByRole('button', { name: 'Edit Stage' }))
  await user.type(screen.getByLabelText('Title'), ' two{Enter}')
  await screen.findByRole('button', { name: 'Try again' })
  await listed('Stage two')
  expect(address()).toBe('/photos?gallery=2')
  expect(screen.getByLabelText<HTMLInputElement>('Select Stage two').checked).toBe(true)
})

test('the upload form keeps its text when the first list fails', async () => {
  // The first request is for all images, the second for the filtered ones.
  server.delay('GET /api/photos/images/')()
  server.next('GET /api/photos/images/', () => json(403, { detail: 'No.' }))
  const user = await openPhotos('/photos?gallery=2')
  await user.type(screen.getByLabelText('Base title'), 'Harbour')
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await listed('Stage')
  expect(screen.getByLabelText<HTMLInputElement>('Base title').value).toBe('Harbour')
})

test('a page past the end is replaced with the last one, in the history too', async () => {
  server.photos.images = many(51)
  const user = await openPhotos('/photos?page=40')
  await listed('P1')
  expect([address(), pager().textContent]).toEqual(['/photos?page=2', 'Page 2 of 2'])
  const entries = history.length
  await user.click(screen.getByRole('button', { name: 'Delete P1' }))
  await user.click(screen.getByText('Delete image'))
  await waitFor(() => expect(titles()).toHaveLength(50))
  expect([address(), history.length]).toEqual(['/photos', entries])
  expect(document.activeElement).toBe(heading())
})

test('pictures on several pages can be selected, and going back to another filter clears the selection', async () => {
  server.photos.images = many(60)
  const user = await openPhotos()
  const bar = () =>
    within(document.querySelector('[aria-label="Selected photos"]') as HTMLElement).getByRole('status')
      .textContent
  await user.selectOptions(order(), 'Oldest first')
  await waitFor(() => expect(titles()[0]).toBe('P1'))
  await user.click(screen.getByLabelText('Select P1'))
  await user.click(turn('Next page'))
  await user.click(await screen.findByLabelText('Select P60'))
  history.back()
  await waitFor(() => expect(titles()[0]).toBe('P1'))
  expect(bar()).toBe('2 selected')
  await user.click(screen.getByText('Delete selected'))
  await screen.findByText('Are you sure you want to delete 2 photos?')
  history.back()
  await waitFor(() => expect(titles()[0]).toBe('P60'))
  expect(screen.queryByRole('group', { name: 'Selected photos' })).toBeNull()
  // The question was about the selected pictures.
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('Back closes the full picture, however many pages were turned in it', async () => {
  server.photos.images = many(51)
  const user = await openPhotos()
  await user.selectOptions(order(), 'Oldest first')
  await waitFor(() => expect(titles()[0]).toBe('P1'))
  await user.click(screen.getByRole('button', { name: 'View P50' }))
  await user.keyboard('{ArrowRight}')
  await screen.findByRole('dialog', { name: 'P51' })
  expect(address()).toBe('/photos?order=oldest&page=2')
  history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/photos')
})

test('Back keeps an open form, and closing it focuses the heading if the row is gone', async () => {
  server.photos.images = many(51)
  const user = await openPhotos()
  await user.click(turn('Next page'))
  await listed('P1')
  await user.click(screen.getByRole('button', { name: 'Edit P1' }))
  await user.type(screen.getByLabelText('Title'), ' and more')
  history.back()
  await waitFor(() => expect(titles()).toHaveLength(50))
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('P1 and more')
  await user.keyboard('{Escape}')
  await user.click(screen.getByText('Discard'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(heading())
})

test('Back keeps the form for several pictures open, with the same pictures', async () => {
  server.photos.images = many(51)
  const user = await openPhotos()
  await user.selectOptions(order(), 'Oldest first')
  await wentTo('/photos?order=oldest')
  await user.click(await screen.findByLabelText('Select P1'))
  await user.click(screen.getByText('Change selected'))
  server.next('POST /api/photos/image-changes/', () => json(200, { images: 1, trash: [] }))
  await user.type(screen.getByLabelText('Append to the titles (optional)'), 'at dawn')
  history.back()
  await wentTo('/photos')
  const dialog = within(screen.getByLabelText('Change 1 photo', { selector: 'dialog' }))
  await user.click(dialog.getByText('Save Changes'))
  await screen.findByText('Changed 1 photo.')
  expect(server.requestsTo('POST /api/photos/image-changes/').map(({ body }) => body)).toEqual([
    { images: [1], append_title: 'at dawn' },
  ])
})

test('Back moves the focus to the heading only if the focused row disappears', async () => {
  server.photos.images = many(51)
  const user = await openPhotos()
  await user.click(turn('Next page'))
  await listed('P1')
  screen.getByRole('button', { name: 'Edit P1' }).focus()
  history.back()
  await waitFor(() => expect(titles()).toHaveLength(50))
  expect(document.activeElement).toBe(heading())
  order().focus()
  history.forward()
  await listed('P1')
  expect(document.activeElement).toBe(order())
})
