import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { expectConsole } from '../../../testing/console-watch'
import trash from '../../../testing/golden/trash.json'
import { paragraphsOf } from '../../../testing/paragraphs-of'
import { api, replayApi } from '../../../testing/replay-api'
import {
  anImage,
  bar,
  listImages,
  many,
  openPhotos,
  pageLogos,
  imageFile,
  talks,
  titles,
} from '../photos.testdata'

const galleries = 'GET /api/photos/galleries/'
const change = 'PATCH /api/photos/images/{id}/'
const removal = 'DELETE /api/photos/images/{id}/'
const list = 'GET /api/photos/images/'
const harbour = { ...pageLogos, name: 'Harbour', slug: 'harbour' }
const images = [
  anImage({ id: 3, title: 'Crane 10' }),
  anImage({ id: 2, title: 'Crane 9', gallery: 1, gallery_name: 'Harbour' }),
  anImage({ id: 1, title: 'Stage', gallery: 2, gallery_name: 'Talks', description: 'A full room' }),
]

beforeEach(() => {
  replayApi()
  api.answer(galleries, 200, [harbour, talks])
  listImages(images)
})

const dialog = () => within(screen.getByRole('dialog', { name: 'Edit photo' }))
const sentForm = () => Object.fromEntries(api.bodies(change)[0] as FormData)

async function edit(title: string, path?: string) {
  const user = await openPhotos(path)
  await user.click(screen.getByRole('button', { name: `Edit ${title}` }))
  const save = async () => {
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await screen.findByText('Image updated successfully!')
  }
  return { user, save }
}

test('a photo keeps its gallery when the galleries cannot be loaded, and shows it once they are', async () => {
  api.once(galleries, 500, {})
  const { user, save } = await edit('Crane 9')
  const gallery = () => dialog().getByLabelText<HTMLSelectElement>('Gallery')
  expect([gallery().textContent, gallery().disabled]).toEqual(['Not loaded', true])
  dialog().getByText('The photo stays where it is: Harbour.')
  // The dialog covers the button, so the click is scripted.
  fireEvent.click(screen.getByText('Try again'))
  await waitFor(() => expect(gallery().selectedOptions[0]?.textContent).toBe('Harbour'))
  await user.type(dialog().getByLabelText('Title'), '!')
  await save()
  expect(sentForm()).toEqual({ title: 'Crane 9!', description: '', gallery: '1' })
})

test('a photo keeps a gallery that is not in the list yet', async () => {
  api.answer(galleries, 200, [harbour])
  const { save } = await edit('Stage')
  expect(dialog().getByLabelText<HTMLSelectElement>('Gallery').selectedOptions[0]?.textContent).toBe('Talks')
  await save()
  expect(sentForm()['gallery']).toBe('2')
})

test('saving a photo keeps changes that others have made since the form opened', async () => {
  const lines = images.map((image) => ({ ...image, description: 'One.\r\nTwo.' }))
  listImages(lines)
  const { user, save } = await edit('Crane 9')
  listImages(lines.map((image) => ({ ...image, title: 'Crane', description: 'Three.', gallery: 2 })))
  await user.type(dialog().getByLabelText(/^Alternative text/), 'A crane.')
  await save()
  expect(sentForm()).toEqual({ title: 'Crane', description: 'Three.', alt_text: 'A crane.', gallery: '2' })
})

test('a photo has an alternative text in each further language of the site', async () => {
  const file = { published: null, scheduled: null, draft: null, conflict: false, behind: false }
  const paths = ['site.md', 'notes/site.md', 'nl/site.md', 'nl/about.md', 'pt-BR/site.md']
  api.answer('GET /api/content/files/', 200, { files: paths.map((path) => ({ ...file, path })) })
  listImages([anImage({ id: 1, title: 'Stage', alt_texts: { nl: 'Een zaal', 'pt-BR': 'Uma sala' } })])
  const { user, save } = await edit('Stage')
  const dutch = await dialog().findByLabelText<HTMLInputElement>('Alternative text in Dutch (optional)')
  expect([dutch.value, dutch.lang]).toEqual(['Een zaal', 'nl'])
  expect(dialog().getAllByLabelText(/^Alternative text/)).toHaveLength(3)
  await user.type(dutch, ' vol mensen')
  await save()
  expect(JSON.parse(sentForm()['alt_texts'] as string)).toEqual({ nl: 'Een zaal vol mensen' })
})

test('undoing a replacement restores the previous photo', async () => {
  api.answer('GET /api/trash/', 200, [
    { ...trash.body[0], kind: 'image_file', original_id: 2, id: 'image_file-9' },
  ])
  api.answer(change, 200, { ...images[1], image_url: '/media/replaced.jpg' })
  const { user, save } = await edit('Crane 9')
  await user.upload(dialog().getByLabelText(/Replace image/), imageFile('new.jpg'))
  await save()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText(/^Restored “Crane 9”\./)
  expect(api.sent('POST /api/trash/{id}/restore/').map(({ path }) => path)).toEqual([
    '/api/trash/image_file-9/restore/',
  ])
})

test('Save and next keeps Undo in reach, in the next dialog', async () => {
  api.answer('GET /api/trash/', 200, [
    { ...trash.body[0], kind: 'image_file', original_id: 3, id: 'image_file-9' },
  ])
  api.answer(change, 200, { ...images[0], image_url: '/media/replaced.jpg' })
  const { user } = await edit('Crane 10', '/photos?alt=missing')
  await user.upload(dialog().getByLabelText(/Replace image/), imageFile('new.jpg'))
  await user.click(screen.getByRole('button', { name: 'Save and next' }))
  await waitFor(() => expect(dialog().getByLabelText<HTMLInputElement>('Title').value).toBe('Crane 9'))
  await user.click(await dialog().findByRole('button', { name: 'Undo' }))
  await dialog().findByText(/^Restored “Crane 10”\./)
})

test('a title is required, and a replacement can be taken back', async () => {
  const { user, save } = await edit('Stage')
  const title = dialog().getByLabelText('Title')
  await user.clear(title)
  await user.type(title, '  ')
  await user.upload(dialog().getByLabelText(/Replace image/), imageFile('new.jpg'))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('A title is required.')
  expect(document.activeElement).toBe(title)
  expect(api.sent(change)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Keep the current one' }))
  await user.type(title, 'Room')
  await save()
  expect(sentForm()).toEqual({ title: 'Room', description: 'A full room', gallery: '2' })
})

test.each([
  ['400', () => api.once(change, 400, { image: ['It is no photo.'] }), ['It is no photo.']],
  ['413', () => api.once(change, 413, { detail: 'At most 25 MiB.' }), ['At most 25 MiB.']],
  ['500', () => api.once(change, 500, {}), []],
  ['No response', () => api.disconnect(change), ['The server was not reached.']],
])('a change that fails with %s says so and keeps the dialog', async (logged, answer, reason) => {
  expectConsole('error', logged)
  answer()
  const { user } = await edit('Stage')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  const alert = await dialog().findByRole('alert')
  expect(paragraphsOf(alert)).toEqual(['Failed to update image. Check console for details.', ...reason])
  expect(document.activeElement).toBe(alert)
  expect(screen.queryByText('Image updated successfully!')).toBeNull()
})

test('deleting a photo asks first, reports a failure, then focuses the next row', async () => {
  const user = await openPhotos()
  api.once(removal, 403, { detail: 'No.' })
  await user.click(screen.getByRole('button', { name: 'Delete Crane 9' }))
  const box = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this image?' })
  expect(document.activeElement).toBe(within(box).getByRole('button', { name: 'Cancel' }))
  await user.click(within(box).getByRole('button', { name: 'Delete image' }))
  expect(paragraphsOf(await screen.findByRole('alert'))).toEqual(['Failed to delete image.', 'No.'])
  expect(titles()).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Delete Crane 9' }))
  listImages(images.filter(({ id }) => id !== 2))
  await user.click(await screen.findByRole('button', { name: 'Delete image' }))
  await waitFor(() => expect(titles()).toEqual(['Crane 10', 'Stage']))
  await waitFor(() => expect(document.activeElement).toBe(document.querySelectorAll('tbody tr')[1]))
})

test('a deleted photo leaves the selection', async () => {
  const user = await openPhotos()
  for (const title of ['Crane 9', 'Stage']) await user.click(screen.getByLabelText(`Select ${title}`))
  await user.click(screen.getByRole('button', { name: 'Delete Crane 9' }))
  await user.click(await screen.findByRole('button', { name: 'Delete image' }))
  await waitFor(() => expect(bar()).toBe('1 selected'))
})

test('a decorative photo keeps its alternative text, which can be written again', async () => {
  listImages([anImage({ id: 1, title: 'Stage', alt_text: 'A stage' })])
  const { user, save } = await edit('Stage')
  const text = dialog().getByLabelText<HTMLInputElement>(/^Alternative text/)
  await user.click(dialog().getByLabelText(/^Decorative/))
  await user.type(text, ' in fog')
  expect(text.value).toBe('A stage')
  await save()
  expect(sentForm()).toEqual({ title: 'Stage', description: '', decorative: 'true', gallery: '' })
})

test('the arrow keys move between full photos, even to the next page', async () => {
  listImages(many(51))
  const user = await openPhotos()
  await user.click(screen.getByRole('button', { name: 'View P2' }))
  const box = screen.getByRole('dialog', { name: 'P2' })
  expect(box.querySelector('img')?.getAttribute('src')).toBe(anImage({}).image_url)
  const release = api.hold(list)
  await user.keyboard('{ArrowRight}')
  // Until the page has loaded, the previous photo is shown and the keys do nothing.
  await user.keyboard('{ArrowRight}{ArrowLeft}')
  screen.getByRole('dialog', { name: 'P2' })
  release()
  expect((await screen.findByRole('dialog', { name: 'P1' })).textContent).toContain('51 of 51')
  expect(screen.getByRole('button', { name: 'Next photo' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Previous photo' }))
  expect((await screen.findByRole('dialog', { name: 'P2' })).textContent).toContain('50 of 51')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  [
    1,
    'The round banner on the home page shows this photo. It is the only one there: without it, the banner shows initials.',
  ],
  [2, 'The round banner on the home page shows this photo.'],
])('form and deletion say that the front page shows a photo, one of %i', async (image_count, text) => {
  api.answer(galleries, 200, [{ ...harbour, slug: 'page-logos', image_count }, talks])
  const { user } = await edit('Crane 9')
  dialog().getByText(text)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Delete Crane 9' }))
  const question = 'Are you sure you want to delete this image?'
  expect(paragraphsOf(await screen.findByRole('alertdialog'))).toEqual([question, text])
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Delete Stage' }))
  expect(paragraphsOf(await screen.findByRole('alertdialog'))).toEqual([question])
})

test('a focal point set from the keyboard is previewed and saved', async () => {
  const { save } = await edit('Crane 9')
  const [fromLeft, fromTop] = screen.getAllByRole<HTMLInputElement>('slider', {
    name: /^Focal point from the/,
  })
  expect([fromLeft?.value, fromTop?.value]).toEqual(['50', '50'])
  if (fromLeft) fireEvent.change(fromLeft, { target: { value: '30' } })
  expect(fromLeft?.getAttribute('aria-valuetext')).toBe('30 percent')
  const shown = ['Banner', 'Thumbnail'].map((name) => screen.getByRole('img', { name }))
  expect(shown.map(({ style }) => style.objectPosition)).toEqual(['30% 50%', '30% 50%'])
  await save()
  expect(sentForm()['focal_point']).toBe('30,50')
})

test('a focal point can be reset', async () => {
  listImages([anImage({ id: 1, title: 'Stage', focal_point: { x: 10, y: 90 } })])
  const { user, save } = await edit('Stage')
  expect(document.querySelector<HTMLElement>('tbody img')?.style.objectPosition).toBe('10% 90%')
  await user.click(screen.getByRole('button', { name: 'Back to the centre' }))
  await save()
  expect(sentForm()['focal_point']).toBe('')
})

test('deleting a photo says which texts show it, drafts included', async () => {
  const text = '---\ntitle: Tides\ndate: 2026-11-01\n---\n\n![A crane](../photos/crane-2.jpg)\n'
  const versions = { published: null, scheduled: null, conflict: false }
  const draft = { text, base: 0, revision: 1, saved_at: '2026-11-01T12:00:00.000Z', author: null }
  const files = [{ path: 'notes/tides.md', ...versions, draft }]
  api.answer('GET /api/content/files/', 200, { files })
  const user = await openPhotos()
  await user.click(screen.getByRole('button', { name: 'Delete Crane 9' }))
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'Used in “Tides”. Visitors will read its alternative text instead of the photo.',
  )
})
