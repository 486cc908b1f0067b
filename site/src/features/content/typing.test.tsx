import { fireEvent, screen, within } from '@testing-library/react'
import { clear, createStore } from 'idb-keyval'
import { beforeEach, expect, test, vi } from 'vitest'
import { Composer, Document } from 'yaml'
import { openSite } from '../../testing/render-app'
import { api, replayApi } from '../../testing/replay-api'
import { SavedContent, fillSite } from './content.testdata'

beforeEach(async () => {
  await clear(createStore('content', 'drafts'))
  replayApi()
  fillSite(new SavedContent())
})

test('a key in a field writes no YAML; after a pause it is written and parsed once', async () => {
  openSite('/content?file=cv/experience/a-first.md')
  const form = within(await screen.findByRole('region', { name: 'First job' }))
  const field = form.getByLabelText<HTMLInputElement>(/^Organisation/)
  await form.findByText('✓ Published')
  const parsed = vi.spyOn(Composer.prototype, 'compose')
  const written = vi.spyOn(Document.prototype, 'toString')
  for (const typed of ['Quays', 'Quaysi', 'Quaysid', 'Quayside'])
    fireEvent.change(field, { target: { value: typed } })
  expect(field.value).toBe('Quayside')
  expect(written).not.toHaveBeenCalled()
  expect(parsed).not.toHaveBeenCalled()
  await form.findByText('✓ Draft saved')
  expect(api.sent('PUT /api/content/drafts/')).toHaveLength(1)
  expect(written).toHaveBeenCalledOnce()
  expect(parsed).toHaveBeenCalledOnce()
})
