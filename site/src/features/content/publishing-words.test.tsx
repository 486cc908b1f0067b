import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeServer, json } from '../../testing/fake-server'
import { openSite, signedIn } from '../../testing/render-app'
import { fillSite } from './content.testdata'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
  server.publishing = { ...server.publishing, state: 'current' }
  fillSite(server.content)
  server.content.saveElsewhere('cv/languages/1-english.md', '---\ntitle: English\nlevel: Fluent\n---\n')
  server.content.saveElsewhere('cv/languages/2-dutch.md', '---\ntitle: Dutch\nlevel: Basic\n---\n')
})

const publications = () => server.requestsTo('POST /api/content/publications/').map(({ body }) => body)

async function openDialog() {
  const user = openSite('/content')
  await user.click(await screen.findByRole('button', { name: 'Publish (2)' }))
  return { user, dialog: within(screen.getByRole('dialog', { name: 'Publish' })) }
}

test('shows each changed word, and publishes what was chosen together', async () => {
  const { user, dialog } = await openDialog()
  const [english] = dialog.getAllByRole('listitem')
  expect([english?.querySelector('del')?.textContent, english?.querySelector('ins')?.textContent]).toEqual([
    'Native',
    'Fluent',
  ])
  expect(english?.querySelector('dd')?.textContent).toBe('Native Fluent')
  // All of them are drafts.
  expect(dialog.queryByText('draft')).toBeNull()
  await user.click(dialog.getByRole('checkbox', { name: 'Dutch' }))
  await user.click(dialog.getByRole('button', { name: 'Publish 1 text now' }))
  expect(await screen.findByText('Published 1 text.')).toBeDefined()
  expect(publications()).toEqual([
    { drafts: [{ path: 'cv/languages/1-english.md', revision: 1 }], publish_at: null },
  ])
  expect(server.requestsTo('POST /api/publishing/')).toHaveLength(1)
  expect(await screen.findByRole('button', { name: 'Publish (1)' })).toBeDefined()
})

test('a draft that says what is published is no draft to publish', async () => {
  server.content.saveElsewhere('cv/languages/1-english.md', '---\ntitle: English\nlevel: Native\n---\n')
  const user = openSite('/content')
  await user.click(await screen.findByRole('button', { name: 'Publish (1)' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Publish' }))
  expect(dialog.queryByRole('checkbox', { name: 'English' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Publish 1 text now' }))
  expect(await screen.findByText('Nothing waits to be published.')).toBeDefined()
})

test('says that there is nothing to publish when the same words were published elsewhere meanwhile', async () => {
  const path = 'cv/languages/3-french.md'
  const user = openSite('/content?text=cv%2Flanguages%2F3-french.md')
  server.failNetwork('PUT /api/content/drafts/')
  await user.type(await screen.findByLabelText(/^Level/), ' speaker')
  await screen.findByText('Not saved: no connection, kept on this device')
  server.content.publishElsewhere(path, '---\ntitle: French\nlevel: Native speaker\n---\n')
  await user.click(screen.getByRole('button', { name: 'Publish (3)' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Publish' }))
  for (const name of ['English', 'Dutch']) await user.click(dialog.getByRole('checkbox', { name }))
  await user.click(dialog.getByRole('button', { name: 'Publish 1 text now' }))
  expect(await dialog.findByText(/^There is nothing to publish/)).toBeDefined()
  expect(publications()).toEqual([])
})

test('asks for no build where nothing builds the pages, and says so', async () => {
  server.publishing = { ...server.publishing, state: 'off' }
  const { user, dialog } = await openDialog()
  await user.click(dialog.getByRole('button', { name: 'Publish 2 texts now' }))
  expect(await screen.findByText(/^Published 2 texts, for the next build of the pages/)).toBeDefined()
  expect(server.requestsTo('POST /api/publishing/')).toEqual([])
})

test('publishes at a time', async () => {
  const { user, dialog } = await openDialog()
  await user.click(dialog.getByRole('checkbox', { name: 'At a later time' }))
  await user.click(dialog.getByRole('button', { name: 'Publish at that time' }))
  expect(await dialog.findByText('Give a day and a time.')).toBeDefined()
  fireEvent.change(dialog.getByLabelText('Day and time'), { target: { value: '2099-05-01T12:00' } })
  await user.click(dialog.getByRole('button', { name: 'Publish at that time' }))
  expect(await screen.findByText(/^2 texts will be published/)).toBeDefined()
  expect(publications()).toMatchObject([{ publish_at: new Date('2099-05-01T12:00').toISOString() }])
  expect(server.requestsTo('POST /api/publishing/')).toEqual([])
  expect(await screen.findAllByText('waiting for its time')).toHaveLength(2)
  expect(screen.getByText('2 texts wait for a time.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Publications' }))
  const list = within(screen.getByRole('dialog', { name: 'Publications' }))
  expect(await list.findByText('waiting for its time')).toBeDefined()
})

test('refuses while a chosen text has a mistake, and says where', async () => {
  server.content.saveElsewhere('cv/languages/2-dutch.md', '---\ntitle: Dutch\nlevel: ""\n---\n')
  const { user, dialog } = await openDialog()
  expect(dialog.getByText(/^Dutch: “Level” is empty or too short\./)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Publish 2 texts now' }))
  expect(await dialog.findByText('Mend the mistakes first, or leave their texts out.')).toBeDefined()
  await user.click(dialog.getByRole('checkbox', { name: 'Dutch' }))
  await user.click(dialog.getByRole('button', { name: 'Publish 1 text now' }))
  expect(await screen.findByText('Published 1 text.')).toBeDefined()
})

test('says why the server refused, and shows what is there by now', async () => {
  const { user, dialog } = await openDialog()
  server.next('POST /api/content/publications/', () =>
    json(409, { detail: 'The draft was changed meanwhile.' }),
  )
  await user.click(dialog.getByRole('button', { name: 'Publish 2 texts now' }))
  expect(await dialog.findByText('The draft was changed meanwhile.')).toBeDefined()
})

test('refuses while there are two texts of a chosen one, and says of which', async () => {
  const text = server.content.find('cv/languages/2-dutch.md')
  if (text) text.conflict = true
  const { user, dialog } = await openDialog()
  await user.click(dialog.getByRole('button', { name: 'Publish 2 texts now' }))
  const message = 'There are two texts of “Dutch”. Open it and choose one, or leave it out.'
  expect((await dialog.findByRole('alert')).textContent).toBe(message)
  expect(server.content.publications).toEqual([])
})

test('a former text is brought back as a draft', async () => {
  server.content.history = [
    {
      kind: 'replaced',
      text: '---\ntitle: French\nlevel: Fluent\n---\n',
      at: '2026-04-02T12:00:00Z',
      author: 'Noor',
    },
    {
      kind: 'published',
      text: '---\ntitle: French\nlevel: Basic\n---\n',
      at: '2026-04-01T12:00:00Z',
      author: 'Edda',
    },
    {
      kind: 'file',
      text: '---\ntitle: French\nlevel: Native\n---\n',
      at: '2026-03-01T12:00:00Z',
      author: null,
    },
  ]
  const user = openSite('/content?text=cv%2Flanguages%2F3-french.md')
  await user.click(await screen.findByRole('button', { name: 'History' }))
  const dialog = within(screen.getByRole('dialog', { name: 'History of French' }))
  expect(await dialog.findByText('Published by Edda.')).toBeDefined()
  expect(dialog.getByText('Scheduled text by Noor that was replaced before its time.')).toBeDefined()
  expect(dialog.getByText('As it is now.')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: /^Bring back the text of (1 Apr|Apr 1)/ }))
  await waitFor(() =>
    expect(server.content.find('cv/languages/3-french.md')?.draft?.text).toContain('level: Basic'),
  )
})
