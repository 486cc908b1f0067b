import { screen, within, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fileHash } from '../../../api/file-hash'
import { paragraphsOf } from '../../../testing/paragraphs-of'
import { openSite } from '../../../testing/render-app'
import { api, replayApi } from '../../../testing/replay-api'
import { anImage, imageFile, listImages, openPhotos, pageLogos, talks } from '../photos.testdata'

const galleries = 'GET /api/photos/galleries/'
const create = 'POST /api/photos/galleries/'
const upload = 'POST /api/photos/images/'

beforeEach(() => {
  replayApi()
  api.answer(galleries, 200, [pageLogos, talks])
  listImages([])
})

const well = () => screen.getByLabelText(/Choose images/)
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
const uploads = () =>
  api
    .bodies(upload)
    .map((form) =>
      [...(form as FormData)].map(([name, value]) => [name, value instanceof File ? value.name : value]),
    )

async function openUpload() {
  const user = await openPhotos()
  await user.click(screen.getByRole('button', { name: 'Upload photos' }))
  return user
}

test('the screen shows that the lists are loading, and then that they are empty', async () => {
  api.answer(galleries, 200, [])
  const release = api.hold('GET /api/photos/images/')
  openSite('/photos')
  await screen.findByText('Loading photo management interface...')
  expect(screen.queryByText('No images uploaded yet.')).toBeNull()
  release()
  await screen.findByText('No images uploaded yet.')
  expect(screen.queryByText('Loading photo management interface...')).toBeNull()
  screen.getByText('No galleries created yet.')
  screen.getByText('0 photos in 0 galleries')
})

test("the dashboard's link opens the upload form", async () => {
  await openPhotos('/photos#upload')
  screen.getByRole('dialog', { name: 'Upload photos' })
})

test('a gallery is made in the field that chooses it', async () => {
  const user = await openUpload()
  const sheet = within(screen.getByRole('dialog', { name: 'Upload photos' }))
  await user.click(sheet.getByRole('button', { name: 'New gallery' }))
  const made = { ...pageLogos, id: 9, name: 'Harbours', slug: 'harbours' }
  api.answer('POST /api/photos/galleries/', 201, made)
  api.answer(galleries, 200, [pageLogos, made])
  await user.type(sheet.getByLabelText('Name of the new gallery'), 'Harbours{Enter}')
  await waitFor(() => expect(sheet.getByLabelText<HTMLSelectElement>('Gallery (optional)').value).toBe('9'))
  expect(api.bodies('POST /api/photos/galleries/')).toEqual([{ name: 'Harbours', description: '' }])
  expect(sheet.queryByLabelText('Name of the new gallery')).toBeNull()
})

test('lists galleries and photos', async () => {
  listImages([
    anImage({ id: 3, title: 'Crane', gallery: 1, gallery_name: 'Page logos', image_url: '/media/crane.jpg' }),
    anImage({ id: 2, title: '', uploaded_at: '2026-02-03T12:00:00.000Z' }),
  ])
  await openPhotos('/admin/photos')
  const manage = screen.getByRole('navigation', { name: 'Manage' })
  expect(within(manage).getByRole('link', { current: 'page' }).textContent).toBe('Photos')
  const list = screen.getByRole('region', { name: 'Existing Galleries' })
  const items = within(list).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'Page logospage-logosFront page2 photos',
    'Talkstalks1 photo',
  ])
  const headers = within(screen.getByRole('table')).getAllByRole('columnheader')
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    'Thumbnail',
    'Title',
    'Gallery',
    'Uploaded At',
    'Actions',
  ])
  const day = (at: string) => new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' })
  expect(rows().map(cells)).toEqual([
    ['', 'CraneNo alternative text', 'Page logos', day('2026-05-01T12:00:00.000Z'), 'Edit'],
    ['', 'No TitleNo alternative text', 'Unassigned', day('2026-02-03T12:00:00.000Z'), 'Edit'],
  ])
  expect(rows()[0]?.querySelector('img')?.getAttribute('src')).toBe(anImage({}).thumbnail_url)
})

test.each(['images', 'galleries'] as const)(
  '%s that cannot be loaded can be requested again',
  async (list) => {
    api.answer(galleries, 200, [talks])
    api.once(`GET /api/photos/${list}/`, 403, { detail: 'No.' })
    const user = openSite('/photos')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to load images or galleries. Access denied or server error.')
    expect(screen.queryByText('No images uploaded yet.') === null).toBe(list === 'images')
    expect(screen.queryByText('No galleries created yet.')).toBeNull()
    expect(screen.queryAllByText('The galleries could not be loaded.')).toHaveLength(
      list === 'images' ? 0 : 1,
    )
    expect(screen.getByLabelText('Gallery (optional)').textContent).toBe(
      list === 'images' ? 'No GalleryTalks' : 'Not loaded',
    )
    const release = api.hold(`GET /api/photos/${list}/`)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Loading photo management interface...')
    release()
    await screen.findByText('No images uploaded yet.')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('main'))
  },
)

test('a gallery is created, listed and announced', async () => {
  api.answer(galleries, 200, [])
  const user = await openPhotos()
  const form = within(screen.getByRole('region', { name: 'Create Gallery' }))
  form.getByText(/Create a gallery named .* to put pictures on the front page\./)
  await user.type(form.getByLabelText('Name'), ' Page logos ')
  await user.type(form.getByLabelText('Description (optional)'), 'For the banner.')
  const release = api.hold(create)
  await user.click(form.getByRole('button', { name: 'Create Gallery' }))
  await user.click(await screen.findByRole('button', { name: 'Creating...' }))
  api.answer(galleries, 200, [pageLogos])
  release()
  const message = await screen.findByText('Gallery created successfully!')
  expect(message.closest('[aria-live=polite]')).not.toBeNull()
  expect(api.bodies(create)).toEqual([{ name: 'Page logos', description: 'For the banner.' }])
  within(screen.getByRole('region', { name: 'Existing Galleries' })).getByText('page-logos')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('')
  expect(screen.getByLabelText('Gallery (optional)').textContent).toBe('No GalleryPage logos')
})

test('a gallery with the same name as the one on the front page is shown with its slug', async () => {
  const twin = { ...pageLogos, id: 3, slug: 'page-logos-2' }
  api.answer(create, 201, twin)
  listImages([anImage({ id: 5, gallery: 1, gallery_name: 'Page logos' })])
  const user = await openPhotos()
  api.answer(galleries, 200, [pageLogos, twin])
  await user.type(screen.getByLabelText('Name'), 'Page logos{Enter}')
  await screen.findByText(
    'Gallery created successfully! The front page shows another gallery of this name, not this one, which has the slug page-logos-2.',
  )
  for (const label of ['Gallery (optional)', 'Show']) {
    const options = within(screen.getByLabelText(label)).getAllByRole('option', { hidden: true })
    expect(options.map(({ textContent }) => textContent).filter((text) => text.startsWith('Page'))).toEqual([
      'Page logos (page-logos)',
      'Page logos (page-logos-2)',
    ])
  }
  expect(rows().map((row) => cells(row)[2])).toEqual(['Page logos (page-logos)'])
})

test.each([
  [() => api.once(create, 400, { name: ['Too long.'] }), ['Failed to create gallery. Too long.']],
  [() => api.once(create, 400, { detail: 'No.' }), ['Failed to create gallery. No.']],
  [() => api.once(create, 500, {}), ['Failed to create gallery.']],
  [() => api.disconnect(create), ['Failed to create gallery.', 'The server was not reached.']],
])('a gallery that the server refuses', async (answer, texts) => {
  answer()
  const user = await openPhotos()
  await user.type(screen.getByLabelText('Name'), 'Harbour{Enter}')
  const alert = await screen.findByRole('alert')
  expect(paragraphsOf(alert)).toEqual(texts)
  expect(document.activeElement).toBe(alert)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Harbour')
  expect(screen.queryByText('Gallery created successfully!')).toBeNull()
})

/** Whether the browser would ask before it leaves the page. */
function asksBeforeLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

test('photos are uploaded one at a time, titled with the base title and the file name', async () => {
  const user = await openUpload()
  const gallery = screen.getByLabelText<HTMLSelectElement>('Gallery (optional)')
  expect([...gallery.options].map(({ text }) => text)).toEqual(['No Gallery', 'Page logos', 'Talks'])
  const names = ['harbour.jpg', 'crane.jpg', 'quay.jpg']
  await user.upload(well(), names.map(imageFile))
  await user.type(screen.getByLabelText('Base title'), 'Rotterdam, spring')
  await user.type(screen.getAllByLabelText('Description (optional)')[1] as HTMLElement, 'At dawn.')
  await user.selectOptions(gallery, 'Page logos')
  expect(asksBeforeLeaving()).toBe(false)
  const release = names.map(() => api.hold(upload))
  await user.click(screen.getByRole('button', { name: 'Upload Image(s)' }))
  for (const [index, percent] of [0, 33, 67].entries()) {
    await screen.findByRole('button', { name: `Uploading... (${percent}%)` })
    const progress = screen.getByRole('progressbar', { name: 'Upload progress' })
    expect(progress.getAttribute('aria-valuenow')).toBe(String(percent))
    expect(gallery.disabled).toBe(true)
    expect(asksBeforeLeaving()).toBe(true)
    await user.click(screen.getByRole('button', { name: /^Uploading/ }))
    await waitFor(() => expect(uploads()).toHaveLength(index + 1))
    release[index]?.()
  }
  const message = await screen.findByText('Successfully uploaded 3 image(s)!')
  expect(message.closest('[aria-live=polite]')).not.toBeNull()
  expect(asksBeforeLeaving()).toBe(false)
  expect(uploads()).toEqual(
    names.map((name) => [
      ['image', name],
      ['title', `Rotterdam, spring - ${name}`],
      ['description', 'At dawn.'],
      ['gallery', '1'],
    ]),
  )
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.queryByRole('list', { name: 'Chosen images' })).toBeNull()
  expect([screen.getByLabelText<HTMLInputElement>('Base title').value, gallery.value]).toEqual(['', ''])
})

test.each([
  ['no file', [], 'A title'],
  ['a blank title', [imageFile('a.jpg')], '  '],
])('an upload with %s is refused until the banner is dismissed', async (_case, files, title) => {
  const user = await openUpload()
  if (files.length > 0) await user.upload(well(), files)
  await user.type(screen.getByLabelText('Base title'), title)
  await user.click(screen.getByRole('button', { name: 'Upload Image(s)' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent.trim()).toBe('At least one File and a Title are required for image upload.')
  expect(document.activeElement).toBe(alert)
  expect(uploads()).toEqual([])
  await user.click(within(alert).getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload Image(s)' }))
})

test('files can be added in several steps, described and removed', async () => {
  const user = await openUpload()
  await user.upload(well(), [imageFile('a.jpg'), imageFile('b.jpg')])
  await user.upload(well(), [imageFile('c.jpg')])
  const remove = (name: string) => screen.getByRole('button', { name: `Remove ${name}` })
  await user.type(screen.getByLabelText('Alternative text of c.jpg (optional)'), 'A crane')
  remove('b.jpg').focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(remove('c.jpg'))
  const texts = screen.getAllByLabelText<HTMLInputElement>(/^Alternative text/)
  expect(texts.map(({ value }) => value)).toEqual(['', 'A crane'])
  await user.keyboard('{Enter}')
  remove('a.jpg').focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
})

/** A file whose bytes can be read, which jsdom does not support. */
function readable(text: string, name: string): File {
  const arrayBuffer = () => Promise.resolve(Buffer.from(text))
  return Object.assign(new File([text], name, { type: 'image/jpeg' }), { arrayBuffer })
}
const move = 'PATCH /api/photos/images/{id}/'

/** Chooses two files, the second of which is already uploaded as `image`. */
async function chooseKnown(image: Parameters<typeof anImage>[0] = {}) {
  const files = [readable('other pixels', 'crane.jpg'), readable('pixels', 'harbour.jpg')] as const
  const hash = await fileHash(files[1])
  const known = anImage({ id: 3, title: 'At dawn', ...image })
  api.respond('GET /api/photos/images/', ({ path }) =>
    Response.json(!path.includes('sha256=') || path.includes(hash) ? [known] : []),
  )
  const user = await openUpload()
  await user.upload(well(), [...files])
  await user.selectOptions(screen.getByLabelText('Gallery (optional)'), 'Talks')
  const use = await screen.findByRole('button', { name: 'Use that one' })
  return { user, use }
}

test('using an uploaded photo drops the file and offers to move the photo to the chosen gallery', async () => {
  const { user, use } = await chooseKnown()
  screen.getByText('harbour.jpg is already uploaded: “At dawn”, in no gallery.')
  await user.click(use)
  expect(screen.queryByText('harbour.jpg')).toBeNull()
  screen.getByText('crane.jpg')
  await screen.findByRole('alertdialog', { name: 'Move “At dawn” to the gallery “Talks”?' })
  await user.click(screen.getByRole('button', { name: 'Move photo' }))
  await screen.findByText(/^Moved “At dawn” to “Talks”\./)
  expect(api.bodies(move)).toEqual([{ gallery: 2 }])
})

test('a move can be cancelled, and a failed one shows an error', async () => {
  api.answer(move, 500, {})
  const { user, use } = await chooseKnown()
  await user.click(use)
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  expect(api.bodies(move)).toEqual([])
  await user.upload(well(), readable('pixels', 'harbour.jpg'))
  await user.click(await screen.findByRole('button', { name: 'Use that one' }))
  await user.click(await screen.findByRole('button', { name: 'Move photo' }))
  await screen.findByText('Failed to move “At dawn”.')
})

test('no move is offered for a photo that is in a gallery', async () => {
  const { user, use } = await chooseKnown({ gallery: 8, gallery_name: 'Ships' })
  screen.getByText(/“At dawn”, in the gallery “Ships”\.$/)
  await user.click(use)
  await waitFor(() => expect(screen.queryByText('harbour.jpg')).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Base title'))
})
