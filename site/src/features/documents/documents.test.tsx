import { screen, waitFor, within } from '@testing-library/react'
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
const submit = () => screen.getByRole('button', { name: 'Upload Document' })

async function openDocuments(path = '/documents') {
  const user = openSite(path)
  await screen.findByRole('heading', { name: 'Upload document' })
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

test('while the lists are on their way the screen says so', async () => {
  const release = server.delay('GET /api/documents/documents/')
  openSite('/documents')
  await screen.findByText('Loading documents...')
  expect(screen.queryByText('No documents uploaded yet.')).toBeNull()
  release()
  await screen.findByText('No documents uploaded yet.')
  expect(screen.queryByText('Loading documents...')).toBeNull()
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
  const day = new Date('2026-11-18T10:20:30.400Z').toLocaleDateString(undefined, { dateStyle: 'medium' })
  const already = 'This is the current document of its category already.'
  const nowhere = 'A document without a category cannot be current.'
  expect(rows().map(cells)).toEqual([
    ['CV 2026Two pagescv.pdf, 35 kB', 'CV', '', day, ''],
    ['CV 2025cv.pdf, 35 kBShown on the CV page (/cv) and at /cv-download.', 'CV', 'Current', day, already],
    ['Looseloose.txt, 1 kB', 'No category', '', day, nowhere],
  ])
  const download = screen.getByRole('link', { name: 'Download CV 2025' })
  expect(download.getAttribute('href')).toBe(old.download_url)
})

test.each([
  ['documents', 403],
  ['categories', 500],
])('when the %s cannot be loaded (%i) the screen says so, and can try again', async (list, status) => {
  server.next(`GET /api/documents/${list}/`, () => json(status, { detail: 'No.' }))
  const user = openSite('/documents')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(
    'Failed to load documents or categories. Access denied or server error.',
  )
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('0 documents, 2 categories')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a document is uploaded, listed and announced, and the form is empty again', async () => {
  const user = await openDocuments()
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
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  expect(screen.queryByRole('group', { name: 'Chosen file' })).toBeNull()
})

test('an empty description is not sent, and what is not ticked is not current', async () => {
  const user = await openDocuments()
  await fill(user)
  await user.click(submit())
  await screen.findByText('Document uploaded successfully!')
  expect(uploads().map(fields)).toEqual([
    [
      ['file', 'cv-2026.pdf'],
      ['name', 'CV 2026'],
      ['category', '1'],
      ['is_current', 'false'],
    ],
  ])
})

test.each(['file', 'name', 'category'])(
  'an upload without a %s is refused without asking the server',
  async (missing) => {
    const user = await openDocuments()
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
  const user = await openDocuments()
  await fill(user)
  server.next('POST /api/documents/documents/', () => json(status, data))
  await user.click(submit())
  const alert = await screen.findByRole('alert')
  expect(paragraphsOf(alert)).toEqual([`Failed to upload document.${reason}`])
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(' CV 2026 ')
  expect(screen.getByRole('group', { name: 'Chosen file' })).toBeDefined()
  expect(screen.queryByText('Document uploaded successfully!')).toBeNull()
})

test('an upload without an answer says that the server was not reached', async () => {
  const user = await openDocuments()
  await fill(user)
  server.failNetwork('POST /api/documents/documents/')
  await user.click(submit())
  const alert = await screen.findByRole('alert')
  expect(paragraphsOf(alert)).toEqual(['Failed to upload document.', 'The server was not reached.'])
})

test('an upload whose session has ended leads to the sign-in screen', async () => {
  const user = await openDocuments()
  await fill(user)
  server.sessions.refuseAccess()
  server.sessions.revoke(localStorage.getItem('refresh') ?? '')
  await user.click(submit())
  await screen.findByRole('heading', { name: 'Sign in' })
})

test('a chosen file can be taken back, and one of another type is not taken', async () => {
  const user = await openDocuments()
  await user.upload(well(), pdf('cv.pdf'))
  await user.click(screen.getByRole('button', { name: 'Remove cv.pdf' }))
  expect(screen.queryByRole('group', { name: 'Chosen file' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  // The browser's own dialog can offer every file.
  const anything = userEvent.setup({ applyAccept: false })
  await anything.upload(well(), new File(['MZ'], 'setup.exe', { type: 'application/x-msdownload' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent.trim()).toBe('setup.exe is not a PDF, office document, text or picture.')
})

test('a category is created, listed, offered and announced', async () => {
  const user = await openDocuments()
  await user.type(screen.getByLabelText('Category name'), ' Talks ')
  await user.type(screen.getByLabelText('Category description (optional)'), 'Slides.')
  const release = server.delay('POST /api/documents/categories/')
  await user.click(screen.getByRole('button', { name: 'Create Category' }))
  await screen.findByRole('button', { name: 'Creating...' })
  release()
  const message = await screen.findByText('Category created successfully!')
  expect(message.closest('[aria-live=polite]')).not.toBeNull()
  expect(server.requestsTo('POST /api/documents/categories/').map(({ body }) => body)).toEqual([
    { name: 'Talks', description: 'Slides.' },
  ])
  expect(within(screen.getByLabelText('Category')).getByRole('option', { name: 'Talks' })).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Category name').value).toBe('')
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

test('a document is marked current after a question, and the one before is no longer', async () => {
  server.documents.documents = [fresh, old]
  const user = await openDocuments()
  await user.click(screen.getByRole('button', { name: 'Mark CV 2026 as current' }))
  const box = screen.getByRole('alertdialog', {
    name: 'Are you sure you want to mark this as the current document for its category? This will unmark any other current documents in this category.',
  })
  await user.click(within(box).getByRole('button', { name: 'Mark as current' }))
  await screen.findByText('Document marked as current!')
  expect(server.requestsTo('PATCH /api/documents/documents/2/').map(({ body }) => body)).toEqual([
    { is_current: true, category: 1 },
  ])
  expect(rows().map((row) => cells(row)[2])).toEqual(['Current', ''])
})

test('marking is refused with the reason for the current document and for one without a category', async () => {
  server.documents.documents = [old, aDocument({ id: 3, name: 'Loose' })]
  const user = await openDocuments()
  const marks = screen.getAllByRole('button', { name: /^Mark / })
  expect(
    marks.map((mark) => [
      mark.getAttribute('aria-disabled'),
      mark.title,
      document.getElementById(mark.getAttribute('aria-describedby') ?? '')?.textContent,
    ]),
  ).toEqual(
    [
      'This is the current document of its category already.',
      'A document without a category cannot be current.',
    ].map((reason) => ['true', reason, reason]),
  )
  for (const mark of marks) await user.click(mark)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each([400, 403, 404, 500])('marking that the server answers with %i says so', async (status) => {
  server.documents.documents = [fresh, old]
  const user = await openDocuments()
  server.next('PATCH /api/documents/documents/2/', () => json(status, { detail: 'No.' }))
  await user.click(screen.getByRole('button', { name: 'Mark CV 2026 as current' }))
  await user.click(screen.getByRole('button', { name: 'Mark as current' }))
  const alert = await screen.findByRole('alert')
  expect(paragraphsOf(alert)).toEqual(['Failed to mark document as current.', 'No.'])
  expect(screen.queryByText('Document marked as current!')).toBeNull()
})

test('a document is deleted after a question, and the next row has the focus', async () => {
  server.documents.documents = [fresh, old]
  const user = await openDocuments()
  await user.click(screen.getByRole('button', { name: 'Delete CV 2026' }))
  const box = screen.getByRole('alertdialog', { name: 'Are you sure you want to delete this document?' })
  expect(document.activeElement).toBe(within(box).getByRole('button', { name: 'Cancel' }))
  expect(rows()[0]?.hasAttribute('data-pending')).toBe(true)
  await user.click(within(box).getByRole('button', { name: 'Delete document' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  await waitFor(() => expect(document.activeElement).toBe(rows()[0]))
  expect(server.requestsTo('DELETE /api/documents/documents/2/')).toHaveLength(1)
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
