import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import categories from '../../testing/golden/categories.json'
import categoryTaken from '../../testing/golden/category-taken.json'
import cvSources from '../../testing/golden/cv-sources.json'
import current from '../../testing/golden/document-current.json'
import versions from '../../testing/golden/document-versions.json'
import documents from '../../testing/golden/documents.json'
import withMade from '../../testing/golden/documents-with-made.json'
import { paragraphsOf } from '../../testing/paragraphs-of'
import { openSite } from '../../testing/render-app'
import { api, replayApi } from '../../testing/replay-api'

const upload = 'POST /api/documents/documents/'
const change = 'PATCH /api/documents/documents/{id}/'
const sources = 'GET /api/documents/documents/from_content/'
const versionList = 'GET /api/documents/documents/{id}/versions/'

beforeEach(() => {
  replayApi()
  api.replay('categories')
  api.replay('documents')
  api.replay('cv-sources-none')
})

const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const names = () => rows().map((row) => within(row).getByRole('button', { name: /^Edit/ }).textContent)
const fields = (form: FormData) =>
  [...form].map(([name, value]) => [name, value instanceof File ? value.name : value])
const sent = (call: Parameters<typeof api.sent>[0]) =>
  api.sent(call).map(({ body }) => fields(body as FormData))
const edit = () => within(screen.getByRole('dialog', { name: 'Edit document' }))

async function openDocuments() {
  const user = openSite('/documents')
  await screen.findByRole('heading', { name: 'Categories' })
  return user
}

async function openUpload() {
  const user = await openDocuments()
  await user.click(screen.getByRole('button', { name: 'Upload document' }))
  const sheet = within(screen.getByRole('dialog', { name: 'Upload document' }))
  const submit = () => sheet.getByRole('button', { name: 'Upload document' })
  return { user, sheet, submit, well: sheet.getByLabelText(/Choose a file/) }
}

test('finds documents by file name and by category', async () => {
  const user = await openDocuments()
  expect(names()).toEqual(['A paper', 'CV 2026'])
  await user.type(screen.getByLabelText('Search documents'), ' PAPER.md')
  expect(names()).toEqual(['A paper'])
  await user.selectOptions(screen.getByLabelText('Filter by category'), 'CV')
  screen.getByText('No documents match.')
  await user.clear(screen.getByLabelText('Search documents'))
  expect(names()).toEqual(['CV 2026'])
  await user.selectOptions(screen.getByLabelText('Filter by category'), 'No category')
  screen.getByText('No documents match.')
})

test('trims and uploads the fields, then empties the form', async () => {
  api.answer(upload, 201, documents.body[0])
  const { user, sheet, submit, well } = await openUpload()
  await user.upload(well, pdf('cv-2026.pdf'))
  await sheet.findByRole('group', { name: 'Chosen file' })
  // A screen reader would read the input's file also in the next form.
  expect(well).toHaveProperty('files.length', 0)
  await user.type(sheet.getByLabelText('Name'), ' CV 2026 ')
  await user.selectOptions(sheet.getByLabelText('Category'), 'CV')
  await user.click(sheet.getByRole('checkbox'))
  const release = api.hold(upload)
  await user.click(submit())
  await user.click(await sheet.findByRole('button', { name: 'Uploading...' }))
  release()
  await screen.findByText('Document uploaded successfully!')
  expect(sent(upload)).toEqual([
    [
      ['file', 'cv-2026.pdf'],
      ['name', 'CV 2026'],
      ['category', '1'],
      ['is_current', 'true'],
    ],
  ])
  expect(sheet.getByLabelText<HTMLInputElement>('Name').value).toBe('')
  expect(sheet.queryByRole('group', { name: 'Chosen file' })).toBeNull()
})

test.each(['file', 'name', 'category'])('an upload without a %s is not sent', async (missing) => {
  const { user, sheet, submit, well } = await openUpload()
  if (missing !== 'file') await user.upload(well, pdf('cv.pdf'))
  await user.type(sheet.getByLabelText('Name'), missing === 'name' ? '  ' : 'CV')
  if (missing !== 'category') await user.selectOptions(sheet.getByLabelText('Category'), 'CV')
  await user.click(submit())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent.trim()).toBe('File, Name, and Category are required for upload.')
  expect(api.sent(upload)).toEqual([])
})

test.each([
  [400, { file: ['Upload a PDF.'] }, ' Upload a PDF.'],
  [400, { name: ['Too long.'], detail: 'No.' }, ' Too long.'],
  [413, { detail: 'At most 50 MiB.' }, ' At most 50 MiB.'],
  [500, {}, ''],
])('keeps the form after an upload was answered with %i %j', async (status, data, reason) => {
  api.answer(upload, status, data)
  const { user, sheet, submit, well } = await openUpload()
  await user.upload(well, pdf('cv.pdf'))
  await user.type(sheet.getByLabelText('Name'), 'CV')
  await user.selectOptions(sheet.getByLabelText('Category'), 'CV')
  await user.click(submit())
  expect(paragraphsOf(await screen.findByRole('alert'))).toEqual([`Failed to upload document.${reason}`])
  expect(sheet.getByLabelText<HTMLInputElement>('Name').value).toBe('CV')
  sheet.getByRole('group', { name: 'Chosen file' })
})

test('removes a chosen file and refuses one of another type', async () => {
  const { user, sheet, well } = await openUpload()
  await user.upload(well, pdf('cv.pdf'))
  await user.click(sheet.getByRole('button', { name: 'Remove cv.pdf' }))
  expect(document.activeElement).toBe(sheet.getByLabelText('Name'))
  // The browser's own dialog can offer every file.
  const anything = userEvent.setup({ applyAccept: false })
  await anything.upload(well, new File(['MZ'], 'setup.exe', { type: 'application/x-msdownload' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent.trim()).toBe('setup.exe is not a PDF, office document, text or image.')
})

test.each([
  ['  ', 'Category name cannot be empty.', 0],
  ['CV', `Failed to create category. ${categoryTaken.body.name[0] ?? ''}`, 1],
])('a category named "%s" is refused', async (name, message, requests) => {
  api.replay('category-taken')
  const user = await openDocuments()
  await user.type(screen.getByLabelText('Category name'), `${name}{Enter}`)
  await screen.findByText(message)
  expect(api.sent('POST /api/documents/categories/')).toHaveLength(requests)
})

test('does not offer to make a document current that is or has no category', async () => {
  const [paper, cv] = documents.body
  api.answer('GET /api/documents/documents/', 200, [{ ...paper, category: null, category_name: null }, cv])
  const user = await openDocuments()
  for (const [name, reason] of [
    ['A paper', 'Choose a category first.'],
    ['CV 2026', 'This is already the current document.'],
  ]) {
    await user.click(screen.getByRole('button', { name: `More for ${name}` }))
    const mark = screen.getByRole('menuitem', { name: 'Make current' })
    expect([mark.getAttribute('aria-disabled'), mark.title]).toEqual(['true', reason])
    await user.click(mark)
    await user.keyboard('{Escape}')
  }
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each([400, 500])('reports that marking was answered with %i', async (status) => {
  api.answer(change, status, { detail: 'No.' })
  const user = await openDocuments()
  await user.click(screen.getByRole('button', { name: 'More for A paper' }))
  await user.click(screen.getByRole('menuitem', { name: 'Make current' }))
  await user.click(screen.getByRole('button', { name: 'Mark as current' }))
  expect(paragraphsOf(await screen.findByRole('alert'))).toEqual([
    'Failed to mark document as current.',
    'No.',
  ])
  expect(api.bodies(change)).toEqual([{ is_current: true, category: 2 }])
})

test('sends only what changed in a document', async () => {
  api.answer(change, 200, current.body)
  const user = await openDocuments()
  await user.click(screen.getByRole('button', { name: 'Edit A paper' }))
  await user.selectOptions(edit().getByLabelText('Category'), 'CV')
  await user.click(edit().getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Document saved.')
  expect(sent(change)).toEqual([[['category', '1']]])
})

test('keeps the dialog open when a new file or an empty name is refused', async () => {
  api.answer(change, 400, { file: ['It is not a PDF.'] })
  const user = await openDocuments()
  await user.click(screen.getByRole('button', { name: 'Replace file: CV 2026' }))
  await user.upload(edit().getByLabelText(/Choose a new file/), pdf('cv-2027.pdf'))
  edit().getByText(/Visitors get the new file as soon as you save/)
  await user.click(edit().getByRole('button', { name: 'Save Changes' }))
  expect((await edit().findByRole('alert')).textContent.trim()).toBe('It is not a PDF.')
  await user.clear(edit().getByLabelText('Name'))
  await user.click(edit().getByRole('button', { name: 'Save Changes' }))
  await edit().findByText('Document name cannot be empty.')
  expect(sent(change)).toEqual([[['file', 'cv-2027.pdf']]])
})

test('keeps a document that could not be deleted', async () => {
  api.answer('DELETE /api/documents/documents/{id}/', 403, { detail: 'No.' })
  const user = await openDocuments()
  await user.click(screen.getByRole('button', { name: 'Delete A paper' }))
  await user.click(screen.getByRole('button', { name: 'Delete document' }))
  expect(paragraphsOf(await screen.findByRole('alert'))).toEqual(['Failed to delete document.', 'No.'])
  expect(names()).toContain('A paper')
})

const cvIsLost = "visitors can't download a CV"
test.each([
  [
    'Delete CV 2026',
    `It's on the CV page (/cv) and at /cv-download: ${cvIsLost} until another one is current.`,
  ],
  ['Delete A paper', "It's public: links to it will stop working."],
  ['Delete category CV', `1 document will have no category, and ${cvIsLost}.`],
  [
    'Delete category Papers',
    '1 document will have no category, and its current document will stop being public.',
  ],
])('%s warns of what visitors lose', async (name, warning) => {
  const all = documents.body.map((document) => ({ ...document, is_current: true }))
  api.answer('GET /api/documents/documents/', 200, all)
  const user = await openDocuments()
  await user.click(screen.getByRole('button', { name }))
  expect(screen.getByRole('alertdialog').textContent).toContain(warning)
})

test('renames a category unless the name is taken', async () => {
  const rename = 'PATCH /api/documents/categories/{id}/'
  api.answer(rename, 400, categoryTaken.body)
  const user = await openDocuments()
  await user.click(screen.getByRole('button', { name: 'Edit category Papers' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Edit category' }))
  await user.clear(dialog.getByLabelText('Name'))
  await user.type(dialog.getByLabelText('Name'), ' Lectures {Enter}')
  await dialog.findByText(categoryTaken.body.name[0] ?? '')
  const renamed = categories.body.map((category) => ({ ...category, name: 'Lectures' }))
  api.answer(rename, 200, renamed[1])
  api.answer('GET /api/documents/categories/', 200, renamed)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit category' })).toBeNull())
  expect(api.sent(rename).at(-1)?.body).toEqual({ name: 'Lectures' })
})

test('restores a version and deletes one forever', async () => {
  const deleted = versions.body.map((version) =>
    version.number === 1 ? { ...version, size: null, download_url: null } : version,
  )
  api.answer('POST /api/documents/documents/{id}/versions/{number}/restore/', 200, current.body)
  api.answer('DELETE /api/documents/documents/{id}/versions/{number}/', 204)
  const user = await openDocuments()
  await user.click(screen.getByRole('button', { name: 'More for CV 2026' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Versions' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Versions of CV 2026' }))
  await user.click(await dialog.findByRole('button', { name: 'Restore version 2' }))
  await dialog.findByText('Version 2 restored.')
  api.answer(versionList, 200, deleted)
  await user.click(dialog.getByRole('button', { name: 'Delete version 1 forever' }))
  const question = screen.getByRole('alertdialog', {
    name: 'Are you sure you want to delete version 1 forever?',
  })
  expect(question.textContent).toContain("You can't restore cv.pdf afterwards.")
  await user.click(within(question).getByRole('button', { name: 'Delete forever' }))
  await dialog.findByText('Deleted version 1.')
  await dialog.findByText(/cv\.pdf, deleted forever/)
  const buttons = dialog.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  expect(buttons).toEqual(['Close', 'Restore version 2', 'Delete version 2 forever'])
})

test("the dashboard's link opens the form of the current CV", async () => {
  openSite('/documents#replace-cv')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit document' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe(
    documents.body.find(({ category_name, is_current }) => category_name === 'CV' && is_current)?.name,
  )
})

const card = () => within(screen.getByRole('region', { name: 'Your CV' }))
const radio = (name: string) => card().getByRole<HTMLInputElement>('radio', { name })

test('a button uses the chosen CV, and Undo the one before', async () => {
  api.replay('cv-sources')
  api.replay('documents-with-made')
  api.answer(change, 200, current.body)
  const user = await openDocuments()
  expect(radio('Your own file').checked).toBe(true)
  card().getByText(/^cv\.pdf, uploaded/)
  const byId = (id: number) => withMade.body.map((row) => ({ ...row, is_current: row.id === id }))
  api.answer('GET /api/documents/documents/', 200, byId(3))
  card().getByRole('group', { name: 'The CV that visitors download' })
  radio('Your own file').focus()
  await user.keyboard('{ArrowUp}')
  expect(radio('Made from your content').checked).toBe(true)
  expect(api.sent(change)).toEqual([])
  await user.click(card().getByRole('button', { name: 'Use this CV' }))
  await screen.findByText('Visitors now download the CV made from your content.')
  expect(radio('Made from your content').checked).toBe(true)
  api.answer('GET /api/documents/documents/', 200, byId(1))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Visitors now download “CV 2026”.')
  expect(api.sent(change).map(({ path, body }) => [path, body])).toEqual([
    ['/api/documents/documents/3/', { is_current: true, category: 1 }],
    ['/api/documents/documents/1/', { is_current: true, category: 1 }],
  ])
  // Its file is not replaced by hand.
  expect(screen.queryByRole('button', { name: 'Replace file: Some Body CV' })).toBeNull()
})

test('offers the CV made from the content when the own file is older', async () => {
  api.answer(sources, 200, { ...cvSources.body, changed_entries: 4 })
  api.replay('documents-with-made')
  api.answer(change, 500, {})
  const user = await openDocuments()
  card().getByText(/^4 entries changed after .* Visitors download the old file\.$/)
  await user.click(card().getByRole('button', { name: 'Use the one made from your content' }))
  expect(paragraphsOf(await screen.findByRole('alert'))).toEqual(['Failed to mark document as current.'])
})

test.each([
  ['updating', 'Updating…'],
  ['failed', "The PDF couldn't be made. The previous one stays."],
  ['waiting', 'Updated with the next build of your pages.'],
  ['undrawn', 'Your texts have letters that its fonts lack: the previous one stays.'],
])('says that the CV is %s', async (state, text) => {
  api.answer(sources, 200, { ...cvSources.body, state })
  api.replay('documents-with-made')
  await openDocuments()
  card().getByText(text)
})

test('makes a CV from the content, or uploads one, where there is none', async () => {
  api.answer('GET /api/documents/documents/', 200, [])
  api.answer('POST /api/documents/documents/from_content/', 204)
  const user = await openDocuments()
  screen.getByText('No documents uploaded yet.')
  await user.click(card().getByRole('button', { name: 'Upload file' }))
  const sheet = within(screen.getByRole('dialog', { name: 'Upload document' }))
  expect(sheet.getByLabelText<HTMLSelectElement>('Category').value).toBe('1')
  expect(sheet.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
  await user.click(sheet.getByRole('button', { name: 'Cancel' }))
  api.replay('cv-sources-waiting')
  await user.click(card().getByRole('button', { name: 'Make it from your content' }))
  await card().findByText('Updated with the next build of your pages.')
})

test("the dashboard's link uploads a CV where none was uploaded", async () => {
  api.answer('GET /api/documents/documents/', 200, [])
  const user = openSite('/documents#replace-cv')
  const sheet = within(await screen.findByRole('dialog', { name: 'Upload document' }))
  expect(sheet.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
  await user.upload(sheet.getByLabelText(/Choose a file/), new File(['%PDF'], 'Ann Vega 2026.pdf'))
  expect(sheet.getByLabelText<HTMLInputElement>('Name').value).toBe('Ann Vega 2026')
})
