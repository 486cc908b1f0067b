import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { clear, createStore } from 'idb-keyval'
import { beforeEach, expect, test, vi } from 'vitest'
import { fileHash } from '../../api/file-hash'
import sources from '../../testing/golden/cv-sources.json'
import upload from '../../testing/golden/upload.json'
import { openSite } from '../../testing/render-app'
import { api, replayApi } from '../../testing/replay-api'
import { SavedContent, fillSite, job } from './content.testdata'

let content: SavedContent

beforeEach(async () => {
  await clear(createStore('content', 'drafts'))
  replayApi()
  api.answer('GET /api/photos/images/', 200, [])
  content = new SavedContent()
  fillSite(content)
  // The editor calls them when it has the focus.
  Object.assign(document, { execCommand: () => false })
  Range.prototype.getClientRects = () => document.documentElement.getClientRects()
})

const path = 'cv/experience/a-first.md'
const open = (file?: string) => openSite(file ? `/content?file=${encodeURIComponent(file)}` : '/content')
const tree = async () => within(await screen.findByRole('navigation', { name: 'Content' }))
const editor = async (name: string) => within(await screen.findByRole('region', { name }))
const draftOf = (file: string) => content.find(file)?.draft
const saved = (file: string, part: string) => waitFor(() => expect(draftOf(file)?.text).toContain(part))
const openMenu = (user: UserEvent) => user.click(screen.getByRole('button', { name: /^More for/ }))
async function choose(user: UserEvent, action: string) {
  await openMenu(user)
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

/** Changes the end of the first job from 2018 to 2019. */
async function changeEnd(user: UserEvent) {
  const form = await editor('First job')
  await user.type(form.getByLabelText(/^End/), '{Backspace}9')
  return form
}

test('the tree has all content in the order of the pages, and a filter', async () => {
  const user = open()
  // An optional group without entries has nothing to open.
  expect((await tree()).queryByRole('button', { name: /^Awards/ })).toBeNull()
  await user.click((await tree()).getByRole('button', { name: /^Business Experiences/ }))
  await user.click((await tree()).getByRole('button', { name: /^Languages/ }))
  const names = () =>
    within(screen.getByRole('navigation', { name: 'Content' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  expect(names()).toEqual([
    'You',
    'Introduction',
    'Summary',
    'Second job, Quay',
    'First job, Quay',
    'English, Native',
    'Dutch, Native',
    'French, Native',
    'Introduction',
    'About',
    'Gallery',
    'Terms and Conditions',
  ])
  await user.type((await tree()).getByLabelText('Filter'), 'quay')
  expect(names()).toEqual(['Second job, Quay', 'First job, Quay'])
  expect(screen.getByText('Everything is published.')).toBeDefined()
})

test('dates and addresses are completed when their field is left', async () => {
  const user = open(path)
  const form = await editor('First job')
  const end = form.getByLabelText(/^End/)
  await user.clear(end)
  await user.type(end, 'Mar 2021')
  await user.tab()
  await saved(path, '2021-03')
  expect(form.queryByText(/is not a date/)).toBeNull()
})

test("the owner's facts come first, and what few need is under Advanced", async () => {
  const user = open('site.md')
  const form = await editor('You')
  const labels = () =>
    form.getAllByRole('textbox').map((input) => (input as HTMLInputElement).labels?.[0]?.textContent)
  expect(labels().slice(0, 4)).toEqual(['Name', 'Role', 'E-mail', 'Town (optional)'])
  const app = form.getByLabelText(/^App for iPhone/)
  expect(app.closest('details')?.open).toBe(false)
  await user.click(form.getByText('Advanced'))
  expect(app.closest('details')?.open).toBe(true)
})

test('the accent is a family of colours or a colour of the owner', async () => {
  const user = open('site.md')
  const accent = within((await editor('You')).getByRole('group', { name: /^Accent colour/ }))
  const radio = (name: string) => accent.getByRole<HTMLInputElement>('radio', { name })
  expect(radio('Cobalt').checked).toBe(true)
  await user.click(radio('Teal'))
  await saved('site.md', 'accent: teal\n')
  await user.type(accent.getByLabelText('Your own colour'), '#0b6b74')
  await saved('site.md', 'accent: "#0b6b74"\n')
  expect(radio('Teal').checked).toBe(false)
})

test('a removed item of a list passes the focus on', async () => {
  const user = open('site.md')
  const form = await editor('You')
  await user.click(form.getByText('Advanced'))
  const add = form.getByRole('button', { name: /^Add fingerprint/ })
  await user.click(add)
  await user.click(add)
  await user.click(form.getAllByRole('button', { name: /^Remove/ }).at(-1) as HTMLElement)
  expect(document.activeElement).toBe(form.getByRole('button', { name: /^Remove/ }))
  await user.click(form.getByRole('button', { name: /^Remove/ }))
  expect(document.activeElement).toBe(add)
})

test('a field is saved while typing, and changes only its line', async () => {
  const user = open(path)
  const form = await changeEnd(user)
  await saved(path, '2019')
  expect(draftOf(path)?.text).toBe(job('First job', 'start: 2015\nend: 2019\n'))
  expect(await form.findByText('✓ Draft saved')).toBeDefined()
  expect(screen.getByText('1 draft')).toBeDefined()
})

test.each([
  ['End', 'soon', '“End” is not a date.'],
  ['Town', ' ', '“Town” is empty or too short'],
])('an error in %s stands below it', async (label, text, message) => {
  const user = open(label === 'Town' ? 'site.md' : path)
  const field = (await editor(label === 'Town' ? 'You' : 'First job')).getByLabelText(new RegExp(`^${label}`))
  await user.clear(field)
  await user.type(field, text)
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ')
  const texts = described.map((id) => document.getElementById(id)?.textContent).join()
  expect(texts).toContain(message)
})

test('text that is as published again needs no draft', async () => {
  const user = open(path)
  const form = await changeEnd(user)
  await saved(path, '2019')
  await user.type(form.getByLabelText(/^End/), '{Backspace}8')
  await waitFor(() => expect(draftOf(path)).toBeNull())
})

test('Undo restores a discarded draft', async () => {
  const user = open(path)
  await changeEnd(user)
  await saved(path, '2019')
  await openMenu(user)
  const discard = await screen.findByRole('menuitem', { name: 'Discard draft' })
  await waitFor(() => expect(discard.ariaDisabled).not.toBe('true'))
  await user.click(discard)
  await waitFor(() => expect(draftOf(path)).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await saved(path, '2019')
})

test('discarding a draft of a scheduled change saves nothing, and leaves the schedule', async () => {
  content.saveElsewhere(path, job('First job', 'start: 2015\nend: 2021\n'))
  const text = content.find(path)
  if (text?.draft)
    text.scheduled = {
      version: 99,
      text: text.draft.text,
      source: 'browser',
      publish_at: '2099-05-01T12:00:00Z',
      publication: 1,
      translates: null,
    }
  if (text) text.draft = null
  const user = open(path)
  const form = await changeEnd(user)
  await saved(path, '2029')
  const saves = api.sent('PUT /api/content/drafts/').length
  await choose(user, 'Discard draft')
  await waitFor(() => expect(draftOf(path)).toBeNull())
  expect(api.sent('PUT /api/content/drafts/')).toHaveLength(saves)
  expect(form.getByLabelText<HTMLInputElement>(/^End/).value).toBe('2021')
  expect(screen.getByText('1 change is scheduled. Everything else is published.')).toBeDefined()
  const link = within(screen.getByRole('navigation', { name: 'Content' })).getByRole('link', {
    current: 'page',
  })
  expect(link.textContent).toMatch(/Scheduled$/)
  const notice = within(screen.getByRole('region', { name: /^Scheduled for / }))
  api.once('DELETE /api/content/publications/{id}/', 204)
  await user.click(notice.getByRole('button', { name: 'Cancel publication' }))
  await screen.findByText('Publication cancelled. Its changes are drafts again.')
  expect(api.sent('DELETE /api/content/publications/{id}/').map(({ path }) => path)).toEqual([
    '/api/content/publications/1/',
  ])
})

test('a draft in conflict does not keep others from being published', async () => {
  const { user, dialog } = await openPublishing(async (user) => {
    await editor('First job')
    content.saveElsewhere(path, job('First job', 'start: 2015\nend: 2021\n'))
    await changeEnd(user)
    await screen.findByRole('region', { name: 'Compare versions' })
    await openMenu(user)
    expect((await screen.findByRole('menuitem', { name: 'Discard draft' })).title).toBe(
      'Compare the versions first.',
    )
    await user.keyboard('{Escape}')
  })
  await user.click(dialog.getByRole('checkbox', { name: /^First job/ }))
  await user.click(dialog.getByRole('button', { name: 'Publish now' }))
  expect(await screen.findByText('Published 2 changes.')).toBeDefined()
})

test('entries of a list can be moved', async () => {
  const user = open('home/hero.md')
  const list = within(await screen.findByRole('group', { name: /^Phrases/ }))
  await user.click(list.getByRole('button', { name: 'Move Three up' }))
  await saved('home/hero.md', '- One\n  - Three\n  - Two')
})

test('a saved draft whose answer was lost is no conflict', async () => {
  const user = open(path)
  api.respondOnce('PUT /api/content/drafts/', ({ body }) => {
    content.saveElsewhere(path, (body as { text: string }).text)
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  const form = await changeEnd(user)
  await form.findByText('No connection. Kept on this device.')
  window.dispatchEvent(new Event('online'))
  await form.findByText('✓ Draft saved')
  expect(screen.queryByRole('region', { name: 'Compare versions' })).toBeNull()
})

/** Whether the browser asks before the page closes. */
const asksBeforeClosing = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

test('a draft that neither server nor browser has says so, and is there as long as the page', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  api.disconnect('PUT /api/content/drafts/')
  api.disconnect('PUT /api/content/drafts/')
  const user = open(path)
  const form = await changeEnd(user)
  await form.findByText('No connection. Leave this page open to keep it.')
  expect(asksBeforeClosing()).toBe(true)
  cleanup()
  expect(asksBeforeClosing()).toBe(true)
  open(path)
  await screen.findByText('✓ Draft saved')
  await waitFor(() => expect(asksBeforeClosing()).toBe(false))
})

test('a refused draft says why', async () => {
  const user = open(path)
  api.once('PUT /api/content/drafts/', 400, { text: ['The text is too long.'] })
  const form = await changeEnd(user)
  expect((await form.findByRole('alert')).textContent).toContain('Not saved. The text is too long.')
})

test.each([
  ['saveElsewhere', 'Keep mine', '2019'],
  ['publishElsewhere', 'Use this', '2021'],
] as const)('after %s one of two versions is chosen: %s', async (change, action, kept) => {
  const user = open(path)
  await editor('First job')
  content[change](path, job('First job', 'start: 2015\nend: 2021\n'))
  const form = await changeEnd(user)
  const conflict = within(await screen.findByRole('region', { name: 'Compare versions' }))
  const sides = conflict.getAllByRole('figure').map(({ textContent }) => textContent)
  expect(sides[0]).toContain('End2019')
  expect(sides[1]).toContain('End2021')
  await user.click(conflict.getByRole('button', { name: action }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Compare versions' })).toBeNull())
  expect(form.getByLabelText<HTMLInputElement>(/^End/).value).toBe(kept)
  const stored = content.find(path)
  await waitFor(() => expect((stored?.draft ?? stored?.published)?.text).toContain(kept))
})

test('an entry is added, duplicated and deleted', async () => {
  const user = open()
  await user.click((await tree()).getByRole('button', { name: 'Add to Certifications' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Add to Certifications' }))
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(await dialog.findByText('Enter a title.')).toBeDefined()
  await user.type(dialog.getByLabelText('Title'), 'Português')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  const form = await editor('Português')
  await saved('cv/certifications/portugues.md', 'title: Português')
  // What is not written yet is no error before its field is left.
  expect(document.activeElement).toBe(form.getByLabelText(/^Issuer/))
  expect(form.queryByText(/is empty/)).toBeNull()
  await user.tab()
  expect(await form.findByText(/“Issuer” is empty or too short\./)).toBeDefined()
  await choose(user, 'Duplicate')
  await saved('cv/certifications/portugues-copy.md', 'title: Português')
  await editor('Português')
  await choose(user, 'Delete')
  await waitFor(() => expect(content.find('cv/certifications/portugues-copy.md')).toBeUndefined())
})

const project = (slug: string, fields = '') =>
  content.addFile(`projects/${slug}.md`, `---\ntitle: ${slug}\nsummary: Words.\n${fields}---\n`)

test('a project gets tags, and is shown on the home page as long as there is a place', async () => {
  project('berth-board')
  const user = open('projects/berth-board.md')
  const form = await editor('berth-board')
  await user.type(form.getByLabelText(/^Tags/), 'Go, SQL{Enter}')
  await user.click(form.getByRole('button', { name: 'Remove Go' }))
  await user.keyboard('{Backspace}Maps')
  await user.click(form.getByRole('checkbox', { name: /0 of 3 places used$/ }))
  await saved('projects/berth-board.md', 'tags:\n  - Maps\nfeatured: true\n')
  expect(form.getByText('1 of 3 places used')).toBeDefined()
  // The page that lists projects needs no file.
  await user.click((await tree()).getAllByRole('link', { name: 'Introduction' })[1] as HTMLElement)
  expect((await editor('Introduction')).getByLabelText<HTMLInputElement>('Title').value).toBe('Projects')
  expect(screen.getByText('1 draft')).toBeDefined()
})

test('a fourth project has no place on the home page', async () => {
  for (const slug of ['a', 'b', 'c']) project(slug, 'featured: true\n')
  project('d')
  open('projects/d.md')
  const box = (await editor('d')).getByRole<HTMLInputElement>('checkbox', { name: /3 of 3 places used$/ })
  expect(box.disabled).toBe(true)
})

test('another address keeps the former one as an alias, in one change, which Undo takes back', async () => {
  project('first')
  project('second')
  const user = open('projects/first.md')
  await user.click((await editor('first')).getByRole('button', { name: 'Change address' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Change the address' }))
  const change = async (slug: string) => {
    await user.clear(dialog.getByLabelText('Address, after /projects/'))
    await user.type(dialog.getByLabelText('Address, after /projects/'), `${slug}{Enter}`)
  }
  await change('second')
  expect(await dialog.findByText('This address belongs to something else.')).toBeDefined()
  await change('New Name')
  await saved('projects/new-name.md', 'aliases:\n  - /projects/first\n')
  await waitFor(() => expect(draftOf('projects/first.md')).toMatchObject({ text: null }))
  await user.click(await screen.findByRole('button', { name: 'Publish 1 change' }))
  const publish = within(screen.getByRole('dialog', { name: 'Publish' }))
  expect(publish.getByRole('checkbox', { name: /^first: new address/ })).toBeDefined()
  expect(publish.getByText('Former addresses').parentElement?.textContent).toContain('/projects/first')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(draftOf('projects/first.md')).toBeNull())
  expect(content.find('projects/new-name.md')).toBeUndefined()

  await user.click((await editor('first')).getByRole('button', { name: 'Change address' }))
  const address = screen.getByLabelText('Address, after /projects/')
  await user.clear(address)
  await user.type(address, 'other{Enter}')
  await saved('projects/other.md', 'aliases:\n  - /projects/first\n')
  await user.click(await screen.findByRole('button', { name: 'Publish 1 change' }))
  await user.click(screen.getByRole('button', { name: 'Publish now' }))
  await waitFor(() =>
    expect(publications()).toMatchObject([
      {
        drafts: expect.arrayContaining([
          expect.objectContaining({ path: 'projects/first.md', moved: true }),
        ]) as unknown,
      },
    ]),
  )
})

test('translations follow the address of their original, and are deleted with it', async () => {
  project('first')
  content.addFile('nl/site.md', content.find('site.md')?.published?.text ?? '')
  content.addFile('nl/projects/first.md', '---\ntitle: Eerste\nsummary: Woorden.\n---\n')
  const user = open('projects/first.md')
  await user.click((await editor('first')).getByRole('button', { name: 'Change address' }))
  const address = screen.getByLabelText('Address, after /projects/')
  await user.clear(address)
  await user.type(address, 'second{Enter}')
  await saved('nl/projects/second.md', 'title: Eerste')
  await waitFor(() => expect(draftOf('nl/projects/first.md')).toMatchObject({ text: null }))
  expect(screen.getByRole('button', { name: 'Publish 1 change' })).toBeDefined()
  await editor('first')
  await choose(user, 'Delete')
  await waitFor(() => expect(content.find('nl/projects/second.md')).toBeUndefined())
  expect(content.find('projects/second.md')).toBeUndefined()
})

test("a page about privacy begins with the site's facts", async () => {
  const user = open()
  await user.click((await tree()).getByRole('button', { name: 'Add to Pages' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Add to Pages' }))
  await user.click(dialog.getByRole('radio', { name: 'Privacy' }))
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await editor('Privacy')
  await saved('pages/privacy.md', 'Edda Quillane is responsible for this site. Write to [edda@example.test]')
})

test('a page in another script has an address, and another than its title suggests is named', async () => {
  const user = open()
  const add = async (title: string) => {
    await user.click((await tree()).getByRole('button', { name: 'Add to Pages' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Add to Pages' }))
    await user.type(dialog.getByLabelText('Title'), title)
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await editor(title)
  }
  await add('経歴')
  await saved('pages/jingli.md', 'title: 経歴')
  await add('Gallery')
  await saved('pages/gallery-2.md', 'title: Gallery')
  await screen.findByText('The address is /gallery-2: /gallery belongs to the site itself.')
})

test('former addresses are written in the form, and a note keeps its id in the feed when it moves', async () => {
  content.addFile('notes/first.md', '---\ntitle: First\ndate: 2020-01-01\n---\n\nA.\n')
  const user = open('notes/first.md')
  const form = await editor('First')
  await user.click(form.getByText('Advanced'))
  await user.click(form.getByRole('button', { name: /^Add former address/i }))
  await user.type(form.getByLabelText(/^Former addresses 1/), '/2019/05/Mein-Beitrag/')
  await saved('notes/first.md', 'aliases:\n  - /2019/05/Mein-Beitrag/\n')
  expect(draftOf('notes/first.md')?.text).not.toContain('first_address')
  await user.click(form.getByRole('button', { name: 'Change address' }))
  const address = screen.getByLabelText('Address, after /notes/')
  await user.clear(address)
  await user.type(address, 'other{Enter}')
  await saved('notes/other.md', 'first_address: /notes/first\n')
  expect(draftOf('notes/other.md')?.text).toContain('  - /2019/05/Mein-Beitrag/\n  - /notes/first\n')
})

test('Undo restores a deleted entry', async () => {
  const file = 'cv/languages/dutch.md'
  const user = open(file)
  const form = await editor('Dutch')
  await choose(user, 'Delete')
  await waitFor(() => expect(draftOf(file)).toMatchObject({ text: null }))
  expect(form.getByText('Deleted')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(draftOf(file)).toBeNull())
})

async function moveFrenchUp(user: UserEvent) {
  await choose(user, 'Change order')
  const dialog = within(screen.getByRole('dialog', { name: 'Order of Languages' }))
  dialog.getByRole('button', { name: 'French' }).focus()
  await user.keyboard(' {ArrowUp} ')
  await user.click(dialog.getByRole('button', { name: 'Save order' }))
}

test('a new order is a field of the entries, which Undo takes back', async () => {
  const user = open('cv/languages/english.md')
  await editor('English')
  await moveFrenchUp(user)
  await saved('cv/languages/french.md', 'order: 2')
  await saved('cv/languages/dutch.md', 'order: 3')
  expect(content.files.filter(({ draft }) => draft)).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Publish 1 change' }))
  const publish = within(screen.getByRole('dialog', { name: 'Publish' }))
  expect(publish.getByRole('checkbox', { name: /^Languages: new order/ })).toBeDefined()
  const order = within(publish.getAllByRole('list').at(-1) as HTMLElement).getAllByRole('listitem')
  expect(order.map(({ textContent }) => textContent)).toEqual(['English', 'French', 'Dutch'])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(content.files.filter(({ draft }) => draft)).toEqual([]))
})

test('an entry keeps its new order as a number when another field changes', async () => {
  content.addFile('cv/languages/french.md', '---\ntitle: French\nlevel: Native\n---\n')
  const user = open('cv/languages/french.md')
  const form = await editor('French')
  await moveFrenchUp(user)
  await saved('cv/languages/french.md', 'order: 2')
  await user.type(form.getByLabelText(/^Title/), ' (Canada)')
  await saved('cv/languages/french.md', 'title: French (Canada)')
  expect(draftOf('cv/languages/french.md')?.text).toMatch(/^order: 2$/m)
})

test('the sections of the CV are put in order in a dialog, which Undo takes back', async () => {
  const user = open('cv/profile.md')
  await editor('Summary')
  await choose(user, 'Order of sections')
  const dialog = within(screen.getByRole('dialog', { name: 'Order of sections' }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Business Experiences',
    'Languages, nationality and links',
  ])
  dialog.getByRole('button', { name: 'Languages, nationality and links' }).focus()
  await user.keyboard(' {ArrowUp} ')
  await user.click(dialog.getByRole('button', { name: 'Save order' }))
  await saved('cv/profile.md', 'sections:\n  - facts\n  - experience\n')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(draftOf('cv/profile.md')).toBeNull())
})

const audience = 'cv/audiences/board.md'
const start = '---\ntitle: Board\n'

async function openAudience(fields = '') {
  content.addFile(audience, `${start}${fields}---\n`)
  const user = open(audience)
  const form = await editor('Board')
  const entries = within(form.getByRole('group', { name: 'Entries' }))
  await user.click(entries.getByRole('button', { name: 'Business Experiences' }))
  await user.click(entries.getByRole('button', { name: 'Languages' }))
  const boxes = () => entries.getAllByRole<HTMLInputElement>('checkbox')
  const names = () => boxes().map(({ labels }) => labels?.[0]?.textContent)
  return { user, form, entries, names }
}
const audienceWith = (fields: string) =>
  waitFor(() => expect(draftOf(audience)?.text).toBe(`${start}${fields}---\n`))

test('a CV for an audience lacks the entries that its owner clears', async () => {
  content.addFile('cv/sections/talks.md', '---\ntitle: Talks\norder: 1\n---\n\nMany.\n')
  const { user, form, entries, names } = await openAudience()
  expect(names()).toEqual([
    '',
    'Second job, Quay',
    'First job, Quay',
    '',
    'English, Native',
    'Dutch, Native',
    'French, Native',
    'Talks',
  ])
  const all = entries.getByRole('checkbox', { name: 'All of Business Experiences' })
  const first = entries.getByRole('checkbox', { name: 'First job, Quay' })
  await user.click(entries.getByRole('checkbox', { name: 'Talks' }))
  await user.click(first)
  await audienceWith(`leave_out:\n  - ${path}\n  - cv/sections/talks.md\n`)
  expect(entries.getByText('1 of 2')).toBeDefined()
  expect((all as HTMLInputElement).indeterminate).toBe(true)
  await user.click(all)
  await audienceWith('leave_out:\n  - cv/sections/talks.md\n')
  await user.click(all)
  await audienceWith(`leave_out:\n  - cv/experience/b-second.md\n  - ${path}\n  - cv/sections/talks.md\n`)
  expect(entries.queryByRole('button', { name: 'Change order of Business Experiences' })).toBeNull()
  await user.click(all)
  await user.click(entries.getByRole('checkbox', { name: 'Talks' }))
  await waitFor(() => expect(draftOf(audience)).toBeNull())
  expect(form.queryByLabelText(/^Language/)).toBeNull()
})

test('the entries of a CV for an audience have an order, as short as it can be, which Undo takes back', async () => {
  const leftOut = 'leave_out:\n  - cv/languages/english.md\n'
  const { user, entries, names } = await openAudience(leftOut)
  await user.click(entries.getByRole('button', { name: 'Change order of Languages' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Order of Languages' }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Dutch', 'French'])
  dialog.getByRole('button', { name: 'French' }).focus()
  await user.keyboard(' {ArrowUp} ')
  await user.click(dialog.getByRole('button', { name: 'Save order' }))
  await audienceWith(`${leftOut}order:\n  - cv/languages/french.md\n`)
  expect(names().slice(-3)).toEqual(['French, Native', 'English, Native', 'Dutch, Native'])
  await user.click(screen.getByRole('button', { name: 'Publish 1 change' }))
  expect(screen.getByRole('checkbox', { name: /^Board/ })).toBeDefined()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(draftOf(audience)).toBeNull())
})

test('entries that are gone neither stop the publication of a CV for an audience nor come back', async () => {
  content.saveElsewhere(path, '')
  const first = content.find(path)
  if (first?.draft) first.draft.text = null
  const { user, entries } = await openAudience(
    `leave_out:\n  - ${path}\n  - cv/awards/gone.md\norder:\n  - cv/tools/gone.md\n`,
  )
  await user.click(entries.getByRole('checkbox', { name: 'Dutch, Native' }))
  await audienceWith(`leave_out:\n  - cv/languages/dutch.md\n  - ${path}\norder:\n  - cv/tools/gone.md\n`)
  await user.click(screen.getByRole('button', { name: /^Publish/ }))
  await user.click(screen.getByRole('button', { name: 'Publish now' }))
  expect(await screen.findByText('Published 2 changes.')).toBeDefined()
})

test('a CV for an audience is in a language of the site, and has no translation', async () => {
  content.addFile('nl/site.md', content.find('site.md')?.published?.text ?? '')
  const { user, form } = await openAudience()
  const language = form.getByLabelText<HTMLSelectElement>(/^Language/)
  expect([...language.options].map(({ text }) => text)).toEqual(['English (main)', 'Nederlands'])
  await user.selectOptions(language, 'Nederlands')
  await audienceWith('language: nl\n')
  await user.click(screen.getByRole('radio', { name: 'Nederlands' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Board' })).toBeNull())
  expect((await tree()).queryByText('For an audience')).toBeNull()
})

test('a CV for an audience is shared once it is published and its PDF is made', async () => {
  const { user, form, entries } = await openAudience()
  const board = {
    slug: 'board',
    title: 'Board',
    document: 7,
    pages: 2,
    bytes: 9,
    updated_at: null,
    undrawn: false,
  }
  const made = (document: number | null) => ({ ...sources.body, audiences: [{ ...board, document }] })
  await user.click(entries.getByRole('checkbox', { name: 'First job, Quay' }))
  await audienceWith(`leave_out:\n  - ${path}\n`)
  await user.click(form.getByRole('button', { name: 'Share' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Publish…' }))
  api.answer('GET /api/documents/documents/from_content/', 200, made(7))
  api.once('GET /api/documents/documents/from_content/', 200, made(null))
  await user.click(await screen.findByRole('button', { name: 'Publish now' }))
  await form.findByText('✓ Published')
  expect(screen.queryByRole('link', { name: 'View the CV page' })).toBeNull()
  await user.click(form.getByRole('button', { name: 'Share' }))
  expect(await screen.findByRole('dialog', { name: 'Share “CV: Board”' }, { timeout: 5_000 })).toBeDefined()
})

const publications = () => api.bodies('POST /api/content/publications/')

/** Opens the dialog with drafts of two languages, after `edit` in the first job. */
async function openPublishing(edit?: (user: UserEvent) => Promise<void>) {
  content.saveElsewhere('cv/languages/english.md', '---\ntitle: English\nlevel: Fluent\norder: 1\n---\n')
  content.saveElsewhere('cv/languages/dutch.md', '---\ntitle: Dutch\nlevel: Basic\norder: 2\n---\n')
  const user = open(edit && path)
  await edit?.(user)
  await user.click(
    await screen.findByRole('button', { name: /^(Publish \d changes|Save for the next build)$/ }),
  )
  return { user, dialog: within(screen.getByRole('dialog', { name: 'Publish' })) }
}

test('the dialog shows each changed word, and publishes the selected changes together', async () => {
  const { user, dialog } = await openPublishing()
  const [, english] = dialog.getAllByRole('listitem')
  expect(english?.querySelector('del')?.textContent).toBe('Native')
  expect(english?.querySelector('ins')?.textContent).toBe('Fluent')
  await user.click(dialog.getByRole('checkbox', { name: /^Dutch/ }))
  await user.click(dialog.getByRole('button', { name: 'Publish now' }))
  expect(await screen.findByText('Published 1 change.')).toBeDefined()
  expect(publications()).toEqual([
    { drafts: [{ path: 'cv/languages/english.md', revision: 1, title: 'English' }], publish_at: null },
  ])
  expect(await screen.findByRole('button', { name: 'Publish 1 change' })).toBeDefined()
  expect(screen.getByText('Live')).toBeDefined()
  expect(screen.getByRole('link', { name: 'View the CV page' })).toBeDefined()
})

test('without automatic publishing, changes are saved for the next build', async () => {
  api.replay('publishing-off')
  const { user, dialog } = await openPublishing()
  expect(screen.getByText("Automatic publishing isn't set up")).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Save for the next build' }))
  expect(await screen.findByText('Saved 2 changes for the next build.')).toBeDefined()
})

test("changes can be scheduled in the owner's time zone", async () => {
  content.timeZone = 'Pacific/Kiritimati'
  const { user, dialog } = await openPublishing()
  await user.click(dialog.getByRole('radio', { name: 'Schedule' }))
  await user.click(dialog.getByRole('button', { name: 'Schedule' }))
  expect(await dialog.findByText('Enter a date and a time.')).toBeDefined()
  fireEvent.change(dialog.getByLabelText('Date and time'), { target: { value: '2099-05-01T12:00' } })
  await user.click(dialog.getByRole('button', { name: 'Schedule' }))
  expect(await screen.findByText(/^2 changes scheduled for .*12:00 PM GMT\+14\.$/)).toBeDefined()
  expect(publications()).toMatchObject([{ publish_at: '2099-04-30T22:00:00.000Z' }])
  const scheduled = within(await screen.findByRole('region', { name: 'Scheduled' }))
  expect(scheduled.getAllByText(/^May 1, 2099, 12:00 PM GMT\+14$/)).toHaveLength(2)
})

test('a note is scheduled for its date, and gets the date of its publication', async () => {
  const text = '---\ntitle: Ahead\ndate: 2099-05-01\n---\n\nWords.\n'
  content.addFile('notes/ahead.md', text)
  const note = content.find('notes/ahead.md')
  if (note) note.published = null
  content.saveElsewhere('notes/ahead.md', text)
  const { user, dialog } = await openPublishing()
  expect(dialog.getByText(/^“Ahead” is dated .*2099\. Published now, it is live at once/)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Schedule for that day' }))
  const time = dialog.getByLabelText<HTMLInputElement>('Date and time')
  expect(time.value).toBe('2099-05-01T09:00')
  fireEvent.change(time, { target: { value: '2099-06-02T12:00' } })
  await user.click(dialog.getByRole('button', { name: /^Date it .*2099$/ }))
  await saved('notes/ahead.md', 'date: 2099-06-02')
  expect(dialog.queryByRole('button', { name: /^Date it/ })).toBeNull()
})

test.each([
  ['2027-03-28T02:30', /^The clocks skip 02:30 that night\. Goes live on .*2027, 0?3:30/],
  [
    '2027-10-31T02:30',
    /^The clocks show 02:30 twice that night; this is the first time\. Goes live on .*(GMT\+2|CEST)/,
  ],
  ['2027-10-31T12:00', /^Goes live on .*(GMT\+1|CET)/],
  ['0002-05-01T12:00', /^Goes live on /], // while the year is typed
])('the dialog says which time %s is', async (value, sentence) => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  content.timeZone = 'Europe/Amsterdam'
  const { user, dialog } = await openPublishing()
  await user.click(dialog.getByRole('radio', { name: 'Schedule' }))
  fireEvent.change(dialog.getByLabelText('Date and time'), { target: { value } })
  expect(dialog.getByText(sentence)).toBeDefined()
})

test('changes with errors are not published', async () => {
  content.saveElsewhere('cv/languages/dutch.md', '---\ntitle: Dutch\nlevel: ""\n---\n')
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Publish 1 change' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Publish' }))
  expect(await dialog.findByText(/^Dutch: “Level” is empty or too short\./)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Publish now' }))
  expect(await dialog.findByText('Fix the errors first, or leave their changes out.')).toBeDefined()
  expect(publications()).toEqual([])
})

const lacking = '---\ntitle: About\ndescription: About Ann.\nheading: About\n---\n\n![A mast](never.png)\n'

test('a published text without its image does not stop other changes', async () => {
  content.addFile('about.md', lacking)
  const { user, dialog } = await openPublishing()
  await user.click(dialog.getByRole('button', { name: 'Publish now' }))
  expect(await screen.findByText('Published 2 changes.')).toBeDefined()
})

test('a change without its image is not published', async () => {
  content.saveElsewhere('about.md', lacking)
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Publish 1 change' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Publish' }))
  expect(await dialog.findByText(/^About: Line \d+: The image "never.png" is missing/)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Publish now' }))
  expect(publications()).toEqual([])
})

test('the dialog shows why the server refuses', async () => {
  const { user, dialog } = await openPublishing()
  api.once('POST /api/content/publications/', 409, { detail: 'The draft has changed.' })
  await user.click(dialog.getByRole('button', { name: 'Publish now' }))
  expect(await dialog.findByText('The draft has changed.')).toBeDefined()
})

test('an earlier version is restored as a draft', async () => {
  const version = (kind: 'replaced' | 'published' | 'file', level: string, at: string) => ({
    kind,
    version: 1,
    text: `---\ntitle: French\nlevel: ${level}\norder: 3\n---\n`,
    at,
    author: kind === 'file' ? null : 'Edda',
    publication: null,
  })
  content.history = [
    version('replaced', 'Fluent', '2026-04-02T12:00:00Z'),
    version('published', 'Basic', '2026-04-01T12:00:00Z'),
    version('file', 'Native', '2026-03-01T12:00:00Z'),
  ]
  const user = open('cv/languages/french.md')
  await user.click(await screen.findByRole('button', { name: 'History' }))
  const dialog = within(screen.getByRole('dialog', { name: 'History of French' }))
  expect(await dialog.findByText('Published by Edda.')).toBeDefined()
  expect(dialog.getByText('The current version.')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: /^Restore the version of (1 Apr|Apr 1)/ }))
  await saved('cv/languages/french.md', 'level: Basic')
  screen.getByText('This version is a draft: visitors see it once you publish it.')
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  screen.getByRole('dialog', { name: 'Publish' })
})

test('a photo of the library brings its alternative text', async () => {
  const crane = { ...upload.body, id: 7, title: 'Crane at dawn', alt_text: 'A crane above a quay' }
  api.answer('GET /api/photos/images/', 200, [upload.body, crane], { 'X-Total-Count': '2' })
  const user = open(path)
  await user.click(await screen.findByRole('button', { name: 'Photo' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Photo' }))
  expect(await dialog.findByText('2 photos, newest first.')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Crane at dawn' }))
  await user.click(dialog.getByRole('button', { name: 'Insert' }))
  await saved(path, '![A crane above a quay](../../photos/crane-at-dawn-7.jpg)\n\nWhat it was.\n')
})

test('a new photo is uploaded and put into the text', async () => {
  const user = open(path)
  await user.click(await screen.findByRole('button', { name: 'Photo' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Photo' }))
  const upload = dialog.getByLabelText(/^Upload a new photo/)
  const file = new File(['x'], 'quay.jpg', { type: 'image/jpeg' })
  api.once('POST /api/photos/images/', 400, { image: ['The image is broken.'] })
  await user.upload(upload, file)
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'quay.jpg could not be uploaded. The image is broken.',
  )
  await user.upload(upload, file)
  await user.type(await dialog.findByLabelText('Alternative text'), 'A quay')
  await user.click(dialog.getByRole('button', { name: 'Insert' }))
  await saved(path, '![A quay](../../photos/harbour-harbour-jpg-1.jpg)')
})

test('dropped photos come into the text in order, those of the library as they are there', async () => {
  const frame = '!\xf9\x04\0\x0a\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0'
  const animated = `GIF89a\x01\0\x01\0\0\0\0${frame}${frame};`
  const files = ['quay', 'crane', 'tug'].map((name) =>
    // jsdom reads no files.
    Object.assign(new File([name], `${name}.gif`, { type: 'image/gif' }), {
      arrayBuffer: () => Promise.resolve(Buffer.from(name === 'tug' ? animated : name, 'latin1')),
    }),
  )
  const hash = await fileHash(files[1] ?? new Blob())
  const known = { ...upload.body, id: 7, title: 'Crane at dawn', alt_text: 'A crane' }
  api.respond('GET /api/photos/images/', ({ path }) => Response.json(path.includes(hash) ? [known] : []))
  const user = open(path)
  const host = (await screen.findByRole('button', { name: 'Photo' })).closest('div')?.nextElementSibling
  fireEvent.drop(host ?? document.body, { dataTransfer: { files, types: ['Files'] } })
  const dialog = () => within(screen.getByRole('dialog', { name: 'Photo' }))
  const insert = async (alternative: string) => {
    const field = await dialog().findByLabelText('Alternative text')
    await user.clear(field)
    await user.type(field, alternative)
    await user.click(dialog().getByRole('button', { name: 'Insert' }))
  }
  expect(await dialog().findByText('2 more photos after this one.')).toBeDefined()
  await insert('A quay')
  expect(await dialog().findByText(/^crane\.gif is already uploaded\./)).toBeDefined()
  await insert('A crane')
  expect(await dialog().findByText('tug.gif is animated. Only its first image is kept.')).toBeDefined()
  await insert('A tug')
  expect(api.bodies('POST /api/photos/images/')).toHaveLength(2)
  const photo = (words: string, name: string) => `![${words}](../../photos/${name}.jpg)`
  const [quay, crane, tug] = [
    photo('A quay', 'harbour-harbour-jpg-1'),
    photo('A crane', 'crane-at-dawn-7'),
    photo('A tug', 'harbour-harbour-jpg-1'),
  ]
  await saved(path, `${quay}\n\n${crane}\n\n${tug}`)
})
