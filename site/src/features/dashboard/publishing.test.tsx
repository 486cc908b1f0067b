import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Publishing } from '../../api/types'
import { api, replayApi } from '../../testing/replay-api'
import publishing from '../../testing/golden/publishing.json'
import publishingAsked from '../../testing/golden/publishing-asked.json'
import publishingFailed from '../../testing/golden/publishing-failed.json'
import publishingOff from '../../testing/golden/publishing-off.json'
import publishingWaiting from '../../testing/golden/publishing-waiting.json'
import { openSite } from '../../testing/render-app'

beforeEach(() => replayApi())

const current = publishing.body as Publishing
const waiting = publishingWaiting.body as Publishing
const failed = publishingFailed.body as Publishing

const open = (publishing: Publishing) => {
  api.answer('GET /api/publishing/', 200, publishing)
  return openSite('/dashboard')
}
const region = () => screen.findByRole('region', { name: 'Publishing' })
const at = '2026-05-01T12:00:00.000Z'
const clock = new Date(at).toLocaleTimeString([], { timeStyle: 'short' })

test.each<[string, Publishing, string]>([
  ['current', current, 'Everything is published.'],
  ['waiting', waiting, `Publishing starts at ${clock}, or later after more changes.`],
  [
    'waiting with a live site',
    { ...waiting, published_at: at },
    `Your site is live. Newer changes follow after ${clock}.`,
  ],
  ['running', { ...current, state: 'running' }, 'Publishing…'],
  [
    'running after a failure',
    { ...failed, state: 'running' },
    'Publishing again… The last attempt failed:The build service answered 404 Not Found',
  ],
  [
    'failed',
    failed,
    `Your changes are saved but not live yet. The next attempt is at ${clock}.The build service answered 404 Not Found`,
  ],
])('shows the state %s', async (_, publishing, sentence) => {
  open(publishing)
  expect(within(await region()).getByRole('status').textContent).toBe(sentence)
})

test('shows each error of a failed build', async () => {
  const errors = ['content/about.md:1: The field "title" is missing.', 'content/site.md:4: No address.']
  open({
    ...failed,
    method: 'server',
    failure: ['the build failed (exit status 1): 2 errors:', ...errors].join('\n'),
  })
  const failure = within(await region()).getByText(/^The build failed/)
  expect(failure.textContent.split('\n').slice(1)).toEqual(errors)
})

test('points to the docs without automatic publishing', async () => {
  open(publishingOff.body as Publishing)
  const panel = within(await region())
  expect(panel.getByRole('status').textContent).toBe('')
  expect(panel.getByText(/^Automatic publishing isn't set up\./)).toBeDefined()
  expect(panel.queryByRole('button')).toBeNull()
})

test('shows when a build was requested and its result', async () => {
  const report = { state: 'error' as const, message: 'content/about.md: no title', at }
  open({ ...current, published_at: at, report })
  const panel = within(await region())
  expect(panel.getByText(/^The last build was requested/)).toBeDefined()
  expect(panel.getByText(/^The build failed: content\/about.md: no title/)).toBeDefined()
})

test('reports changes that the last build could not read', async () => {
  open({ ...current, method: 'hook', published_at: at, unbuilt_texts: 2 })
  const panel = within(await region())
  expect(panel.getByRole('status').textContent).toBe('The last build could not read 2 published changes.')
  expect(panel.getByText(/^To let builds read them, see/)).toBeDefined()
})

test('shows when the last build ended', async () => {
  open({ ...current, method: 'server', published_at: at })
  expect(within(await region()).getByText(/^The last build ended/)).toBeDefined()
})

test('retries a failed build at once', async () => {
  const user = open(failed)
  const button = within(await region()).getByRole('button', { name: 'Try now' })
  for (const call of ['POST /api/publishing/', 'GET /api/publishing/'] as const)
    api.answer(call, 202, publishingAsked.body)
  await user.click(button)
  await screen.findByText(/^Publishing starts at/)
  expect(api.sent('POST /api/publishing/')).toHaveLength(1)
})

test('reports a build that could not be started', async () => {
  const user = open(waiting)
  api.once('POST /api/publishing/', 500, {})
  await user.click(within(await region()).getByRole('button', { name: 'Publish now' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The build could not be started.')
})
