import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { anImage } from '../../../testing/fake-photos'
import { FakeServer, json, staffUser } from '../../../testing/fake-server'
import { paragraphsOf } from '../../../testing/paragraphs-of'
import { openSite, signedIn } from '../../../testing/render-app'
import { renderAs } from '../../../testing/render-as'
import GalleryManagement from './gallery-management.lazy'

let server: FakeServer
const pageLogos = {
  id: 1,
  name: 'Page logos',
  slug: 'page-logos',
  description: 'The front page.',
  image_count: 2,
}
const talks = { id: 2, name: 'Talks', slug: 'talks', description: '', image_count: 1 }
const question =
  'Are you sure you want to delete this gallery? This will not delete the images inside it; they will become unassigned.'

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
  server.photos.galleries = [pageLogos, talks]
})

async function openGalleries() {
  const user = openSite('/galleries')
  await screen.findByRole('region', { name: 'All galleries' })
  return user
}

const list = () => screen.getByRole('region', { name: 'All galleries' })
const rows = () => within(list()).getAllByRole('listitem')
const field = (label: string | RegExp) =>
  within(screen.getByRole('form', { name: /^Edit / })).getByLabelText<HTMLInputElement>(label)
const saves = () => server.requests.filter(({ method }) => method === 'PATCH')
const removals = () => server.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)

test.each([
  ['a signed-in visitor', { status: 'authenticated' as const, user: { ...staffUser, is_staff: false } }],
  ['a stranger', { status: 'unauthenticated' as const, user: null }],
])('%s is denied, and nothing is fetched', (_who, auth) => {
  renderAs(auth, <GalleryManagement />)
  expect(screen.getByText('Access Denied')).toBeDefined()
  expect(screen.getByText('You must be an administrator to manage galleries.')).toBeDefined()
  expect(server.requests).toEqual([])
})

test('the screen shows that the list is loading', async () => {
  const release = server.delay('GET /api/photos/galleries/')
  openSite('/galleries')
  await screen.findByText('Loading galleries...')
  release()
  await screen.findByText('Page logos')
  expect(screen.queryByText('Loading galleries...')).toBeNull()
})

test('the screen lists the galleries, marks the one on the front page, and links back', async () => {
  await openGalleries()
  expect(rows().map((row) => row.textContent)).toEqual([
    'Page logospage-logosFront page2 photosThe front page.ArrangeEdit',
    'Talkstalks1 photoNo descriptionArrangeEdit',
  ])
  expect(screen.getByRole('link', { name: 'Back to Photo Management' }).getAttribute('href')).toBe('/photos')
})

test('an empty list says that it is empty', async () => {
  server.photos.galleries = []
  await openGalleries()
  expect(screen.getByText('No galleries created yet.')).toBeDefined()
})

test.each([403, 500])(
  'a list that fails with %i shows an error and can be requested again',
  async (status) => {
    server.next('GET /api/photos/galleries/', () => json(status, { detail: 'No.' }))
    const user = openSite('/galleries')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to load galleries. Access denied or server error.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Page logos')
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('Enter saves a gallery in its row and returns the focus to the row', async () => {
  const user = await openGalleries()
  await user.click(screen.getByRole('button', { name: 'Edit Talks' }))
  const name = field('Name')
  expect(document.activeElement).toBe(name)
  expect([name.value, field(/^Description/).value]).toEqual(['Talks', ''])
  await user.clear(name)
  await user.type(name, ' Evening talks ')
  await user.type(field(/^Description/), 'Since 2019.{Enter}')
  await screen.findByText('Evening talks')
  expect(saves().map(({ path, body }) => [path, body])).toEqual([
    ['/api/photos/galleries/update/2/', { name: 'Evening talks', description: 'Since 2019.' }],
  ])
  expect(screen.queryByRole('form', { name: /^Edit / })).toBeNull()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Evening talks' })),
  )
})

test('only the changed fields of a gallery are sent', async () => {
  const user = await openGalleries()
  await user.click(screen.getByRole('button', { name: 'Edit Talks' }))
  await user.type(field(/^Description/), 'Since 2019.{Enter}')
  await screen.findByText('Since 2019.')
  expect(saves().map(({ body }) => body)).toEqual([{ description: 'Since 2019.' }])
})

test('only one gallery can be edited at a time', async () => {
  const user = await openGalleries()
  await user.click(screen.getByRole('button', { name: 'Edit Talks' }))
  await user.click(screen.getByRole('button', { name: 'Edit Page logos' }))
  expect(screen.getByRole('form', { name: /^Edit / }).getAttribute('aria-label')).toBe('Edit Page logos')
})

test.each(['Escape', 'Cancel'])('%s discards the changes to a gallery', async (way) => {
  const user = await openGalleries()
  await user.click(screen.getByRole('button', { name: 'Edit Talks' }))
  await user.type(field('Name'), 'Something')
  if (way === 'Escape') await user.keyboard('{Escape}')
  else await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('heading', { name: 'Talks' })).toBeDefined()
  expect(saves()).toEqual([])
})

test.each(['', '   '])('the name "%s" is refused without a request', async (text) => {
  const user = await openGalleries()
  await user.click(screen.getByRole('button', { name: 'Edit Talks' }))
  const name = field('Name')
  await user.clear(name)
  if (text) await user.type(name, text)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Gallery name cannot be empty.')
  expect(document.activeElement).toBe(name)
  expect(saves()).toEqual([])
})

test.each([
  [
    400,
    { name: ['Ensure this field has no more than 100 characters.'] },
    ['Ensure this field has no more than 100 characters.'],
  ],
  [403, { detail: 'No.' }, ['No.']],
  [500, {}, []],
])('a change that the server answers with %i keeps the form open', async (status, data, reason) => {
  const user = await openGalleries()
  await user.click(screen.getByRole('button', { name: 'Edit Talks' }))
  await user.type(field('Name'), '!')
  server.next('PATCH /api/photos/galleries/update/2/', () => json(status, data))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const alert = await screen.findByRole('alert')
  expect(paragraphsOf(alert)).toEqual(['Failed to save gallery changes.', ...reason])
  expect(field('Name').value).toBe('Talks!')
})

test('deleting a gallery asks first and keeps its pictures', async () => {
  server.photos.images = [anImage({ id: 5, gallery: 2, gallery_name: 'Talks' })]
  const user = await openGalleries()
  await user.click(screen.getByRole('button', { name: 'Delete Talks' }))
  const box = screen.getByRole('alertdialog', { name: question })
  expect(document.activeElement).toBe(within(box).getByRole('button', { name: 'Cancel' }))
  expect(box.textContent).not.toContain('home page')
  await user.click(within(box).getByRole('button', { name: 'Delete gallery' }))
  await waitFor(() => expect(screen.queryByText('Talks')).toBeNull())
  expect(removals()).toEqual(['/api/photos/galleries/2/'])
  await waitFor(() => expect(document.activeElement).toBe(rows()[0]))
})

test('deleting the gallery of the front page shows a warning', async () => {
  const user = await openGalleries()
  await user.click(screen.getByRole('button', { name: 'Delete Page logos' }))
  const box = screen.getByRole('alertdialog', { name: question })
  expect(box.textContent).toContain('The round banner on the home page shows this gallery.')
})

test.each(['Cancel', 'Escape'])('%s deletes nothing and returns the focus', async (way) => {
  const user = await openGalleries()
  const opener = screen.getByRole('button', { name: 'Delete Talks' })
  await user.click(opener)
  if (way === 'Escape') await user.keyboard('{Escape}')
  else await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.activeElement).toBe(opener)
  expect(removals()).toEqual([])
})

test('leaving the screen cancels the deletion', async () => {
  const user = await openGalleries()
  await user.click(screen.getByRole('button', { name: 'Delete Talks' }))
  await user.click(screen.getByRole('link', { name: 'Back to Photo Management' }))
  await screen.findByRole('heading', { name: 'Photos' })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(removals()).toEqual([])
})

test('deleting the last gallery focuses the heading', async () => {
  server.photos.galleries = [talks]
  const user = await openGalleries()
  await user.click(screen.getByRole('button', { name: 'Delete Talks' }))
  await user.click(screen.getByRole('button', { name: 'Delete gallery' }))
  await screen.findByText('No galleries created yet.')
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'All galleries' })),
  )
})

test('a failed deletion shows an error and keeps the gallery', async () => {
  const user = await openGalleries()
  server.failNetwork('DELETE /api/photos/galleries/2/')
  await user.click(screen.getByRole('button', { name: 'Delete Talks' }))
  await user.click(screen.getByRole('button', { name: 'Delete gallery' }))
  const alert = await screen.findByRole('alert')
  expect(paragraphsOf(alert)).toEqual(['Failed to delete gallery.', 'The server was not reached.'])
  expect(screen.getByText('Talks')).toBeDefined()
})

test('deleting a gallery that is already deleted shows no error', async () => {
  const user = await openGalleries()
  server.photos.galleries = [pageLogos]
  await user.click(screen.getByRole('button', { name: 'Delete Talks' }))
  await user.click(screen.getByRole('button', { name: 'Delete gallery' }))
  await waitFor(() => expect(screen.queryByText('Talks')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})
