import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aDocument } from '../../testing/fake-documents'
import { FakeServer, json } from '../../testing/fake-server'
import { openSite, signedIn } from '../../testing/render-app'
import { dismissToast } from '../../ui/toast'

let server: FakeServer
const cv = aDocument({ id: 1, name: 'CV 2025', category: 1, category_name: 'CV', is_current: true })
const talk = aDocument({ id: 2, name: 'Slides', category: 2, category_name: 'Talks', is_current: true })

const day = '2026-01-02T03:04:05.678Z'
/** A version's facts, with its day as the browser writes it. */
const by = `${new Date(day).toLocaleString()}, Grace Hopper`

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
  server.documents.categories = [
    { id: 1, name: 'CV', description: 'What visitors download.' },
    { id: 2, name: 'Talks', description: '' },
  ]
  server.documents.documents = [cv, talk]
  server.documents.versions = [3, 2, 1].map((number) => ({
    number,
    file_name: `cv-${number}.pdf`,
    size: number === 1 ? null : 35_000,
    uploaded_at: day,
    uploaded_by: 'Grace Hopper',
    download_url: number === 1 ? null : `/versions/${number}`,
  }))
})

afterEach(dismissToast)

async function openVersions() {
  const user = openSite('/documents')
  await user.click(await screen.findByRole('button', { name: 'Versions of CV 2025' }))
  await screen.findByText('Version 3')
  return user
}

const dialog = () => screen.getByRole('dialog', { name: 'Versions of CV 2025' })
const versions = () =>
  within(dialog())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const confirmed = (question: string) => screen.getByRole('alertdialog', { name: question })

test('the former files are listed, and those that are there can be downloaded', async () => {
  await openVersions()
  expect(versions()).toEqual([
    `Version 3 In usecv-3.pdf, 35 kB, ${by}`,
    `Version 2 cv-2.pdf, 35 kB, ${by}`,
    `Version 1 cv-1.pdf, deleted for good, ${by}`,
  ])
  const links = within(dialog()).getAllByRole('link')
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Download version 3', '/versions/3'],
    ['Download version 2', '/versions/2'],
  ])
  const buttons = within(dialog()).getAllByRole('button')
  expect(buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
    'Bring back version 2',
    'Delete version 2 for good',
    'Close',
  ])
})

test('another file takes the place of the document’s, and the list has both', async () => {
  const user = await openVersions()
  const file = new File(['%PDF-1.7'], 'cv-2026.pdf')
  await user.upload(within(dialog()).getByLabelText(/Replace the file/), file)
  await within(dialog()).findByText('The file is replaced.')
  const [sent] = server.requestsTo('PATCH /api/documents/documents/1/')
  expect(
    [...(sent?.body as FormData)].map(([name, value]) => [name, value instanceof File && value.name]),
  ).toEqual([['file', 'cv-2026.pdf']])
  await waitFor(() => expect(versions()).toHaveLength(4))
  await user.click(within(dialog()).getByRole('button', { name: 'Undo' }))
  await within(dialog()).findByText('Version 3 is the document’s file again.')
  expect(server.requestsTo('POST /api/documents/documents/1/versions/3/restore/')).toHaveLength(1)
  expect(within(dialog()).queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a version is brought back', async () => {
  const user = await openVersions()
  await user.click(screen.getByRole('button', { name: 'Bring back version 2' }))
  await within(dialog()).findByText('Version 2 is the document’s file again.')
  expect(server.requestsTo('POST /api/documents/documents/1/versions/2/restore/')).toHaveLength(1)
})

test('a version is deleted for good after a question', async () => {
  const user = await openVersions()
  await user.click(screen.getByRole('button', { name: 'Delete version 2 for good' }))
  const box = confirmed('Are you sure you want to delete version 2 for good?')
  expect(box.textContent).toContain('cv-2.pdf cannot be restored then.')
  await user.click(within(box).getByRole('button', { name: 'Delete for good' }))
  await within(dialog()).findByText('Version 2 is deleted.')
  expect(versions()[1]).toBe(`Version 2 cv-2.pdf, deleted for good, ${by}`)
})

test('what fails is said with the server’s reason', async () => {
  const user = await openVersions()
  server.next('PATCH /api/documents/documents/1/', () => json(400, { file: ['It is no PDF.'] }))
  await user.upload(within(dialog()).getByLabelText(/Replace the file/), new File(['MZ'], 'a.pdf'))
  const alert = await within(dialog()).findByRole('alert')
  expect(alert.textContent).toBe('Failed to replace file. It is no PDF.')
})

test.each([
  [
    'Delete CV 2025',
    'Are you sure you want to delete this document?',
    'It is shown on the CV page (/cv) and at /cv-download: visitors can download no CV until another one is current.',
  ],
  [
    'Delete Slides',
    'Are you sure you want to delete this document?',
    'It is public: the links to it will lead nowhere.',
  ],
  [
    'Delete category CV',
    'Are you sure you want to delete this category?',
    '1 document will be in no category, and visitors can download no CV then.',
  ],
  [
    'Delete category Talks',
    'Are you sure you want to delete this category?',
    '1 document will be in no category, and its current one is public no longer.',
  ],
])('%s warns of what visitors lose, and is undone', async (name, question, warning) => {
  const user = openSite('/documents')
  await user.click(await screen.findByRole('button', { name }))
  const box = confirmed(question)
  expect(box.textContent).toContain(warning)
  await user.click(within(box).getByRole('button', { name: /^Delete / }))
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name })
})

test('a category is renamed, and a name that the server refuses keeps the dialog open', async () => {
  const user = openSite('/documents')
  await user.click(await screen.findByRole('button', { name: 'Edit category Talks' }))
  const name = screen.getByRole('dialog', { name: 'Edit category' })
  const field = within(name).getByLabelText('Name')
  await user.clear(field)
  await user.type(field, 'CV')
  server.next('PATCH /api/documents/categories/2/', () => json(400, { name: ['It is taken.'] }))
  await user.click(within(name).getByRole('button', { name: 'Save' }))
  await within(name).findByText('It is taken.')
  await user.clear(field)
  await user.type(field, ' Lectures {Enter}')
  await screen.findByRole('button', { name: 'Delete category Lectures' })
  // The description stays, which somebody else may have changed meanwhile.
  expect(server.requestsTo('PATCH /api/documents/categories/2/').at(-1)?.body).toEqual({ name: 'Lectures' })
})
