import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeServer } from '../testing/fake-server'
import { openSite, signedIn } from '../testing/render-app'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
})

/** A host that answers every path with its page. */
const page = () =>
  new Response('<!doctype html><title>Welcome</title>', { headers: { 'Content-Type': 'text/html' } })

test('the dashboard says that it could not count when a page is answered', async () => {
  server.next('GET /api/dashboard/', page)
  server.next('GET /api/publishing/', page)
  openSite('/dashboard')
  expect(await screen.findByText('Failed to count documents and photos.')).toBeDefined()
  expect(screen.queryByText('Publishing')).toBeNull()
})

const lists: [string, string, string][] = [
  ['/documents', 'documents/documents', 'Failed to load documents or categories.'],
  ['/documents', 'documents/categories', 'Failed to load documents or categories.'],
  ['/photos', 'photos/images', 'Failed to load images or galleries.'],
  ['/photos', 'photos/galleries', 'Failed to load images or galleries.'],
  ['/galleries', 'photos/galleries', 'Failed to load galleries.'],
  ['/trash', 'trash', 'Failed to load the trash.'],
  ['/content', 'content/texts', 'Failed to load content.'],
  ['/galleries/1', 'photos/galleries', 'Failed to load images or galleries.'],
]

test.each(lists)(
  '%s says that it could not load when %s answers with a page',
  async (path, call, failure) => {
    server.next(`GET /api/${call}/`, page)
    openSite(path)
    expect(await screen.findByText(`${failure} Access denied or server error.`)).toBeDefined()
  },
)
