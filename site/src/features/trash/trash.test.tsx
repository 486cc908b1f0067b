import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { anImage } from '../../testing/fake-photos'
import { FakeServer, json } from '../../testing/fake-server'
import { openSite, signedIn } from '../../testing/render-app'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
})

const dayLength = 24 * 60 * 60_000
const rows = () => screen.getAllByRole('row').slice(1)

test('an empty trash says so', async () => {
  openSite('/trash')
  expect(await screen.findByText('The trash is empty.')).toBeDefined()
})

test('each item says what it is, who deleted it and how long it stays', async () => {
  const expires_at = new Date(Date.now() + 3 * dayLength - 1000).toISOString()
  server.trash.add({
    kind: 'image',
    name: 'Crane',
    deleted_by: 'Edda Quillane',
    expires_at,
    bytes: 4_200_000,
    thumbnail_url: '/x',
  })
  server.trash.add({ kind: 'gallery', name: 'Harbour', deleted_by: null, expires_at })
  const user = openSite('/trash')
  await screen.findByText('Crane')
  const texts = rows().map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  )
  expect(texts.map(([, name, kind, who, , left]) => [name, kind, who, left])).toEqual([
    ['Harbour', 'Gallery', 'Unknown', '3 days'],
    ['Crane4.2 MB', 'Photo', 'Edda Quillane', '3 days'],
  ])
  await user.selectOptions(screen.getByLabelText('Show'), 'Galleries')
  await waitFor(() => expect(screen.queryByText('Crane')).toBeNull())
  await user.selectOptions(screen.getByLabelText('Show'), 'Previous photos')
  expect(await screen.findByText('Nothing of this kind is in the trash.')).toBeDefined()
})

test('what is shown is in the address, where a wrong kind is none', async () => {
  for (const kind of ['image', 'gallery'] as const) server.trash.add({ kind, name: `The ${kind}` })
  const user = openSite('/trash?kind=gallery&page=7')
  await screen.findByText('The gallery')
  expect(screen.queryByText('The image')).toBeNull()
  await waitFor(() => expect(window.location.search).toBe('?kind=gallery'))
  await user.selectOptions(screen.getByLabelText('Show'), 'Photos')
  await waitFor(() => expect(window.location.search).toBe('?kind=image'))
  await screen.findByText('The image')
  history.back()
  await screen.findByText('The gallery')
  cleanup()
  openSite('/trash?kind=toString')
  await screen.findByText('The gallery')
  expect([rows().length, screen.getByLabelText<HTMLSelectElement>('Show').value]).toEqual([2, ''])
})

test('an item is restored, and the next row has the focus', async () => {
  server.trash.add({ name: 'Harbour' })
  server.trash.add({ name: 'Crane' })
  const user = openSite('/trash')
  server.next('POST /api/trash/gallery-2/restore/', () =>
    json(200, {
      kind: 'image',
      id: 5,
      name: 'Crane',
      notes: ['Its gallery “Quay” is in the trash: the picture is in none until that is restored.'],
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Restore Crane' }))
  expect(
    await screen.findByText(
      /Restored “Crane”. Its gallery “Quay” is in the trash: the picture is in none until that is restored./,
    ),
  ).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Restore Crane' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore Crane' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(rows()[0]))
})

test('what cannot be restored says why', async () => {
  server.trash.add({ kind: 'image_file', name: 'Crane' })
  const user = openSite('/trash')
  server.next('POST /api/trash/image_file-1/restore/', () =>
    json(409, { detail: 'The picture that had this file is not there.' }),
  )
  await user.click(await screen.findByRole('button', { name: 'Restore Crane' }))
  const message = await screen.findByText(
    'Failed to restore “Crane”. The picture that had this file is not there.',
  )
  expect(message.closest('[aria-live=polite]')).not.toBeNull()
})

test('deleting forever asks first and offers no Undo', async () => {
  server.trash.add({ name: 'Crane' })
  const user = openSite('/trash')
  await user.click(await screen.findByRole('button', { name: 'Delete Crane forever' }))
  const box = screen.getByRole('alertdialog', { name: 'Are you sure you want to delete this forever?' })
  expect(box.textContent).toContain("You can't restore it afterwards.")
  await user.click(within(box).getByRole('button', { name: 'Delete forever' }))
  expect(await screen.findByText('The trash is empty.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a deleted picture is back after Undo', async () => {
  server.photos.images = [anImage({ id: 5, title: 'Crane' })]
  const user = openSite('/photos')
  await user.click(await screen.findByRole('button', { name: 'Delete Crane' }))
  await user.click(screen.getByRole('button', { name: 'Delete image' }))
  await screen.findByText(/^Deleted “Crane”\./)
  expect(screen.queryByRole('button', { name: 'View Crane' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Restored “Crane”.')).toBeDefined()
  expect(await screen.findByRole('button', { name: 'View Crane' })).toBeDefined()
})
