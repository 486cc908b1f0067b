import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paragraphsOf } from '../../../testing/paragraphs-of'
import publishing from '../../../testing/golden/publishing-waiting.json'
import { openSite } from '../../../testing/render-app'
import { api, replayApi } from '../../../testing/replay-api'
import { pageLogos, talks } from '../photos.testdata'

const galleries = 'GET /api/photos/galleries/'
const change = 'PATCH /api/photos/galleries/update/{id}/'
const removal = 'DELETE /api/photos/galleries/{id}/'

beforeEach(() => {
  replayApi()
  api.answer(galleries, 200, [{ ...pageLogos, description: 'The front page.' }, talks])
})

const list = () => screen.getByRole('region', { name: 'All galleries' })
const rows = () => within(list()).getAllByRole('listitem')
const form = () => screen.getByRole('form', { name: /^Edit / })
const field = (label: string | RegExp) => within(form()).getByLabelText<HTMLInputElement>(label)

async function openGalleries() {
  const user = openSite('/galleries')
  await screen.findByRole('region', { name: 'All galleries' })
  return user
}

async function edit() {
  const user = await openGalleries()
  await user.click(screen.getByRole('button', { name: 'Edit Talks' }))
  return user
}

test('the screen lists the galleries, marks the one on the front page, and links back', async () => {
  const release = api.hold(galleries)
  openSite('/galleries')
  await screen.findByText('Loading galleries...')
  release()
  await screen.findByText('Page logos')
  expect(screen.queryByText('Loading galleries...')).toBeNull()
  expect(rows().map((row) => row.textContent)).toEqual([
    'Page logospage-logosFront page2 photosThe front page.ArrangeEdit',
    'Talkstalks1 photoNo descriptionArrangeEdit',
  ])
  expect(screen.getByRole('link', { name: 'Back to Photo Management' }).getAttribute('href')).toBe('/photos')
})

test('a gallery named like its slug shows the name once', async () => {
  api.answer(galleries, 200, [{ ...talks, name: 'page-logos', slug: 'page-logos', description: '' }])
  await openGalleries()
  expect(rows().map((row) => row.textContent)).toEqual([
    'page-logosFront page1 photoNo descriptionArrangeEdit',
  ])
})

test('only the changed fields of a gallery are sent', async () => {
  const user = await edit()
  await user.type(field(/^Description/), ' Since 2019. {Enter}')
  await waitFor(() => expect(screen.queryByRole('form', { name: /^Edit / })).toBeNull())
  expect(api.sent(change).map(({ path, body }) => [path, body])).toEqual([
    ['/api/photos/galleries/update/2/', { description: 'Since 2019.' }],
  ])
})

test.each([
  [[pageLogos], 'move them to “Page logos”.'],
  [[], 'create a gallery named page-logos and move them to it.'],
])('a gallery named page-logos by renaming says why the front page does not show it', async (others, how) => {
  api.answer(galleries, 200, [...others, talks])
  const user = await edit()
  await user.clear(field('Name'))
  await user.type(field('Name'), 'Page Logos')
  api.answer(galleries, 200, [...others, { ...talks, name: 'Page Logos' }])
  await user.keyboard('{Enter}')
  const button = await screen.findByRole('button', { name: 'Edit Page Logos' })
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    `The front page shows the gallery with the slug page-logos. This one keeps the slug talks under any name. To show its photos there, ${how}`,
  )
})

test('one gallery can be edited at a time, and Cancel discards the changes', async () => {
  const user = await edit()
  await user.click(screen.getByRole('button', { name: 'Edit Page logos' }))
  expect(form().getAttribute('aria-label')).toBe('Edit Page logos')
  await user.type(field('Name'), ' and more')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  screen.getByRole('heading', { name: 'Page logos' })
  expect(api.sent(change)).toEqual([])
})

test.each(['', '   '])('the name "%s" is refused without a request', async (text) => {
  const user = await edit()
  await user.clear(field('Name'))
  if (text) await user.type(field('Name'), text)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Gallery name cannot be empty.')
  expect(document.activeElement).toBe(field('Name'))
  expect(api.sent(change)).toEqual([])
})

test.each([
  [400, { name: ['Too long.'] }, ['Too long.']],
  [403, { detail: 'No.' }, ['No.']],
])('a change that the server answers with %i keeps the form open', async (status, data, reason) => {
  api.once(change, status, data)
  const user = await edit()
  await user.type(field('Name'), '!{Enter}')
  const alert = await screen.findByRole('alert')
  expect(paragraphsOf(alert)).toEqual(['Failed to save gallery changes.', ...reason])
  expect(field('Name').value).toBe('Talks!')
})

/** Asks to delete a gallery. */
async function askToDelete(name: string) {
  const user = await openGalleries()
  await user.click(screen.getByRole('button', { name: `Delete ${name}` }))
  return { user, box: await screen.findByRole('alertdialog') }
}

test('deleting a gallery focuses the next row', async () => {
  const { user, box } = await askToDelete('Talks')
  expect(document.activeElement).toBe(within(box).getByRole('button', { name: 'Cancel' }))
  expect(box.textContent).not.toContain('home page')
  api.answer(galleries, 200, [pageLogos])
  await user.click(within(box).getByRole('button', { name: 'Delete gallery' }))
  await waitFor(() => expect(screen.queryByText('Talks')).toBeNull())
  expect(api.sent(removal).map(({ path }) => path)).toEqual(['/api/photos/galleries/2/'])
  await waitFor(() => expect(document.activeElement).toBe(rows()[0]))
})

test('leaving the screen cancels the deletion', async () => {
  const { user } = await askToDelete('Talks')
  await user.click(screen.getByRole('link', { name: 'Back to Photo Management' }))
  await screen.findByRole('heading', { name: 'Photos' })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(api.sent(removal)).toEqual([])
})

test('a failed deletion shows an error and keeps the gallery', async () => {
  api.disconnect(removal)
  const { user } = await askToDelete('Talks')
  await user.click(screen.getByRole('button', { name: 'Delete gallery' }))
  const alert = await screen.findByRole('alert')
  expect(paragraphsOf(alert)).toEqual(['Failed to delete gallery.', 'The server was not reached.'])
  screen.getByText('Talks')
})

test('deleting a gallery that is already deleted shows no error', async () => {
  api.answer(removal, 404, { detail: 'Not found.' })
  const { user } = await askToDelete('Talks')
  api.answer(galleries, 200, [pageLogos])
  await user.click(screen.getByRole('button', { name: 'Delete gallery' }))
  await waitFor(() => expect(screen.queryByText('Talks')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

/** A text at a path of the content, as the server lists it. */
const textAt = (path: string, text: string) => {
  const at = '2026-05-01T12:00:00.000Z'
  const published = { version: 1, text, source: 'files', publication: 1, publish_at: at }
  return { path, published, scheduled: null, draft: null, conflict: false }
}

const note = textAt('notes/tides.md', '---\ntitle: Tides\ndate: 2026-11-01\n---\n\n[All](/gallery/talks)\n')

function linkTo(...files: ReturnType<typeof textAt>[]) {
  api.answer('GET /api/content/files/', 200, { files })
}

test('deleting and hiding a gallery say which texts link to it', async () => {
  linkTo(note, textAt('about.md', '---\nheading: H\n---\n\n[Another](/gallery/talks-2)\n'))
  api.answer(galleries, 200, [pageLogos, { ...talks, shown: true }])
  const { user, box } = await askToDelete('Talks')
  const used = 'Used in “Tides”. Visitors will read their words without a link.'
  expect(box.textContent).toContain(used)
  await user.click(within(box).getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Edit Talks' }))
  await user.click(screen.getByRole('checkbox', { name: 'Show on the site' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const question = await screen.findByRole('alertdialog', { name: /hide this gallery/ })
  expect(question.textContent).toContain(used)
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(api.sent(change)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Hide gallery' }))
  await waitFor(() => expect(api.sent(change).map(({ body }) => body)).toEqual([{ shown: false }]))
})

test('a gallery is hidden without a question if no text links to it', async () => {
  linkTo()
  api.answer(galleries, 200, [pageLogos, { ...talks, shown: true }])
  const user = await edit()
  await user.click(screen.getByRole('checkbox', { name: 'Show on the site' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.sent(change)).toHaveLength(1))
})

test('a gallery can be viewed once its page is on the site', async () => {
  api.answer(galleries, 200, [pageLogos, { ...talks, shown: true, on_site: false }])
  api.answer('GET /api/publishing/', 200, { ...publishing.body, method: 'server', state: 'waiting' })
  await openGalleries()
  await screen.findByText('On the site in a few seconds')
  api.answer(galleries, 200, [pageLogos, { ...talks, shown: true, on_site: true }])
  const link = await screen.findByRole('link', { name: 'View Talks on the site' }, { timeout: 10_000 })
  expect(link.getAttribute('href')).toBe('/gallery/talks')
})
