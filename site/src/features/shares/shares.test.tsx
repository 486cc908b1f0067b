import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import created from '../../../../api/apitest/testdata/examples/share-created.json'
import type { Share } from '../../api/types'
import cvSources from '../../testing/golden/cv-sources.json'
import documents from '../../testing/golden/documents.json'
import galleries from '../../testing/golden/galleries.json'
import { openSite } from '../../testing/render-app'
import { api, replayApi } from '../../testing/replay-api'

const list = 'GET /api/shares/'
const create = 'POST /api/shares/'
const extend = 'PATCH /api/shares/{id}/'
const revoke = 'POST /api/shares/{id}/revoke/'
const invite = 'POST /api/shares/{id}/invitation/'
const registration = 'GET /api/users/register/'
const settings = 'GET /api/admin/settings/'

const { link, share } = created.body as { link: string; share: Share }
const slides: Share = {
  ...share,
  access: 'address',
  email: 'ines@carvalho.example',
  max_downloads: null,
  until: '2026-12-26',
  views: 6,
  downloads: 1,
  opened_at: '2026-11-24T09:14:00Z',
}
const harbour: Share = { ...share, id: 8, kind: 'gallery', name: 'Harbour', label: '', until: null }

beforeEach(() => {
  replayApi()
  api.answer(list, 200, [slides, harbour])
  api.answer('GET /api/shares/counts/', 200, { active: 2, ended: 3 })
  api.answer(create, 201, { share: slides, link })
  api.replay('documents')
  api.replay('categories')
  api.replay('cv-sources-none')
})

const day = (days: number) => {
  const date = new Date()
  date.setDate(date.getDate() + days)
  return date.toLocaleDateString('sv')
}
const shown = (day: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(`${day}T00:00`))
const texts = (row: HTMLElement | undefined) =>
  row &&
  within(row)
    .getAllByRole('cell')
    .slice(1, 7)
    .map(({ textContent }) => textContent)
const rows = () => screen.getAllByRole('row').slice(1)

async function openDialog(what = 'A paper', path = '/documents') {
  const user = openSite(path)
  await user.click(await screen.findByRole('button', { name: `Share ${what}` }))
  const dialog = within(await screen.findByRole('dialog', { name: `Share “${what}”` }))
  return { user, dialog }
}

test('lists what is shared, for whom, until when and how often it was seen', async () => {
  const user = openSite('/shared')
  await screen.findByText('2 active. Views are counted by day, without addresses.')
  expect(rows().map(texts)).toEqual([
    ['Data bordersNorthwind', 'ines@carvalho.example', shown('2026-12-26'), '6', '1', shown('2026-11-24')],
    ['HarbourNo label', 'Anybody with the link', 'No end', '0', '0', 'Never'],
  ])
  const today = new Date()
  api.answer(list, 200, [
    { ...slides, state: 'revoked', revoked_at: '2026-11-27T12:00:00Z', opened_at: today.toISOString() },
    { ...harbour, state: 'expired', until: '2026-11-01', access: 'registered' },
  ])
  await user.click(screen.getByRole('radio', { name: 'Ended 3' }))
  await screen.findByText(`Revoked ${shown('2026-11-27')}`)
  expect(
    rows()
      .map(texts)
      .map((row) => row?.slice(1)),
  ).toEqual([
    ['ines@carvalho.example', `Revoked ${shown('2026-11-27')}`, '6', '1', expect.stringMatching(/^Today, /)],
    ['Registered visitors', shown('2026-11-01'), '0', '0', 'Never'],
  ])
  expect(screen.queryByRole('button', { name: 'Extend Data borders' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Extend Harbour' })).toBeDefined()
  api.answer(list, 200, [])
  await user.type(screen.getByLabelText('Search shares'), ' north {Enter}')
  await screen.findByText('No shares match.')
  expect(window.location.search).toBe('?state=ended&q=north')
  expect(api.sent(list).at(-1)?.path).toBe('/api/shares/?state=ended&search=north&limit=50&offset=0')
})

test('shares something from an empty list', async () => {
  api.answer('GET /api/shares/counts/', 200, { active: 0, ended: 0 })
  api.answer(list, 200, [])
  const user = openSite('/shared')
  await screen.findByText('Nothing is shared yet.')
  const [above, below] = screen.getAllByRole('button', { name: 'Share something' })
  expect(above).toBeDefined()
  if (below) await user.click(below)
  const chooser = within(screen.getByRole('dialog', { name: 'Share something' }))
  await user.click(chooser.getByRole('button', { name: 'Continue' }))
  await chooser.findByText('This field is required.')
  const [gallery] = galleries.body
  await user.selectOptions(chooser.getByLabelText('Document, gallery or CV'), gallery?.name ?? '')
  await user.click(chooser.getByRole('button', { name: 'Continue' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Share “${gallery?.name}”` }))
  expect(dialog.queryByText('More options')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  await dialog.findByText('Link created.')
  expect(api.bodies(create)).toEqual([
    { kind: 'gallery', gallery: gallery?.id, access: 'link', until: day(30) },
  ])
})

test('shares the CV for an audience', async () => {
  const audience = { slug: 'interim-cto', title: 'Interim CTO', pages: 2, bytes: 96_000 }
  api.answer('GET /api/documents/documents/from_content/', 200, { ...cvSources.body, audiences: [audience] })
  const user = openSite('/documents')
  await screen.findByText('Interim CTO. PDF, 2 pages, 96 kB.')
  const edit = screen.getByRole('link', { name: 'Edit Interim CTO' })
  expect(edit.getAttribute('href')).toBe('/content?file=cv%2Faudiences%2Finterim-cto.md')
  await user.click(screen.getByRole('button', { name: 'Share Interim CTO' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Share “CV: Interim CTO”' }))
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  await dialog.findByText('Link created.')
  await user.keyboard('{Escape}')
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('link', { name: 'Shared' }))
  await user.click(await screen.findByRole('button', { name: 'Share something' }))
  await user.selectOptions(screen.getByLabelText('Document, gallery or CV'), 'CV: Interim CTO')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('button', { name: 'Create link' }))
  await screen.findByText('Link created.')
  const sent = { kind: 'cv', audience: 'interim-cto', access: 'link', until: day(30) }
  expect(api.bodies(create)).toEqual([sent, sent])
})

test('shares a document with one person until a day, and shows the link once', async () => {
  const { user, dialog } = await openDialog()
  const submit = () => user.click(dialog.getByRole('button', { name: 'Create link' }))
  await dialog.findByText(`${shown(day(30))}. You can revoke it earlier.`)
  await user.click(dialog.getByRole('radio', { name: 'One person' }))
  await user.click(dialog.getByRole('radio', { name: 'Date…' }))
  await submit()
  expect(await dialog.findAllByText('This field is required.')).toHaveLength(2)
  const email = dialog.getByLabelText('E-mail address')
  expect(document.activeElement).toBe(email)
  await user.type(email, 'ines@carvalho')
  await user.type(dialog.getByLabelText('Last day'), '2030-12-27')
  await user.type(dialog.getByLabelText('Label (optional)'), 'Northwind')
  await user.type(dialog.getByLabelText('Number of downloads (optional)'), '3')
  api.once(create, 400, { email: ['Enter a valid email address.'] })
  await submit()
  await dialog.findByText('Enter a valid email address.')
  await user.type(email, '.example')
  const release = api.hold(create)
  await submit()
  await dialog.findByRole('button', { name: 'Creating…' })
  release()
  const copy = await dialog.findByRole('button', { name: 'Copy' })
  expect(document.activeElement).toBe(copy)
  expect(api.bodies(create).at(-1)).toEqual({
    kind: 'document',
    document: documents.body[0]?.id,
    access: 'address',
    email: 'ines@carvalho.example',
    until: '2030-12-27',
    label: 'Northwind',
    max_downloads: 3,
  })
  // It sends no mail.
  expect(dialog.queryByRole('button', { name: 'Send by mail' })).toBeNull()

  await user.keyboard('{Escape}')
  const question = within(screen.getByRole('alertdialog', { name: 'Close without copying the link?' }))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(document.activeElement).toBe(copy)
  await user.keyboard('{Enter}')
  await dialog.findByRole('button', { name: 'Copied' })
  expect(await navigator.clipboard.readText()).toBe(link)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Share A paper' }))
})

test('selects the link where the browser does not copy it', async () => {
  const { user, dialog } = await openDialog()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error())
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  await user.click(await dialog.findByRole('button', { name: 'Copy' }))
  await screen.findByText('Your browser did not allow it. Copy the selected link.')
  const field = dialog.getByLabelText<HTMLInputElement>('Link')
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, link.length])
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  screen.getByRole('alertdialog', { name: 'Close without copying the link?' })
})

test('mails the invitation, and reports a failure', async () => {
  api.respond(settings, () =>
    Response.json({ mail: { server: 'mail.example', fault: '' }, registration: { value: 'open' } }),
  )
  api.once(invite, 429, { detail: 'Request was throttled.' })
  const { user, dialog } = await openDialog()
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  await user.click(await dialog.findByRole('button', { name: 'Send by mail' }))
  await dialog.findByText('Request was throttled.')
  api.answer(invite, 204)
  await user.click(dialog.getByRole('button', { name: 'Send by mail' }))
  await dialog.findByText('Sent to ines@carvalho.example')
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('offers only links while registration is off', async () => {
  api.answer(registration, 200, { open: false })
  api.once(create, 400, { document: ['Invalid pk "1" - object does not exist.'] })
  const { user, dialog } = await openDialog()
  expect(await dialog.findAllByText('Registration is off: only links work.')).toHaveLength(2)
  for (const name of ['Registered visitors', 'One person'])
    expect(dialog.getByRole('radio', { name })).toHaveProperty('disabled', true)
  await user.click(dialog.getByRole('radio', { name: 'No end' }))
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  await dialog.findByText('Invalid pk "1" - object does not exist.')
  expect(api.bodies(create)).toMatchObject([{ access: 'link', until: null }])
})

test('extends a share', async () => {
  api.once(extend, 400, { until: ['Choose a day that is not in the past.'] })
  api.answer(extend, 200, { ...slides, until: '2030-12-27' })
  const user = openSite('/shared')
  await user.click(await screen.findByRole('button', { name: 'Extend Harbour' }))
  screen.getByText('No end. You can revoke it at any time.')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Extend Data borders' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Extend the link to Data borders' }))
  await user.click(dialog.getByRole('radio', { name: 'Date…' }))
  await user.type(dialog.getByLabelText('Last day'), '2020-12-27')
  await user.click(dialog.getByRole('button', { name: 'Extend' }))
  await dialog.findByText('Choose a day that is not in the past.')
  dialog.getByText('Choose its last day.')
  await user.click(dialog.getByRole('radio', { name: '90 days' }))
  await user.click(dialog.getByRole('button', { name: 'Extend' }))
  await screen.findByText(`The link works until ${shown(day(90))}.`)
  expect(api.bodies(extend)).toEqual([{ until: '2020-12-27' }, { until: day(90) }])
})

test('revokes a share after a question', async () => {
  api.once(revoke, 500)
  api.answer(revoke, 200, { ...slides, state: 'revoked' })
  const user = openSite('/shared')
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'Revoke Data borders' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Revoke the link to Data borders?' }))
    await user.click(question.getByRole('button', { name: 'Revoke' }))
  }
  await ask()
  await screen.findByText('Failed to revoke the link.')
  api.answer(list, 200, [harbour])
  await ask()
  await screen.findByText('Link revoked')
  await waitFor(() => expect(document.activeElement).toBe(rows()[0]))
  expect(rows()).toHaveLength(1)
})
