import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { anImage } from '../../testing/fake-photos'
import { FakeServer, json } from '../../testing/fake-server'
import { openSite, signedIn } from '../../testing/render-app'
import { fillSite, job } from './content.testdata'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
  fillSite(server.content)
  // The editor calls them where it has the focus.
  Object.assign(document, { execCommand: () => false })
  Range.prototype.getClientRects = () => document.documentElement.getClientRects()
})

const path = 'cv/experience/a-first.md'
const crane = anImage({ id: 7, title: 'Crane at dawn', alt_text: 'A crane above a quay' })

const open = () => openSite(`/content?text=${encodeURIComponent(path)}`)
const textOf = () => server.content.find(path)?.draft?.text
const saved = (part: string) => waitFor(() => expect(textOf()).toContain(part))

async function openDialog(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Picture' }))
  return within(screen.getByRole('dialog', { name: 'Picture' }))
}

test('a picture is found, and put into the text with the words that stand for it', async () => {
  server.photos.images = [anImage({ id: 9, title: 'Harbour' }), crane]
  const user = open()
  const dialog = await openDialog(user)
  expect(await dialog.findByText('2 pictures, the newest first.')).toBeDefined()
  await user.type(dialog.getByLabelText('Search'), 'dawn')
  expect(await dialog.findByText('One picture found.')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Crane at dawn' }))
  const words = dialog.getByLabelText<HTMLTextAreaElement>('Words that stand for it')
  expect(document.activeElement).toBe(words)
  expect(words.value).toBe('A crane above a quay')
  await user.keyboard('A quay')
  expect(words.value).toBe('A quay')
  await user.clear(words)
  await user.click(dialog.getByRole('button', { name: 'Insert' }))
  expect(await dialog.findByText('The picture needs words that stand for it.')).toBeDefined()
  await user.type(words, 'A crane')
  await user.click(dialog.getByRole('button', { name: 'Insert' }))
  await saved('![A crane](../../photos/crane-at-dawn-7.jpg)\n\nWhat it was.\n')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('list', { name: 'Mistakes in the text' })).toBeNull()
})

test('another picture can be chosen, and closing the dialog changes nothing', async () => {
  server.photos.images = [crane]
  const user = open()
  const dialog = await openDialog(user)
  await user.click(await dialog.findByRole('button', { name: 'Crane at dawn' }))
  await user.click(dialog.getByRole('button', { name: 'Choose another' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Crane at dawn' })),
  )
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('Nothing waits to be published.')).toBeDefined()
})

test('of many pictures a page is fetched at a time', async () => {
  server.photos.images = Array.from({ length: 120 }, (_, index) =>
    anImage({ id: 120 - index, title: `Quay ${120 - index}` }),
  )
  const user = open()
  const dialog = await openDialog(user)
  expect(await dialog.findByText('120 pictures, the newest first.')).toBeDefined()
  expect(dialog.getAllByRole('listitem')).toHaveLength(50)
  await user.click(dialog.getByRole('button', { name: 'Next page' }))
  expect(await dialog.findByRole('button', { name: 'Quay 70' })).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Quay 71' })).toBeNull()
})

test('without any pictures the dialog says where they are uploaded', async () => {
  const dialog = await openDialog(open())
  const link = await dialog.findByRole('link', { name: 'Photos and galleries' })
  expect(link.getAttribute('href')).toBe('/photos')
})

test('a new picture is uploaded, and put into the text', async () => {
  const user = open()
  const dialog = await openDialog(user)
  const upload = dialog.getByLabelText(/^Upload a new picture/)
  const file = (name: string, type: string) => new File(['x'], name, { type })
  server.next('POST /api/photos/images/', () => json(400, { image: ['The picture is broken.'] }))
  await user.upload(upload, file('quay.jpg', 'image/jpeg'))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'quay.jpg was not uploaded. The picture is broken.',
  )
  await user.upload(upload, file('quay.jpg', 'image/jpeg'))
  await user.type(await dialog.findByLabelText('Words that stand for it'), 'A quay')
  await user.click(dialog.getByRole('button', { name: 'Insert' }))
  await saved('![A quay](../../photos/quay-1.jpg)')
  expect(server.photos.images.map(({ title }) => title)).toEqual(['quay'])
})

test('a picture that the bench does not have is told in the words of the build, and not published', async () => {
  server.photos.images = [crane]
  const text = job('First job', 'start: 2015\nend: 2018\n')
  const shown = (id: number) => `\n![A crane](../../photos/crane-${id}.jpg)\n`
  server.content.saveElsewhere(path, text + shown(7) + shown(8))
  const user = open()
  const sentence =
    'Line 5: The picture "../../photos/crane-8.jpg" is missing: the photos have none of this number. Choose another picture, or restore this one from the trash.'
  const mistakes = await screen.findByRole('list', { name: 'Mistakes in the text' })
  expect(mistakes.textContent).toBe(sentence)
  await user.click(screen.getByRole('button', { name: 'Publish (1)' }))
  expect(await screen.findByText(`First job: ${sentence}`)).toBeDefined()
})

test('a picture that the content folder does not have is told, and not published', async () => {
  server.content.saveElsewhere(
    path,
    job('First job', 'start: 2015\nend: 2018\n') + '\n![A crane](none.jpg)\n',
  )
  const user = open()
  const sentence =
    'Line 3: The picture "none.jpg" is missing: the folder has no file cv/experience/none.jpg. Put it there, or correct the address, which begins at the folder of this text.'
  const mistakes = await screen.findByRole('list', { name: 'Mistakes in the text' })
  expect(mistakes.textContent).toBe(sentence)
  await user.click(screen.getByRole('button', { name: 'Publish (1)' }))
  expect(await screen.findByText(`First job: ${sentence}`)).toBeDefined()
})
