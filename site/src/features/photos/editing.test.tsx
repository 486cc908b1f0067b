import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectConsole } from '../../testing/console-watch'
import { anImage } from '../../testing/fake-photos'
import { FakeServer, json } from '../../testing/fake-server'
import { paragraphsOf } from '../../testing/paragraphs-of'
import { openSite, signedIn } from '../../testing/render-app'
import { dismissToast } from '../../ui/toast'

let server: FakeServer
const harbour = { id: 1, name: 'Harbour', slug: 'harbour', description: '', image_count: 1 }
const talks = { id: 2, name: 'Talks', slug: 'talks', description: '', image_count: 1 }
const images = [
  anImage({ id: 3, title: 'Crane 10', uploaded_at: '2026-11-18T10:00:00.000Z' }),
  anImage({
    id: 2,
    title: 'Crane 9',
    gallery: 1,
    gallery_name: 'Harbour',
    uploaded_at: '2026-11-17T10:00:00.000Z',
  }),
  anImage({
    id: 1,
    title: 'Stage',
    gallery: 2,
    gallery_name: 'Talks',
    description: 'A full room',
    uploaded_at: '2026-11-16T10:00:00.000Z',
  }),
]

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
  server.photos.galleries = [harbour, talks]
  server.photos.images = images
})

// Toasts outlive the screen that showed them.
afterEach(dismissToast)

const picture = (name: string) => new File(['pixels'], name, { type: 'image/jpeg' })
// Uses selectors, since queries by role take seconds in a long table.
const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr')]
const titles = () => rows().map((row) => row.querySelector('td:nth-child(2) button')?.textContent)
const changes = () => server.requests.filter(({ method }) => method === 'PATCH')
const dialog = () => screen.getByRole('dialog', { name: 'Edit photo' })
const field = (label: string | RegExp) => within(dialog()).getByLabelText<HTMLInputElement>(label)

async function openPhotos() {
  const user = openSite('/photos')
  await screen.findByRole('heading', { name: 'Uploaded Images' })
  return user
}

async function edit(title: string) {
  const user = await openPhotos()
  await user.click(screen.getByRole('button', { name: `Edit ${title}` }))
  return user
}

test('the list of galleries links to their screen', async () => {
  await openPhotos()
  const region = screen.getByRole('region', { name: 'Existing Galleries' })
  const link = within(region).getByRole('link', { name: 'Manage Galleries' })
  expect(link.getAttribute('href')).toBe('/galleries')
  expect(screen.getAllByRole('link', { name: 'Manage Galleries' })).toEqual([link])
})

test('a picture keeps its gallery when the galleries cannot be loaded', async () => {
  server.next('GET /api/photos/galleries/', () => json(500, {}))
  const user = await edit('Crane 9')
  const gallery = within(dialog()).getByLabelText<HTMLSelectElement>('Gallery')
  expect([gallery.textContent, gallery.disabled]).toEqual(['Not loaded', true])
  expect(within(dialog()).getByText('The photo stays where it is: Harbour.')).toBeDefined()
  await user.type(within(dialog()).getByLabelText('Title'), '!')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Image updated successfully!')
  expect(Object.fromEntries(changes()[0]?.body as FormData)).toEqual({
    title: 'Crane 9!',
    description: '',
    gallery: '1',
  })
})

test('showing a description of two lines does not change it', async () => {
  server.photos.images = images.map((image) => ({ ...image, description: 'One.\r\nTwo.' }))
  const user = await edit('Crane 9')
  server.photos.images = images.map((image) => ({ ...image, description: 'Three.' }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Image updated successfully!')
  expect((changes()[0]?.body as FormData).get('description')).toBe('Three.')
})

test('saving a picture keeps changes that others have made since the form opened', async () => {
  const user = await edit('Crane 9')
  server.photos.images = images.map((image) =>
    image.id === 2 ? { ...image, title: 'Crane', alt_text: 'A crane.', gallery: 2 } : image,
  )
  await user.type(within(dialog()).getByLabelText('Description (optional)'), 'From the quay.')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Image updated successfully!')
  expect(server.photos.images[1]).toMatchObject({
    title: 'Crane',
    description: 'From the quay.',
    alt_text: 'A crane.',
    gallery: 2,
  })
})

test('the form selects the gallery of a picture when the galleries load late', async () => {
  server.next('GET /api/photos/galleries/', () => json(500, {}))
  const user = await edit('Stage')
  // The dialog covers the button, so the click is scripted.
  screen.getByText('Try again').click()
  await waitFor(() =>
    expect(within(dialog()).getByLabelText<HTMLSelectElement>('Gallery').disabled).toBe(false),
  )
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Image updated successfully!')
  expect((changes()[0]?.body as FormData).get('gallery')).toBe('2')
})

test('a picture keeps a gallery that is not in the list yet', async () => {
  server.photos.galleries = [harbour]
  const user = await edit('Stage')
  const gallery = within(dialog()).getByLabelText<HTMLSelectElement>('Gallery')
  expect(gallery.selectedOptions[0]?.textContent).toBe('Talks')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Image updated successfully!')
  expect((changes()[0]?.body as FormData).get('gallery')).toBe('2')
})

test('undoing a replacement restores the previous picture', async () => {
  const user = await edit('Crane 9')
  await user.upload(within(dialog()).getByLabelText(/Replace image/), picture('new.jpg'))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Image updated successfully!')
  expect(server.photos.images[1]?.image_url).toBe('/media/images/replaced.jpg')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Restored “Crane 9”.')
  expect(server.photos.images[1]?.image_url).toBe('/media/images/a1.jpg')
})

test('a chosen replacement can be taken back, and no file is sent then', async () => {
  const user = await edit('Stage')
  await user.upload(within(dialog()).getByLabelText(/Replace image/), picture('new.jpg'))
  await user.click(screen.getByRole('button', { name: 'Keep the current one' }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Image updated successfully!')
  const form = changes()[0]?.body as FormData
  expect([form.get('gallery'), form.get('title'), form.has('image')]).toEqual(['2', 'Stage', false])
})

test.each(['Escape', 'Cancel'])('%s changes nothing and returns the focus', async (way) => {
  const user = await edit('Stage')
  await user.type(within(dialog()).getByLabelText('Title'), '!')
  if (way === 'Escape') {
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
  } else await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(changes()).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Stage' }))
})

test('a title is required', async () => {
  const user = await edit('Stage')
  const title = within(dialog()).getByLabelText('Title')
  await user.clear(title)
  await user.type(title, '  ')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('A title is required.')
  expect(document.activeElement).toBe(title)
  expect(changes()).toEqual([])
})

test.each([
  [400, { image: ['The file is no picture.'] }, 'The file is no picture.'],
  [403, { detail: 'No.' }, 'No.'],
  [413, { detail: 'At most 25 MiB.' }, 'At most 25 MiB.'],
  [500, {}, ''],
])('a change that the server answers with %i says so and keeps the dialog', async (status, data, reason) => {
  expectConsole('error', `Failed to update image 1: ${status}`)
  const user = await edit('Stage')
  server.next('PATCH /api/photos/images/1/', () => json(status, data))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  const alert = await within(dialog()).findByRole('alert')
  expect(paragraphsOf(alert)).toEqual([
    'Failed to update image. Check console for details.',
    ...(reason ? [reason] : []),
  ])
  expect(document.activeElement).toBe(alert)
  expect(screen.queryByText('Image updated successfully!')).toBeNull()
})

test('a change without an answer shows an error', async () => {
  expectConsole('error', 'No response')
  const user = await edit('Stage')
  server.failNetwork('PATCH /api/photos/images/1/')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  const alert = await within(dialog()).findByRole('alert')
  expect(alert.textContent).toContain('The server was not reached.')
})

test('deleting a picture asks first, then focuses the next row', async () => {
  const user = await openPhotos()
  await user.click(screen.getByRole('button', { name: 'Delete Crane 9' }))
  const box = screen.getByRole('alertdialog', { name: 'Are you sure you want to delete this image?' })
  expect(document.activeElement).toBe(within(box).getByRole('button', { name: 'Cancel' }))
  await user.click(within(box).getByRole('button', { name: 'Delete image' }))
  await waitFor(() => expect(titles()).toEqual(['Crane 10', 'Stage']))
  await waitFor(() => expect(document.activeElement).toBe(rows()[1]))
})

test.each([403, 500])('a deletion that the server answers with %i shows an error', async (status) => {
  const user = await openPhotos()
  server.next('DELETE /api/photos/images/2/', () => json(status, { detail: 'No.' }))
  await user.click(screen.getByRole('button', { name: 'Delete Crane 9' }))
  await user.click(screen.getByRole('button', { name: 'Delete image' }))
  const alert = await screen.findByRole('alert')
  expect(paragraphsOf(alert)).toEqual(['Failed to delete image.', 'No.'])
  expect(titles()).toHaveLength(3)
})

test('the arrow keys move between full pictures', async () => {
  const user = await openPhotos()
  await user.click(screen.getByRole('button', { name: 'View Crane 10' }))
  const box = screen.getByRole('dialog', { name: 'Crane 10' })
  const picture = box.querySelector('img')
  expect([picture?.getAttribute('src'), picture?.alt]).toEqual(['/media/images/a1.jpg', ''])
  expect(within(box).getByRole('status').textContent).toContain('1 of 3')
  expect(within(box).getByRole('button', { name: 'Previous photo' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  await user.keyboard('{ArrowLeft}{ArrowRight}')
  expect(screen.getByRole('dialog', { name: 'Crane 9' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Next photo' }))
  expect(screen.getByRole('dialog', { name: 'Stage' }).textContent).toContain('3 of 3')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

/** `count` pictures without an alternative text, the newest titled P<count>. */
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => anImage({ id: count - index, title: `P${count - index}` }))
const pager = () => document.querySelector<HTMLElement>('nav[aria-label="Pages of images"]')
const turn = (name: string) => within(pager() as HTMLElement).getByRole('button', { name })
const status = () => within(pager() as HTMLElement).getByRole('status').textContent

test('changing the filter shows the first page', async () => {
  server.photos.images = many(60)
  const user = await openPhotos()
  await user.click(turn('Next page'))
  await waitFor(() => expect(titles()[0]).toBe('P10'))
  await user.type(screen.getByLabelText('Search'), 'P60')
  await waitFor(() => expect(titles()).toEqual(['P60']))
  expect(pager()).toBeNull()
  await user.clear(screen.getByLabelText('Search'))
  await waitFor(() => expect(titles()).toHaveLength(50))
  expect(status()).toBe('Page 1 of 2')
})

test('the previous page is shown while the next one loads', async () => {
  server.photos.images = many(51)
  const user = await openPhotos()
  const release = server.delay('GET /api/photos/images/')
  await user.click(turn('Next page'))
  expect(titles()).toHaveLength(50)
  expect(screen.queryByText('No images match.')).toBeNull()
  release()
  await waitFor(() => expect(titles()).toEqual(['P1']))
})

test('the arrow keys reach pictures on neighbouring pages', async () => {
  server.photos.images = many(51)
  const user = await openPhotos()
  await user.click(screen.getByRole('button', { name: 'View P2' }))
  const release = server.delay('GET /api/photos/images/')
  await user.keyboard('{ArrowRight}')
  // Until the page has loaded, the previous picture is shown and the keys do nothing.
  await user.keyboard('{ArrowRight}{ArrowLeft}')
  expect(screen.getByRole('dialog', { name: 'P2' })).toBeDefined()
  release()
  const last = await screen.findByRole('dialog', { name: 'P1' })
  expect(last.textContent).toContain('51 of 51')
  expect(screen.getByRole('button', { name: 'Next photo' }).getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{ArrowLeft}')
  expect((await screen.findByRole('dialog', { name: 'P2' })).textContent).toContain('50 of 51')
})

test('a page that cannot be loaded shows an error and can be requested again', async () => {
  server.photos.images = many(101)
  const user = await openPhotos()
  server.next('GET /api/photos/images/', () => json(500, {}))
  await user.click(turn('Next page'))
  await screen.findByText('Failed to load images or galleries. Access denied or server error.')
  expect(screen.queryByText('No images match.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(titles()[0]).toBe('P51'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  [
    1,
    'The round banner on the home page shows this photo. It is the only one there: without it, the banner shows initials.',
  ],
  [2, 'The round banner on the home page shows this photo.'],
])(
  'the form and the deletion dialog say that the front page shows a picture, one of %i',
  async (image_count, text) => {
    server.photos.galleries = [{ ...harbour, slug: 'page-logos', image_count }, talks]
    const user = openSite('/photos')
    await user.click(await screen.findByRole('button', { name: 'Edit Crane 9' }))
    expect(within(screen.getByRole('dialog')).getByText(text)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Delete Crane 9' }))
    expect(paragraphsOf(screen.getByRole('alertdialog'))).toEqual([
      'Are you sure you want to delete this image?',
      text,
    ])
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Delete Stage' }))
    expect(paragraphsOf(screen.getByRole('alertdialog'))).toEqual([
      'Are you sure you want to delete this image?',
    ])
  },
)

test('a focal point set from the keyboard is previewed and saved', async () => {
  const user = await edit('Crane 9')
  const [fromLeft, fromTop] = screen.getAllByRole<HTMLInputElement>('slider', {
    name: /^Focal point from the/,
  })
  expect([fromLeft?.value, fromTop?.value]).toEqual(['50', '50'])
  if (fromLeft) fireEvent.change(fromLeft, { target: { value: '30' } })
  expect(fromLeft?.getAttribute('aria-valuetext')).toBe('30 percent')
  const shown = ['Banner', 'Thumbnail'].map((name) => screen.getByRole('img', { name }))
  expect(shown.map(({ style }) => style.objectPosition)).toEqual(['30% 50%', '30% 50%'])
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Image updated successfully!')
  expect((changes()[0]?.body as FormData).get('focal_point')).toBe('30,50')
})

test('a focal point can be reset', async () => {
  server.photos.images = [anImage({ id: 1, title: 'Stage', focal_point: { x: 10, y: 90 } })]
  const user = await edit('Stage')
  expect(rows()[0]?.querySelector('img')?.style.objectPosition).toBe('10% 90%')
  await user.click(screen.getByRole('button', { name: 'Back to the centre' }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Image updated successfully!')
  expect((changes()[0]?.body as FormData).get('focal_point')).toBe('')
})

test('"Save and next" opens the next photo without an alternative text, as long as one is left', async () => {
  server.photos.images = [
    anImage({ id: 4, title: 'Quay', alt_text: '' }),
    anImage({ id: 3, title: 'Ferry', alt_text: 'A ferry' }),
    anImage({ id: 2, title: 'Wave', alt_text: '', decorative: true }),
    anImage({ id: 1, title: 'Crane', alt_text: '' }),
  ]
  const user = openSite('/photos?alt=missing')
  await user.click(await screen.findByRole('button', { name: 'Edit Quay' }))
  expect(document.activeElement).toBe(field(/^Alternative text/))
  await user.keyboard(' A quay {Enter}')
  await waitFor(() => expect(field('Title').value).toBe('Crane'))
  expect(document.activeElement).toBe(field(/^Alternative text/))
  expect(screen.queryByRole('button', { name: 'Save and next' })).toBeNull()
  await user.keyboard('A crane{Enter}')
  await screen.findByText('No images match.')
  expect(changes().map(({ path, body }) => [path, (body as FormData).get('alt_text')])).toEqual([
    ['/api/photos/images/4/', 'A quay'],
    ['/api/photos/images/1/', 'A crane'],
  ])
})
