import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeServer, json } from '../../testing/fake-server'
import { openSite, signedIn } from '../../testing/render-app'
import { fillSite, job } from './content.testdata'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
  fillSite(server.content)
})

const open = (path?: string) => openSite(path ? `/content?text=${encodeURIComponent(path)}` : '/content')
const outline = () => screen.findByRole('navigation', { name: 'Texts' })
const panel = (name: string) => screen.findByRole('region', { name })
const draftOf = (path: string) => server.content.find(path)?.draft
const saved = (path: string, part: string) => waitFor(() => expect(draftOf(path)?.text).toContain(part))

test('lists all texts by the pages that they are on, entries in the order of the site', async () => {
  open()
  const cv = within(await outline()).getByRole('region', { name: 'CV' })
  const names = within(cv)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
  expect(names.slice(1)).toEqual([
    'Second job Quay',
    'First job Quay',
    'English Native',
    'Dutch Native',
    'French Native',
  ])
  expect(screen.getByText('Nothing waits to be published.')).toBeDefined()
})

test('a field is saved as one types, and changes nothing but its own line', async () => {
  const user = open('cv/experience/a-first.md')
  const form = within(await panel('First job'))
  const end = form.getByLabelText(/^End/)
  await user.clear(end)
  await user.type(end, '2019')
  await saved('cv/experience/a-first.md', '2019')
  expect(draftOf('cv/experience/a-first.md')?.text).toBe(job('First job', 'start: 2015\nend: 2019\n'))
  expect(await form.findByText('Saved')).toBeDefined()
  expect(form.getByText('draft')).toBeDefined()
  expect(screen.getByText('1 draft to publish.')).toBeDefined()
})

test('a mistake stands at its field, in the words of the build', async () => {
  const user = open('cv/experience/a-first.md')
  const end = within(await panel('First job')).getByLabelText(/^End/)
  await user.clear(end)
  await user.type(end, 'soon')
  await waitFor(() => expect(end.getAttribute('aria-invalid')).toBe('true'))
  const described = end.getAttribute('aria-describedby')?.split(' ')[0] ?? ''
  expect(document.getElementById(described)?.textContent).toContain('“End” is not a date.')
  await saved('cv/experience/a-first.md', 'soon')
})

test('a letter that the PDF of the CV cannot show is a mistake, in the words of the build', async () => {
  const user = open('cv/experience/a-first.md')
  const place = within(await panel('First job')).getByLabelText(/^Place/)
  await user.type(place, 'Я')
  await waitFor(() => expect(place.getAttribute('aria-invalid')).toBe('true'))
  const described = place.getAttribute('aria-describedby')?.split(' ')[0] ?? ''
  expect(document.getElementById(described)?.textContent).toContain(
    '/cv.pdf cannot show "Я" (U+042F): its fonts have Latin letters only. Write it in Latin letters, or leave it out.',
  )
})

test('a text that is typed back to what it was needs no draft', async () => {
  const user = open('cv/experience/a-first.md')
  const form = within(await panel('First job'))
  const end = form.getByLabelText(/^End/)
  await user.type(end, '{Backspace}9')
  await saved('cv/experience/a-first.md', '2019')
  await user.type(end, '{Backspace}8')
  await waitFor(() => expect(draftOf('cv/experience/a-first.md')).toBeNull())
  expect(screen.queryByText('draft')).toBeNull()
})

test('a draft that was discarded comes back by Undo', async () => {
  const path = 'cv/experience/a-first.md'
  const user = open(path)
  const form = within(await panel('First job'))
  await user.type(form.getByLabelText(/^End/), '{Backspace}9')
  await saved(path, '2019')
  await user.click(await form.findByRole('button', { name: 'Discard the draft' }))
  await waitFor(() => expect(draftOf(path)).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await saved(path, '2019')
})

test.each([
  [false, Node.DOCUMENT_POSITION_FOLLOWING],
  [true, Node.DOCUMENT_POSITION_PRECEDING],
])(
  'whether the pages are built stands above the texts; in a narrow window (%s) below the open one',
  async (matches, place) => {
    vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: () => 0, removeEventListener: () => 0 }))
    server.publishing = { ...server.publishing, state: 'off', unbuilt_texts: 1 }
    open('cv/experience/a-first.md')
    const publishing = await screen.findByRole('region', { name: 'Publishing' })
    expect(publishing.compareDocumentPosition(await panel('First job'))).toBe(place)
  },
)

test('texts of a list are added, moved and removed', async () => {
  const user = open('home/hero.md')
  const list = within(await screen.findByRole('group', { name: /^Typewriter/ }))
  await user.click(list.getByRole('button', { name: 'Move Three up' }))
  await saved('home/hero.md', '- One\n  - Three\n  - Two')
  expect(list.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

test('without a connection the text is kept, and sent when it is back', async () => {
  const user = open('cv/experience/a-first.md')
  const form = within(await panel('First job'))
  server.failNetwork('PUT /api/content/drafts/')
  await user.type(form.getByLabelText(/^End/), '{Backspace}9')
  await form.findByText('Not saved: no connection, kept on this device')
  expect(draftOf('cv/experience/a-first.md')).toBeNull()
  window.dispatchEvent(new Event('online'))
  await saved('cv/experience/a-first.md', '2019')
})

test('of two texts one is kept', async () => {
  const path = 'cv/experience/a-first.md'
  const user = open(path)
  const form = within(await panel('First job'))
  server.content.saveElsewhere(path, job('First job', 'start: 2015\nend: 2021\n'))
  await user.type(form.getByLabelText(/^End/), '{Backspace}9')
  const conflict = within(await screen.findByRole('region', { name: 'Two texts' }))
  const sides = conflict.getAllByRole('figure').map(({ textContent }) => textContent)
  expect(sides[0]).toContain('End2019')
  expect(sides[1]).toContain('End2021')
  expect(sides.join()).not.toContain('First job')
  expect(form.getByText('conflict')).toBeDefined()
  await user.click(conflict.getByRole('button', { name: 'Keep mine' }))
  await saved(path, '2019')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Two texts' })).toBeNull())
})

test('the text of the other device can be taken', async () => {
  const path = 'cv/experience/a-first.md'
  const user = open(path)
  const form = within(await panel('First job'))
  server.content.saveElsewhere(path, job('First job', 'start: 2015\nend: 2021\n'))
  await user.type(form.getByLabelText(/^End/), '{Backspace}9')
  await user.click(await screen.findByRole('button', { name: 'Take theirs' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Two texts' })).toBeNull())
  expect(form.getByLabelText<HTMLInputElement>(/^End/).value).toBe('2021')
  expect(draftOf(path)?.text).toContain('2021')
})

test('what was published elsewhere is not overwritten by who did not see it', async () => {
  const path = 'cv/experience/a-first.md'
  const user = open(path)
  const form = within(await panel('First job'))
  server.content.publishElsewhere(path, job('First job', 'start: 2015\nend: 2021\n'))
  await user.type(form.getByLabelText(/^End/), '{Backspace}9')
  const conflict = within(await screen.findByRole('region', { name: 'Two texts' }))
  expect(conflict.getAllByRole('figure').map(({ textContent }) => textContent)[1]).toContain('End2021')
  expect(draftOf(path)).toBeNull()
  await user.click(conflict.getByRole('button', { name: 'Take theirs' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Two texts' })).toBeNull())
  expect(form.getByLabelText<HTMLInputElement>(/^End/).value).toBe('2021')
  expect(draftOf(path)).toBeNull()
})

test('an answer that was lost is no conflict', async () => {
  const path = 'cv/experience/a-first.md'
  const user = open(path)
  const form = within(await panel('First job'))
  server.next('PUT /api/content/drafts/', ({ body }) => {
    server.content.saveElsewhere(path, (body as { text: string }).text)
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  await user.type(form.getByLabelText(/^End/), '{Backspace}9')
  await form.findByText('Not saved: no connection, kept on this device')
  window.dispatchEvent(new Event('online'))
  await form.findByText('Saved')
  expect(screen.queryByRole('region', { name: 'Two texts' })).toBeNull()
})

test('what the server refuses says why', async () => {
  const user = open('cv/experience/a-first.md')
  const form = within(await panel('First job'))
  server.next('PUT /api/content/drafts/', () => json(400, { text: ['The text is too long.'] }))
  await user.type(form.getByLabelText(/^End/), '{Backspace}9')
  expect((await form.findByRole('alert')).textContent).toContain('Not saved. The text is too long.')
})

test('an entry is added, duplicated and removed', async () => {
  const user = open()
  await user.click(within(await outline()).getByRole('button', { name: 'Add to Languages' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Add to Languages' }))
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(await dialog.findByText('A new entry needs a title.')).toBeDefined()
  await user.type(dialog.getByLabelText('Title'), 'Português')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  const form = within(await panel('Português'))
  expect(form.getByText('new')).toBeDefined()
  await saved('cv/languages/4-portugues.md', 'title: Português')
  await user.click(form.getByRole('button', { name: 'Duplicate' }))
  await saved('cv/languages/5-portugues-copy.md', 'title: Português')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(server.content.find('cv/languages/5-portugues-copy.md')).toBeUndefined())
})

test('a removal can be undone until it is published', async () => {
  const path = 'cv/languages/2-dutch.md'
  const user = open(path)
  const form = within(await panel('Dutch'))
  await user.click(form.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(draftOf(path)).toMatchObject({ text: null }))
  expect(form.getByText('removed')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(draftOf(path)).toBeNull())
  expect(form.getByLabelText('Title')).toBeDefined()
})

test('entries are put in order, with the fewest new names', async () => {
  const user = open()
  await user.click(within(await outline()).getByRole('button', { name: 'Order of Languages' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Order of Languages' }))
  const up = dialog.getByRole('button', { name: 'Move French up' })
  await user.click(up)
  expect(dialog.getByText('French, position 2 of 3.')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Move French up' }))
  await user.click(dialog.getByRole('button', { name: 'Keep this order' }))
  await saved('cv/languages/0-french.md', 'French')
  await waitFor(() => expect(draftOf('cv/languages/3-french.md')).toMatchObject({ text: null }))
  expect(server.content.texts.filter(({ draft }) => draft)).toHaveLength(2)
})

/** Puts French before the other languages. */
async function moveFrench(user: ReturnType<typeof open>) {
  await user.click(within(await outline()).getByRole('button', { name: 'Order of Languages' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Order of Languages' }))
  const up = dialog.getByRole('button', { name: 'Move French up' })
  await user.click(up)
  await user.click(up)
  await user.click(dialog.getByRole('button', { name: 'Keep this order' }))
  await saved('cv/languages/0-french.md', 'French')
  await waitFor(() => expect(draftOf('cv/languages/3-french.md')).toMatchObject({ text: null }))
}

const french = async () =>
  within(await outline())
    .getAllByRole('link', { name: /French/ })
    .map(({ textContent }) => textContent)

test('an entry that was moved is one text, with its history, and is published as one', async () => {
  const user = open()
  await moveFrench(user)
  expect(await french()).toEqual(['French Nativemoveddraft'])
  await user.click(within(await outline()).getByRole('link', { name: /French/ }))
  await user.click(within(await panel('French')).getByRole('button', { name: 'History' }))
  expect(server.requestsTo('GET /api/content/history/').map(({ path }) => path)).toEqual([
    '/api/content/history/?path=cv%2Flanguages%2F3-french.md',
  ])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Publish (1)' }))
  const publish = within(screen.getByRole('dialog', { name: 'Publish' }))
  expect(publish.getByText('The words are the same.')).toBeDefined()
  await user.click(publish.getByRole('checkbox', { name: 'French' }))
  expect(publish.queryByText(/^Before these texts are published/)).toBeNull()
  await user.click(publish.getByRole('checkbox', { name: 'French' }))
  await user.click(publish.getByRole('button', { name: 'Publish 1 text now' }))
  expect(await screen.findByText(/^Published 1 text/)).toBeDefined()
  expect(server.content.find('cv/languages/3-french.md')?.published).toMatchObject({ text: null })
  expect(await french()).toEqual(['French Native'])
  await user.click(screen.getByRole('button', { name: 'Publications' }))
  expect(await screen.findByText('By Edda Quillane: French (moved)')).toBeDefined()
})

test('the draft of an entry that was moved is discarded as one, and comes back by Undo', async () => {
  const user = open()
  await moveFrench(user)
  await user.click(within(await outline()).getByRole('link', { name: /French/ }))
  await user.click(await screen.findByRole('button', { name: 'Discard the draft' }))
  await waitFor(() => expect(server.content.texts.filter(({ draft }) => draft)).toEqual([]))
  expect(await french()).toEqual(['French Native'])
  expect(await panel('French')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await saved('cv/languages/0-french.md', 'French')
  expect(await french()).toEqual(['French Nativemoveddraft'])
})
