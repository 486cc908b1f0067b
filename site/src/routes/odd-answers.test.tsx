import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anImage } from '../testing/fake-photos'
import { aDocument } from '../testing/fake-documents'
import { FakeServer, json } from '../testing/fake-server'
import { openSite, signedIn } from '../testing/render-app'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
})

const page = () => document.body.textContent

// Whatever is answered, no screen says these.
afterEach(() => expect(page()).not.toMatch(/NaN|undefined|null|Invalid Date|\[object/))

const answers = [{}, [], [{}], [null], null, 'Welcome', 7, { detail: 'No.' }]

test.each(answers)('the dashboard says that it could not count when the answer is %j', async (answer) => {
  server.next('GET /api/dashboard/', () => json(200, answer))
  server.next('GET /api/publishing/', () => json(200, answer))
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
  ['/words', 'content/texts', 'Failed to load the words.'],
  ['/galleries/1', 'photos/galleries', 'Failed to load images or galleries.'],
]

for (const [path, call, failure] of lists) {
  // An empty list is an answer like others.
  test.each(answers.filter((answer) => JSON.stringify(answer) !== '[]'))(
    `${path} says that it could not load when ${call} answers %j`,
    async (answer) => {
      server.next(`GET /api/${call}/`, () => json(200, answer))
      openSite(path)
      expect(await screen.findByText(`${failure} Access denied or server error.`)).toBeDefined()
    },
  )
}

test('an API that tells no more than it has to is enough for the photos', async () => {
  const { id, title, description, image_url } = anImage({ title: 'Crane' })
  server.next('GET /api/photos/images/', () => json(200, [{ id, title, description, image_url }]))
  server.next('GET /api/photos/galleries/', () => json(200, [{ id: 1, name: 'Harbour', slug: 'harbour' }]))
  const user = openSite('/photos')
  await user.click(await screen.findByRole('button', { name: 'View Crane' }))
  expect(screen.getByRole('heading', { name: 'Harbour', hidden: true })).toBeDefined()
  expect(screen.getAllByText('Unassigned').map(({ tagName }) => tagName)).toEqual(['OPTION', 'SPAN'])
})

test('an API that tells no more than it has to is enough for the documents', async () => {
  const { id, name, is_current, download_url } = aDocument({ name: 'Paper' })
  const bare = [{ id, name, is_current, download_url }]
  server.next('GET /api/documents/documents/', () => json(200, bare))
  openSite('/documents')
  const mark = await screen.findByRole('button', { name: 'Mark Paper as current' })
  expect(mark.getAttribute('aria-disabled')).toBe('true')
})
