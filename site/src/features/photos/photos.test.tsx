import { screen, within, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anImage } from '../../testing/fake-photos'
import { FakeServer, json } from '../../testing/fake-server'
import { paragraphsOf } from '../../testing/paragraphs-of'
import { openSite, signedIn } from '../../testing/render-app'
import { dismissToast } from '../../ui/toast'

let server: FakeServer
const pageLogos = {
  id: 1,
  name: 'Page logos',
  slug: 'page-logos',
  description: 'The front page.',
  image_count: 2,
}
const talks = { id: 2, name: 'Talks', slug: 'talks', description: '', image_count: 0 }

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
})

// Toasts outlive the screen that showed them.
afterEach(dismissToast)

const picture = (name: string) => new File(['pixels'], name, { type: 'image/jpeg' })
const well = () => screen.getByLabelText(/Choose images/)
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
const uploads = () => server.requestsTo('POST /api/photos/images/').map(({ body }) => body as FormData)
const fields = (form: FormData) =>
  [...form].map(([name, value]) => [name, value instanceof File ? value.name : value])

async function openPhotos(path = '/photos') {
  const user = openSite(path)
  await screen.findByRole('heading', { name: 'Uploaded Images' })
  return user
}

async function openUpload() {
  const user = await openPhotos()
  await user.click(screen.getByRole('button', { name: 'Upload photos' }))
  return user
}

test('the screen shows that the lists are loading', async () => {
  const release = server.delay('GET /api/photos/images/')
  openSite('/photos')
  await screen.findByText('Loading photo management interface...')
  expect(screen.queryByText('No images uploaded yet.')).toBeNull()
  release()
  await screen.findByText('No images uploaded yet.')
  expect(screen.queryByText('Loading photo management interface...')).toBeNull()
})

test("the dashboard's link opens the upload form", async () => {
  await openPhotos('/photos#upload')
  expect(screen.getByRole('dialog', { name: 'Upload photos' })).toBeDefined()
})

test('empty lists say that they are empty', async () => {
  await openPhotos()
  expect(screen.getByText('No galleries created yet.')).toBeDefined()
  expect(screen.getByText('No images uploaded yet.')).toBeDefined()
  expect(screen.getByText('0 photos in 0 galleries')).toBeDefined()
})

test.each(['/photos', '/admin/photos'])('%s lists galleries and pictures', async (path) => {
  server.photos.galleries = [pageLogos, talks]
  server.photos.images = [
    anImage({ id: 3, title: 'Crane', gallery: 1, gallery_name: 'Page logos', image_url: '/media/crane.jpg' }),
    anImage({ id: 2, title: '', uploaded_at: '2026-02-03T12:00:00.000Z' }),
  ]
  await openPhotos(path)
  const manage = screen.getByRole('navigation', { name: 'Manage' })
  expect(within(manage).getByRole('link', { current: 'page' }).textContent).toBe('Photos')
  const list = screen.getByRole('region', { name: 'Existing Galleries' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Page logospage-logosFront pageThe front page.2 photos', 'Talkstalks0 photos'])
  const headers = within(screen.getByRole('table')).getAllByRole('columnheader')
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    'Thumbnail',
    'Title',
    'Gallery',
    'Uploaded At',
    'Actions',
  ])
  expect(rows().map(cells)).toEqual([
    [
      '',
      'CraneNo alternative text',
      'Page logos',
      new Date('2026-11-18T10:20:30.400Z').toLocaleDateString(undefined, { dateStyle: 'medium' }),
      'Edit',
    ],
    [
      '',
      'No TitleNo alternative text',
      'Unassigned',
      new Date('2026-02-03T12:00:00.000Z').toLocaleDateString(undefined, { dateStyle: 'medium' }),
      'Edit',
    ],
  ])
  expect(rows()[0]?.querySelector('img')?.getAttribute('src')).toBe('/media/images/a1-96.jpg')
  const open = screen.getByRole('link', { name: 'Open Crane in a new tab' })
  expect([open.getAttribute('href'), open.getAttribute('target')]).toEqual(['/media/crane.jpg', '_blank'])
})

test.each(['images', 'galleries'])(
  '%s that cannot be loaded show an error and can be requested again',
  async (list) => {
    server.photos.galleries = [talks]
    server.next(`GET /api/photos/${list}/`, () => json(403, { detail: 'No.' }))
    const user = openSite('/photos')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to load images or galleries. Access denied or server error.')
    expect(
      screen.queryByText(list === 'images' ? 'No images uploaded yet.' : 'No galleries created yet.'),
    ).toBeNull()
    expect(screen.queryAllByText('The galleries could not be loaded.')).toHaveLength(
      list === 'images' ? 0 : 1,
    )
    expect(screen.getByLabelText('Gallery (optional)').textContent).toBe(
      list === 'images' ? 'No GalleryTalks' : 'Not loaded',
    )
    const release = server.delay(`GET /api/photos/${list}/`)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Loading photo management interface...')
    release()
    await screen.findByText('No images uploaded yet.')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('main'))
  },
)

test('a gallery is created, listed and announced', async () => {
  const user = await openPhotos()
  await user.type(screen.getByLabelText('Name'), ' Page logos ')
  await user.type(screen.getAllByLabelText('Description (optional)')[0] as HTMLElement, 'For the banner.')
  const release = server.delay('POST /api/photos/galleries/')
  await user.click(screen.getByRole('button', { name: 'Create Gallery' }))
  const busy = await screen.findByRole('button', { name: 'Creating...' })
  await user.click(busy)
  release()
  const message = await screen.findByText('Gallery created successfully!')
  expect(message.closest('[aria-live=polite]')).not.toBeNull()
  expect(server.requestsTo('POST /api/photos/galleries/').map(({ body }) => body)).toEqual([
    { name: 'Page logos', description: 'For the banner.' },
  ])
  expect(
    within(screen.getByRole('region', { name: 'Existing Galleries' })).getByText('page-logos'),
  ).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('')
  expect(screen.getByLabelText('Gallery (optional)').textContent).toBe('No GalleryPage logos')
})

test('a gallery with the same name as the one on the front page is shown with its slug', async () => {
  server.photos.galleries = [pageLogos]
  server.photos.images = [anImage({ id: 5, gallery: 1, gallery_name: 'Page logos' })]
  const user = await openPhotos()
  expect(screen.getByRole('region', { name: 'Create Gallery' }).textContent).toContain(
    'to put pictures on the front page.',
  )
  await user.type(screen.getByLabelText('Name'), 'Page logos')
  await user.click(screen.getByRole('button', { name: 'Create Gallery' }))
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

test('the form explains how to put pictures on the front page', async () => {
  await openPhotos()
  const form = screen.getByRole('region', { name: 'Create Gallery' })
  expect(form.textContent).toContain(
    'Create a gallery named page-logos, or add images to it, to put pictures on the front page.',
  )
})

test.each(['', '   '])('a gallery named "%s" is refused without a request', async (name) => {
  const user = await openPhotos()
  const field = screen.getByLabelText('Name')
  if (name) await user.type(field, name)
  await user.click(screen.getByRole('button', { name: 'Create Gallery' }))
  const error = await screen.findByText('Gallery name cannot be empty.')
  expect(field.getAttribute('aria-describedby')).toBe(error.closest('ul')?.id)
  expect(document.activeElement).toBe(field)
  expect(server.requestsTo('POST /api/photos/galleries/')).toEqual([])
})

test.each([
  [
    { name: ['Ensure this field has no more than 100 characters.'] },
    'Failed to create gallery. Ensure this field has no more than 100 characters.',
  ],
  [{ detail: 'No.' }, 'Failed to create gallery. No.'],
  [{}, 'Failed to create gallery.'],
])('a gallery that the server refuses with %j', async (data, text) => {
  const user = await openPhotos()
  server.next('POST /api/photos/galleries/', () => json(400, data))
  await user.type(screen.getByLabelText('Name'), 'Harbour')
  await user.click(screen.getByRole('button', { name: 'Create Gallery' }))
  const alert = await screen.findByRole('alert')
  expect(paragraphsOf(alert)).toEqual([text])
  expect(document.activeElement).toBe(alert)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Harbour')
  expect(screen.queryByText('Gallery created successfully!')).toBeNull()
})

test('creating a gallery without a connection shows an error', async () => {
  const user = await openPhotos()
  server.failNetwork('POST /api/photos/galleries/')
  await user.type(screen.getByLabelText('Name'), 'Harbour')
  await user.click(screen.getByRole('button', { name: 'Create Gallery' }))
  const alert = await screen.findByRole('alert')
  expect(paragraphsOf(alert)).toEqual(['Failed to create gallery.', 'The server was not reached.'])
})

test('pictures are uploaded one at a time, titled with the base title and the file name', async () => {
  server.photos.galleries = [pageLogos, talks]
  const user = await openUpload()
  const gallery = screen.getByLabelText('Gallery (optional)')
  expect(
    within(gallery)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['No Gallery', 'Page logos', 'Talks'])
  await user.upload(well(), [picture('harbour.jpg'), picture('crane.jpg'), picture('quay.jpg')])
  await user.type(screen.getByLabelText('Base title'), 'Rotterdam, spring')
  await user.selectOptions(gallery, 'Page logos')
  const release = [1, 2, 3].map(() => server.delay('POST /api/photos/images/'))
  await user.click(screen.getByRole('button', { name: 'Upload Image(s)' }))

  for (const [index, percent] of [0, 33, 67].entries()) {
    await screen.findByRole('button', { name: `Uploading... (${percent}%)` })
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(String(percent))
    await user.click(screen.getByRole('button', { name: /^Uploading/ }))
    await waitFor(() => expect(uploads()).toHaveLength(index + 1))
    release[index]?.()
  }
  const message = await screen.findByText('Successfully uploaded 3 image(s)!')
  expect(message.closest('[aria-live=polite]')).not.toBeNull()
  expect(uploads().map(fields)).toEqual(
    ['harbour.jpg', 'crane.jpg', 'quay.jpg'].map((name) => [
      ['image', name],
      ['title', `Rotterdam, spring - ${name}`],
      ['gallery', '1'],
    ]),
  )
  expect(rows().map((row) => row.querySelector('td:nth-child(2) button')?.textContent)).toEqual([
    'Rotterdam, spring - quay.jpg',
    'Rotterdam, spring - crane.jpg',
    'Rotterdam, spring - harbour.jpg',
  ])
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.queryByRole('list', { name: 'Chosen images' })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Base title').value).toBe('')
  expect(screen.getByLabelText<HTMLSelectElement>('Gallery (optional)').value).toBe('')
})

test('a single file is uploaded with its description, and with a gallery only if one is chosen', async () => {
  const user = await openUpload()
  await user.upload(well(), [picture('harbour.jpg')])
  await user.type(screen.getByLabelText('Base title'), 'Harbour')
  await user.type(screen.getAllByLabelText('Description (optional)')[1] as HTMLElement, 'At dawn.')
  await user.click(screen.getByRole('button', { name: 'Upload Image(s)' }))
  await screen.findByText('Successfully uploaded 1 image(s)!')
  expect(uploads().map(fields)).toEqual([
    [
      ['image', 'harbour.jpg'],
      ['title', 'Harbour - harbour.jpg'],
      ['description', 'At dawn.'],
    ],
  ])
})

test('an upload stops when the session ends', async () => {
  const user = await openUpload()
  await user.upload(well(), [picture('a.jpg'), picture('b.jpg'), picture('c.jpg')])
  await user.type(screen.getByLabelText('Base title'), 'T')
  server.sessions.refuseAccess()
  server.sessions.revoke(localStorage.getItem('refresh') ?? '')
  await user.click(screen.getByRole('button', { name: 'Upload Image(s)' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(uploads()).toHaveLength(1)
})

test.each([
  ['no file', [], 'A title'],
  ['no title', [picture('a.jpg')], ''],
  ['a blank title', [picture('a.jpg')], '  '],
])('an upload with %s is refused without asking the server', async (_case, files, title) => {
  const user = await openUpload()
  if (files.length > 0) await user.upload(well(), files)
  if (title) await user.type(screen.getByLabelText('Base title'), title)
  await user.click(screen.getByRole('button', { name: 'Upload Image(s)' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent.trim()).toBe('At least one File and a Title are required for image upload.')
  expect(document.activeElement).toBe(alert)
  expect(uploads()).toEqual([])
})

test('files can be added in several steps, described and removed', async () => {
  const user = await openUpload()
  await user.upload(well(), [picture('a.jpg'), picture('b.jpg')])
  await user.upload(well(), [picture('c.jpg')])
  const names = () =>
    screen.getAllByRole('button', { name: /^Remove / }).map((button) => button.getAttribute('aria-label'))
  expect(names()).toEqual(['Remove a.jpg', 'Remove b.jpg', 'Remove c.jpg'])
  await user.type(screen.getByLabelText('Alternative text of c.jpg (optional)'), 'A crane')
  await user.click(screen.getByRole('button', { name: 'Remove b.jpg' }))
  expect(names()).toEqual(['Remove a.jpg', 'Remove c.jpg'])
  const texts = screen.getAllByLabelText<HTMLInputElement>(/^Alternative text/)
  expect(texts.map(({ value }) => value)).toEqual(['', 'A crane'])
})

test('removing a chosen picture focuses the next one, or the next field after the last', async () => {
  const user = await openUpload()
  await user.upload(well(), [picture('a.jpg'), picture('b.jpg')])
  screen.getByRole('button', { name: 'Remove a.jpg' }).focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove b.jpg' }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByLabelText('Base title'))
})

test('leaving the page asks for confirmation only during an upload', async () => {
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  const user = await openUpload()
  await user.upload(well(), [picture('a.jpg')])
  await user.type(screen.getByLabelText('Base title'), 'T')
  expect(leave()).toBe(false)
  const release = server.delay('POST /api/photos/images/')
  await user.click(screen.getByRole('button', { name: 'Upload Image(s)' }))
  await screen.findByRole('progressbar')
  expect(leave()).toBe(true)
  release()
  await screen.findByText('Successfully uploaded 1 image(s)!')
  expect(leave()).toBe(false)
})

test('the banner can be dismissed', async () => {
  const user = await openUpload()
  await user.click(screen.getByRole('button', { name: 'Upload Image(s)' }))
  const alert = await screen.findByRole('alert')
  await user.click(within(alert).getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload Image(s)' }))
})
