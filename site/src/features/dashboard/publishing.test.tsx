import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Publishing } from '../../api/types'
import { FakeServer, json } from '../../testing/fake-server'
import publishing from '../../testing/golden/publishing.json'
import publishingAsked from '../../testing/golden/publishing-asked.json'
import publishingFailed from '../../testing/golden/publishing-failed.json'
import publishingOff from '../../testing/golden/publishing-off.json'
import publishingWaiting from '../../testing/golden/publishing-waiting.json'
import { openSite, signedIn } from '../../testing/render-app'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
})

const current = publishing.body as Publishing
const waiting = publishingWaiting.body as Publishing
const failed = publishingFailed.body as Publishing

const open = (publishing: Publishing) => {
  server.publishing = publishing
  return openSite('/dashboard')
}
const region = () => screen.findByRole('region', { name: 'Publishing' })
const at = '2026-05-01T12:00:00.000Z'
const clock = new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })

test.each<[string, Publishing, string]>([
  ['current', current, 'The pages show all that was saved.'],
  ['waiting', waiting, `Saved. The pages are built at ${clock}, or later if more changes.`],
  ['running', { ...current, state: 'running' }, 'Saved. The pages are being built.'],
  [
    'failed',
    failed,
    `Saved, but not on the pages yet. The next try is at ${clock}.The build service answered 404 Not Found`,
  ],
])('says how the pages stand: %s', async (_, publishing, sentence) => {
  open(publishing)
  expect(within(await region()).getByRole('status').textContent).toBe(sentence)
})

test('names each diagnostic for which a build failed', async () => {
  const mistakes = ['content/about.md:1: The field "title" is missing.', 'content/site.md:4: No address.']
  open({
    ...failed,
    method: 'command',
    failure: ['the build failed (exit status 1): 2 mistakes:', ...mistakes].join('\n'),
  })
  const failure = within(await region()).getByText(/^The build failed/)
  expect(failure.textContent.split('\n').slice(1)).toEqual(mistakes)
})

test('says how pages follow where no build follows a change', async () => {
  open(publishingOff.body as Publishing)
  const panel = within(await region())
  expect(panel.getByRole('status').textContent).toBe(
    'What was saved is on the pages after their next build, which nothing starts by itself.',
  )
  expect(panel.getByText(/^Run scripts\/build pages, .* BUILD_HOOK_URL or BUILD_COMMAND/)).toBeDefined()
  expect(panel.queryByRole('button')).toBeNull()
})

test('tells when a build was asked for, and what became of it', async () => {
  const report = { state: 'error' as const, message: 'content/about.md: no title', at }
  open({ ...current, published_at: at, report })
  const panel = within(await region())
  expect(panel.getByText(/^A build was last asked for/)).toBeDefined()
  expect(panel.getByText(/^Its build failed: content\/about.md: no title/)).toBeDefined()
})

test('does not say that published texts are on the pages before a build has read them', async () => {
  open({ ...current, method: 'hook', published_at: at, unbuilt_texts: 2 })
  const panel = within(await region())
  expect(panel.getByRole('status').textContent).toBe('2 published texts wait for a build that reads them.')
  expect(panel.getByText(/^A build service needs BUILD_TOKEN to read them\./)).toBeDefined()
})

test('tells when the last build of its own ended', async () => {
  open({ ...current, method: 'command', published_at: at })
  expect(within(await region()).getByText(/^The last build ended/)).toBeDefined()
})

test('a failure can be tried again at once', async () => {
  const user = open(failed)
  server.next('POST /api/publishing/', () => json(202, publishingAsked.body))
  await user.click(within(await region()).getByRole('button', { name: 'Try now' }))
  await screen.findByText(/^Saved. The pages are built at/)
  expect(server.requestsTo('POST /api/publishing/')).toHaveLength(1)
})

test('a build that cannot be asked for is reported', async () => {
  const user = open(waiting)
  server.next('POST /api/publishing/', () => json(500, {}))
  await user.click(within(await region()).getByRole('button', { name: 'Publish now' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The build could not be asked for.')
})
