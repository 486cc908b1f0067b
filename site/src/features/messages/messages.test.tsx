import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Message } from '../../api/types'
import { openSite } from '../../testing/render-app'
import { api, json, replayApi } from '../../testing/replay-api'
import { replyAddress } from './reply'

const list = 'GET /api/messages/'
const mark = 'PATCH /api/messages/{id}/'
const remove = 'DELETE /api/messages/{id}/'
const restore = 'POST /api/trash/{id}/restore/'

const messages: Message[] = [
  {
    id: 3,
    name: 'Ines Carvalho',
    email: 'ines@carvalho.example',
    message: 'Hello Edda,\n\nwe need a second pair of eyes.',
    sent_at: new Date().toISOString(),
    read_at: null,
  },
  {
    id: 2,
    name: 'Tomás Brandão',
    email: 'tomas@example.test',
    message: 'Would you speak?',
    sent_at: '2026-11-24T08:02:00Z',
    read_at: '2026-11-24T09:00:00Z',
  },
]

/** The messages as the server keeps them in this test. */
let kept: Message[]

beforeEach(() => {
  replayApi()
  kept = messages
  const totals = () => ({ headers: { 'X-Total-Count': String(kept.length) } })
  api.respond(list, () => Response.json(kept, totals()))
  api.respond('GET /api/messages/unread/', () =>
    json(200, { count: kept.filter(({ read_at }) => read_at === null).length }),
  )
  api.respond(mark, ({ path, body }) => {
    const { read } = body as { read: boolean }
    const read_at = read ? '2026-11-26T10:00:00Z' : null
    kept = kept.map((message) => (path.includes(`/${message.id}/`) ? { ...message, read_at } : message))
    return json(200, kept[0])
  })
  api.respond(remove, ({ path }) => {
    kept = kept.filter(({ id }) => !path.includes(`/${id}/`))
    return new Response(null, { status: 204 })
  })
})

const row = (name: RegExp) => screen.findByRole('link', { name })
const letter = () => within(screen.getByRole('article'))
const summary = () => screen.getByRole('heading', { level: 1 }).nextElementSibling?.textContent

test('opening a message marks it as read, which can be undone', async () => {
  const user = openSite('/messages')
  const first = await row(/^Unread: Ines Carvalho.*Today, /)
  const nav = within(screen.getByRole('navigation', { name: 'Manage' }))
  expect((await nav.findByRole('link', { name: 'Messages 1 unread' })).getAttribute('aria-current')).toBe(
    'page',
  )
  expect(summary()).toBe('1 unread. Messages are deleted after twelve months.')
  screen.getByText('Choose a message to read it.')
  await user.click(first)
  await waitFor(() => expect(summary()).toBe('Messages are deleted after twelve months.'))
  expect(api.sent(mark).map(({ path, body }) => [path, body])).toEqual([['/api/messages/3/', { read: true }]])
  expect(nav.queryByText('1')).toBeNull()
  letter().getByText('we need a second pair of eyes.')
  await user.click(letter().getByRole('button', { name: 'Mark as unread' }))
  await row(/^Unread: Ines/)
  letter().getByRole('button', { name: 'Mark as read' })
  await user.click(await row(/^Tomás/))
  letter().getByText(/^tomas@example.test/)
  expect(api.sent(mark)).toHaveLength(2)
})

test('the keys move, open and delete, and Undo restores', async () => {
  api.answer(restore, 200, { original_id: 3, notes: [] })
  const user = openSite('/messages')
  const [first, second] = [await row(/Ines/), await row(/Tomás/)]
  first.focus()
  await user.keyboard('{ArrowUp}{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await user.keyboard('{ArrowUp}{Enter}')
  await waitFor(() => expect(first.getAttribute('aria-current')).toBe('true'))
  first.focus()
  await user.keyboard('{Delete}')
  const question = await screen.findByRole('alertdialog', { name: 'Delete this message?' })
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(document.activeElement).toBe(second))
  expect(screen.queryByRole('article')).toBeNull()
  kept = messages
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await row(/Ines/)
  expect(api.sent(restore).map(({ path }) => path)).toEqual(['/api/trash/message-3/restore/'])
})

test('searches, and says when nothing is found or a message cannot be changed', async () => {
  const user = openSite('/messages?message=2')
  await screen.findByRole('article')
  api.answer(mark, 500)
  await user.click(letter().getByRole('button', { name: 'Mark as unread' }))
  await screen.findByText('Failed to mark the message.')
  kept = []
  await user.type(screen.getByRole('searchbox', { name: 'Search messages' }), ' forklift {Enter}')
  await screen.findByText('No messages match.')
  expect(api.sent(list).at(-1)?.path).toBe('/api/messages/?search=forklift&limit=50&offset=0')
})

test('an empty list says how messages come and leads to the field', async () => {
  kept = []
  openSite('/messages')
  await screen.findByText('Messages from your contact page appear here.')
  expect(screen.getByRole('link', { name: 'Set up the form' }).getAttribute('href')).toBe(
    '/content?file=site.md&field=contact_form',
  )
})

test('a reply has the address, the subject and the quoted text, shortened by whole letters', () => {
  const message = { ...(messages[1] as Message), email: 'a+b?c@example.test', message: 'One & two\r\nthree' }
  const reply = new URL(replyAddress(message, 'Edda Quillane'))
  expect(reply.pathname).toBe('a%2Bb%3Fc@example.test')
  expect(reply.searchParams.get('subject')).toBe('Re: Your message to Edda Quillane')
  expect(reply.searchParams.get('body')).toMatch(
    /^\r\n\r\nTomás Brandão, .*2026.*:\r\n> One & two\r\n> three$/,
  )
  const long = replyAddress({ ...message, message: '🐝'.repeat(5000) }, 'Edda')
  expect(decodeURIComponent(long)).toMatch(/> (🐝){1000}…$/u)
})
