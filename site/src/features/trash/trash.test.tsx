import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import restored from '../../testing/golden/restored.json'
import trash from '../../testing/golden/trash.json'
import { openSite } from '../../testing/render-app'
import { api, replayApi } from '../../testing/replay-api'

const list = 'GET /api/trash/'

beforeEach(() => replayApi())

const rows = () => screen.getAllByRole('row').slice(1)

test('shows kind, person and remaining days', async () => {
  const expires_at = new Date(Date.now() + 4 * 24 * 60 * 60_000 - 1000).toISOString()
  const [gallery, image] = trash.body
  api.answer(list, 200, [
    { ...gallery, expires_at, deleted_by: null },
    { ...image, expires_at, bytes: 4_200_000 },
  ])
  const user = openSite('/trash')
  await screen.findByText('Tug')
  const texts = rows().map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  )
  expect(texts.map(([, name, kind, who, , left]) => [name, kind, who, left])).toEqual([
    ['Page logos', 'Gallery', 'Unknown', '4'],
    ['Tug4.2 MB', 'Photo', 'Some Body', '4'],
  ])
  api.answer(list, 200, [])
  await user.selectOptions(screen.getByLabelText('Show'), 'Previous photos')
  await screen.findByText('Nothing of this kind is in the trash.')
  expect(api.sent(list).at(-1)?.path).toContain('kind=image_file')
  expect(window.location.search).toBe('?kind=image_file')
})

test('ignores an unknown kind and a page beyond the last one', async () => {
  openSite('/trash?kind=toString&page=7')
  await waitFor(() => expect(window.location.search).toBe(''))
  expect(rows()).toHaveLength(3)
})

test('restores an item once after a double click, and moves the focus to the next row', async () => {
  const user = openSite('/trash')
  const button = await screen.findByRole('button', { name: 'Restore Page logos' })
  api.answer('POST /api/trash/{id}/restore/', 200, restored.body)
  api.answer(list, 200, trash.body.slice(1))
  const release = api.hold('POST /api/trash/{id}/restore/')
  await user.dblClick(button)
  release()
  await screen.findByText(`Restored “Page logos”. ${restored.body.notes[0] ?? ''}`)
  await waitFor(() => expect(document.activeElement).toBe(rows()[0]))
  expect(api.sent('POST /api/trash/{id}/restore/')).toHaveLength(1)
})

test('shows why an item cannot be restored', async () => {
  api.answer('POST /api/trash/{id}/restore/', 409, { detail: 'The photo is not there.' })
  const user = openSite('/trash')
  await user.click(await screen.findByRole('button', { name: 'Restore Page logos' }))
  await screen.findByText('Failed to restore “Page logos”. The photo is not there.')
})

test('empties the trash after a confirmation and reports a failure', async () => {
  const remove = 'DELETE /api/trash/'
  api.once(remove, 500, {})
  const user = openSite('/trash')
  const empty = async () => {
    await user.click(await screen.findByRole('button', { name: 'Empty trash' }))
    const question = screen.getByRole('alertdialog', { name: 'Empty the trash?' })
    expect(question.textContent).toContain('3 items will be deleted.')
    await user.click(within(question).getByRole('button', { name: 'Empty trash' }))
  }
  await empty()
  await screen.findByText('Failed to empty the trash.')
  api.answer(list, 200, [])
  api.answer(remove, 204)
  await empty()
  await screen.findAllByText('The trash is empty.')
  expect(api.sent(remove)).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
