import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aDocument } from '../../testing/fake-documents'
import { FakeServer, json, staffUser } from '../../testing/fake-server'
import { paragraphsOf } from '../../testing/paragraphs-of'
import { openSite, signedIn } from '../../testing/render-app'
import { renderAs } from '../../testing/render-as'
import DocumentManagement from './document-management.lazy'
import { dismissToast } from '../../ui/toast'

let server: FakeServer
const cvs = { id: 1, name: 'CV', description: 'What visitors download.' }
const papers = { id: 2, name: 'Papers', description: '' }
const old = aDocument({ id: 1, name: 'CV 2025', category: 1, category_name: 'CV', is_current: true })
const fresh = aDocument({
  id: 2,
  name: 'CV 2026',
  category: 1,
  category_name: 'CV',
  description: 'Two pages',
})

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
  server.documents.categories = [cvs, papers]
})

// Toasts outlive the screen that showed them.
afterEach(dismissToast)

const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
const well = () => screen.getByLabelText(/Choose a file/)
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const cells = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
const uploads = () => server.requestsTo('POST /api/documents/documents/').map(({ body }) => body as FormData)
const fields = (form: FormData) =>
  [...form].map(([name, value]) => [name, value instanceof File ? value.name : value])
const sheet = () => screen.getByRole('dialog', { name: 'Upload document' })
const submit = () => within(sheet()).getByRole('button', { name: 'Upload Document' })
const edit = () => screen.getByRole('dialog', { name: 'Edit document' })

async function openDocuments(path = '/documents') {
  const user = openSite(path)
  await screen.findByRole('heading', { name: 'Categories' })
  return user
}

async function openForm() {
  const user = await openDocuments()
  await user.click(screen.getByRole('button', { name: 'Upload document' }))
  return user
}

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.upload(well(), pdf('cv-2026.pdf'))
  await user.type(screen.getByLabelText('Name'), ' CV 2026 ')
  await user.selectOptions(screen.getByLabelText('Category'), 'CV')
}

test.each([
  ['a signed-in visitor', { status: 'authenticated' as const, user: { ...staffUser, is_staff: false } }],
  ['a stranger', { status: 'unauthenticated' as const, user: null }],
])('%s is denied, and nothing is fetched', (_who, auth) => {
  renderAs(auth, <DocumentManagement />)
  expect(screen.getByText('Access Denied')).toBeDefined()
  expect(screen.getByText('You must be an administrator to manage documents.')).toBeDefined()
  expect(server.requests).toEqual([])
})

test('while it is not known who is there, nothing is fetched', () => {
  renderAs({ status: 'loading', user: null }, <DocumentManagement />)
  expect(screen.getByText('Loading documents...')).toBeDefined()
  expect(server.requests).toEqual([])
})

test.each(['/documents', '/admin/documents'])('%s lists documents and categories', async (path) => {
  server.documents.documents = [
    fresh,
    old,
    aDocument({ id: 3, name: 'Loose', file_name: 'loose.txt', size: 90 }),
  ]
  await openDocuments(path)
  const manage = screen.getByRole('navigation', { name: 'Manage' })
  expect(within(manage).getByRole('link', { current: 'page' }).textContent).toBe('Documents')
  expect(screen.getByText('3 documents, 2 categories')).toBeDefined()
  expect(
    within(screen.getByRole('list', { name: 'Existing categories' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['CVWhat visitors download.', 'Papers'])
  const headers = within(screen.getByRole('table')).getAllByRole('columnheader')
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Category',
    'Current',
    'Uploaded',
    'Actions',
  ])
  const actions = 'Replace fileMake currentEdit detailsVersionsDownload'
  const day = new Date('2026-11-18T10:20:30.400Z').toLocaleDateString(undefined, { dateStyle: 'medium' })
  expect(rows().map(cells)).toEqual([
    ['CV 2026Two pagescv.pdf, 35 kB', 'CV', '', day, actions],
    ['CV 2025cv.pdf, 35 kBShown on the CV page (/cv) and at /cv-download.', 'CV', 'Current', day, actions],
    ['Looseloose.txt, 1 kB', 'No category', '', day, actions],
  ])
})

test('a document is uploaded, listed and announced, and the form is empty again', async () => {
  const user = await openForm()
  await fill(user)
  expect(screen.getByRole('group', { name: 'Chosen file' }).textContent).toContain('cv-2026.pdf')
  await user.type(screen.getByLabelText('Description (optional)'), 'Two pages.')
  await user.click(screen.getByRole('checkbox'))
  const release = server.delay('POST /api/documents/documents/')
  await user.click(submit())
  await user.click(await screen.findByRole('button', { name: 'Uploading...' }))
  release()
  const message = await screen.findByText('Document uploaded successfully!')
  expect(message.closest('[aria-live=polite]')).not.toBeNull()
  expect(uploads().map(fields)).toEqual([
    [
      ['file', 'cv-2026.pdf'],
      ['name', 'CV 2026'],
      ['description', 'Two pages.'],
      ['category', '1'],
      ['is_current', 'true'],
    ],
  ])
  expect(cells(rows()[0]).slice(0, 3)).toEqual([
    'CV 2026Two pages.cv-2026.pdf, 35 kBShown on the CV page (/cv) and at /cv-download.',
    'CV',
    'Current',
  ])
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('')
  expect(screen.getByLabelText<HTMLSelectElement>('Category').value).toBe('')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { hidden: true }).checked).toBe(false)
  expect(screen.queryByRole('group', { name: 'Chosen file' })).toBeNull()
})

test.each(['file', 'name', 'category'])(
  'an upload without a %s is refused without asking the server',
  async (missing) => {
    const user = await openForm()
    if (missing !== 'file') await user.upload(well(), pdf('cv.pdf'))
    await user.type(screen.getByLabelText('Name'), missing === 'name' ? '   ' : 'CV')
    if (missing !== 'category') await user.selectOptions(screen.getByLabelText('Category'), 'CV')
    await user.click(submit())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent.trim()).toBe('File, Name, and Category are required for upload.')
    expect(document.activeElement).toBe(alert)
    expect(uploads()).toEqual([])
  },
)

test.each([
  [
    400,
    { file: ['The content of this file is not what its name says.'] },
    ' The content of this file is not what its name says.',
  ],
  [400, { name: ['Too long.'], detail: 'No.' }, ' Too long.'],
  [413, { detail: 'At most 50 MiB.' }, ' At most 50 MiB.'],
  [500, {}, ''],
])('an upload that the server answers with %i %j keeps the form', async (status, data, reason) => {
  const user = await openForm()
  await fill(user)
  server.next('POST /api/documents/documents/', () => json(status, data))
  await user.click(submit())
  const alert = await screen.findByRole('alert')
  expect(paragraphsOf(alert)).toEqual([`Failed to upload document.${reason}`])
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(' CV 2026 ')
  expect(screen.getByRole('group', { name: 'Chosen file' })).toBeDefined()
  expect(screen.queryByText('Document uploaded successfully!')).toBeNull()
})

test('an upload whose session has ended leads to the sign-in screen', async () => {
  const user = await openForm()
  await fill(user)
  server.sessions.refuseAccess()
  server.sessions.revoke(localStorage.getItem('refresh') ?? '')
  await user.click(submit())
  await screen.findByRole('heading', { name: 'Sign in' })
})

test('a chosen file can be taken back, and one of another type is not taken', async () => {
  const user = await openForm()
  await user.upload(well(), pdf('cv.pdf'))
  await user.click(screen.getByRole('button', { name: 'Remove cv.pdf' }))
  expect(screen.queryByRole('group', { name: 'Chosen file' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  // The browser's own dialog can offer every file.
  const anything = userEvent.setup({ applyAccept: false })
  await anything.upload(well(), new File(['MZ'], 'setup.exe', { type: 'application/x-msdownload' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent.trim()).toBe('setup.exe is not a PDF, office document, text or image.')
})

test('what fails after something was done leaves of the messages its own', async () => {
  const user = await openDocuments()
  await user.type(screen.getByLabelText('Category name'), 'Talks{Enter}')
  await screen.findByText('Category created successfully!')
  server.next('POST /api/documents/categories/', () => json(400, { name: ['It exists.'] }))
  await user.type(screen.getByLabelText('Category name'), 'Talks{Enter}')
  await screen.findByText('Failed to create category. It exists.')
  expect(screen.queryByText('Category created successfully!')).toBeNull()
})

test.each(['', '   '])('a category named "%s" is refused without asking the server', async (name) => {
  const user = await openDocuments()
  const field = screen.getByLabelText('Category name')
  if (name) await user.type(field, name)
  await user.click(screen.getByRole('button', { name: 'Create Category' }))
  await screen.findByText('Category name cannot be empty.')
  expect(document.activeElement).toBe(field)
  expect(server.requestsTo('POST /api/documents/categories/')).toEqual([])
})

test.each([
  [
    400,
    { name: ['Document category with this name already exists.'] },
    ' Document category with this name already exists.',
  ],
  [403, { detail: 'No.' }, ' No.'],
  [500, {}, ''],
])('a category that the server answers with %i', async (status, data, reason) => {
  const user = await openDocuments()
  server.next('POST /api/documents/categories/', () => json(status, data))
  await user.type(screen.getByLabelText('Category name'), 'CV')
  await user.click(screen.getByRole('button', { name: 'Create Category' }))
  const alert = await screen.findByRole('alert')
  expect(paragraphsOf(alert)).toEqual([`Failed to create category.${reason}`])
  expect(screen.getByLabelText<HTMLInputElement>('Category name').value).toBe('CV')
})

test('marking is refused with the reason for the current document and for one without a category', async () => {
  server.documents.documents = [old, aDocument({ id: 3, name: 'Loose' })]
  const user = await openDocuments()
  const marks = screen.getAllByRole('button', { name: /^Make current/ })
  expect(marks.map((mark) => [mark.getAttribute('aria-disabled'), mark.title])).toEqual([
    ['true', 'This is already the current document.'],
    ['true', 'Choose a category first.'],
  ])
  for (const mark of marks) await user.click(mark)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a document gets a category, and what did not change is not sent', async () => {
  server.documents.documents = [aDocument({ id: 3, name: 'Loose' })]
  const user = await openDocuments()
  await user.click(screen.getByRole('button', { name: 'Edit Loose' }))
  await user.selectOptions(within(edit()).getByLabelText('Category'), 'Papers')
  await user.click(within(edit()).getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Document saved.')
  expect(cells(rows()[0])[1]).toBe('Papers')
  expect(
    server.requestsTo('PATCH /api/documents/documents/3/').map(({ body }) => fields(body as FormData)),
  ).toEqual([[['category', '2']]])
})

test('a file is replaced with name and category filled in, and a refused one keeps the dialog', async () => {
  server.documents.documents = [old]
  const user = await openDocuments()
  await user.click(screen.getByRole('button', { name: 'Replace file: CV 2025' }))
  expect(within(edit()).getByLabelText<HTMLInputElement>('Name').value).toBe('CV 2025')
  expect(within(edit()).getByLabelText<HTMLSelectElement>('Category').value).toBe('1')
  await user.upload(within(edit()).getByLabelText(/Choose a new file/), pdf('cv-2026.pdf'))
  expect(within(edit()).getByText(/Visitors get the new file as soon as you save/)).toBeDefined()
  server.next('PATCH /api/documents/documents/1/', () => json(400, { file: ['It is not a PDF.'] }))
  await user.click(within(edit()).getByRole('button', { name: 'Save Changes' }))
  const alert = await within(edit()).findByRole('alert')
  expect(alert.textContent.trim()).toBe('It is not a PDF.')
  await user.click(within(edit()).getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('File replaced.')
  expect(
    server.requestsTo('PATCH /api/documents/documents/1/').map(({ body }) => fields(body as FormData)),
  ).toEqual([[['file', 'cv-2026.pdf']], [['file', 'cv-2026.pdf']]])
})

test('a document keeps its name when the new one is empty', async () => {
  server.documents.documents = [old]
  const user = await openDocuments()
  await user.click(screen.getByRole('button', { name: 'Edit CV 2025' }))
  await user.clear(within(edit()).getByLabelText('Name'))
  await user.click(within(edit()).getByRole('button', { name: 'Save Changes' }))
  await within(edit()).findByText('Document name cannot be empty.')
  expect(server.requestsTo('PATCH /api/documents/documents/1/')).toEqual([])
})

test.each([400, 500])('marking that the server answers with %i says so', async (status) => {
  server.documents.documents = [fresh, old]
  const user = await openDocuments()
  server.next('PATCH /api/documents/documents/2/', () => json(status, { detail: 'No.' }))
  await user.click(screen.getByRole('button', { name: 'Make current: CV 2026' }))
  await user.click(screen.getByRole('button', { name: 'Mark as current' }))
  const alert = await screen.findByRole('alert')
  expect(paragraphsOf(alert)).toEqual(['Failed to mark document as current.', 'No.'])
  expect(screen.queryByText('Document marked as current!')).toBeNull()
})

test('a deletion that fails says so and keeps the document', async () => {
  server.documents.documents = [old]
  const user = await openDocuments()
  server.next('DELETE /api/documents/documents/1/', () => json(403, { detail: 'No.' }))
  await user.click(screen.getByRole('button', { name: 'Delete CV 2025' }))
  await user.click(screen.getByRole('button', { name: 'Delete document' }))
  const alert = await screen.findByRole('alert')
  expect(paragraphsOf(alert)).toEqual(['Failed to delete document.', 'No.'])
  expect(rows()).toHaveLength(1)
})
