import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aDocument } from '../../testing/fake-documents'
import { FakeServer, json } from '../../testing/fake-server'
import { openSite, signedIn } from '../../testing/render-app'
import { formatDateTime } from '../../ui/date-time'
import { dismissToast } from '../../ui/toast'

let server: FakeServer
const cv = aDocument({ id: 1, name: 'CV 2025', category: 1, category_name: 'CV', is_current: true })
const talk = aDocument({ id: 2, name: 'Slides', category: 2, category_name: 'Talks', is_current: true })

const day = '2026-01-02T03:04:05.678Z'
/** A version's facts, with its day as the browser writes it. */
const by = `${formatDateTime(day)}, Grace Hopper`

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
  const [first] = await screen.findAllByText('Versions')
  await user.click(first as HTMLElement)
  await screen.findByText('Version 3')
  return user
}

const dialog = () => screen.getByRole('dialog', { name: 'Versions of CV 2025' })
const versions = () =>
  within(dialog())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const confirmed = (question: string) => screen.getByRole('alertdialog', { name: question })

test('lists the versions with links to the files that exist', async () => {
  await openVersions()
  expect(versions()).toEqual([
    `Version 3 In usecv-3.pdf, 35 kB, ${by}`,
    `Version 2 cv-2.pdf, 35 kB, ${by}`,
    `Version 1 cv-1.pdf, deleted forever, ${by}`,
  ])
  const links = within(dialog()).getAllByRole('link')
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Download version 3', '/versions/3'],
    ['Download version 2', '/versions/2'],
  ])
  const buttons = within(dialog()).getAllByRole('button')
  expect(buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
    'Restore version 2',
    'Delete version 2 forever',
    'Close',
  ])
})

test('a version is restored', async () => {
  const user = await openVersions()
  await user.click(screen.getByRole('button', { name: 'Restore version 2' }))
  await within(dialog()).findByText('Version 2 restored.')
  expect(server.requestsTo('POST /api/documents/documents/1/versions/2/restore/')).toHaveLength(1)
})

test('a version is deleted forever after a question', async () => {
  const user = await openVersions()
  await user.click(screen.getByRole('button', { name: 'Delete version 2 forever' }))
  const box = confirmed('Are you sure you want to delete version 2 forever?')
  expect(box.textContent).toContain("You can't restore cv-2.pdf afterwards.")
  await user.click(within(box).getByRole('button', { name: 'Delete forever' }))
  await within(dialog()).findByText('Deleted version 2.')
  expect(versions()[1]).toBe(`Version 2 cv-2.pdf, deleted forever, ${by}`)
})

test.each([
  [
    'Delete CV 2025',
    'Are you sure you want to delete this document?',
    "It's on the CV page (/cv) and at /cv-download: visitors can't download a CV until another one is current.",
  ],
  [
    'Delete Slides',
    'Are you sure you want to delete this document?',
    "It's public: links to it will stop working.",
  ],
  [
    'Delete category CV',
    'Are you sure you want to delete this category?',
    "1 document will have no category, and visitors can't download a CV.",
  ],
  [
    'Delete category Talks',
    'Are you sure you want to delete this category?',
    '1 document will have no category, and its current one is no longer public.',
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
