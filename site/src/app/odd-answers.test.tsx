import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { api, replayApi } from '../testing/replay-api'
import { openSite } from '../testing/render-app'

beforeEach(() => replayApi())

test('the dashboard says that it could not count when a page is answered', async () => {
  api.page('GET /api/dashboard/')
  api.page('GET /api/publishing/')
  openSite('/dashboard')
  expect(await screen.findByText('Failed to count documents and photos.')).toBeDefined()
  expect(screen.queryByText('Publishing')).toBeNull()
})

const lists = [
  ['/documents', 'documents/documents', 'Failed to load documents or categories.'],
  ['/documents', 'documents/categories', 'Failed to load documents or categories.'],
  ['/photos', 'photos/images', 'Failed to load images or galleries.'],
  ['/photos', 'photos/galleries', 'Failed to load images or galleries.'],
  ['/galleries', 'photos/galleries', 'Failed to load galleries.'],
  ['/messages', 'messages', 'Failed to load messages.'],
  ['/shared', 'shares', 'Failed to load shares.'],
  ['/shared', 'shares/counts', 'Failed to load shares.'],
  ['/trash', 'trash', 'Failed to load the trash.'],
  ['/content', 'content/files', 'Failed to load content.'],
  ['/galleries/1', 'photos/galleries', 'Failed to load images or galleries.'],
] as const

test.each(lists)(
  '%s says that it could not load when %s answers with a page',
  async (path, call, failure) => {
    api.page(`GET /api/${call}/`)
    openSite(path)
    expect(await screen.findByText(`${failure} Access denied or server error.`)).toBeDefined()
  },
)
