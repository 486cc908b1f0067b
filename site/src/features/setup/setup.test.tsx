import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { strToU8, zipSync } from 'fflate'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { clear, createStore } from 'idb-keyval'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../../lib/browser'
import { discardUploads } from '../photos/upload/upload-queue'
import { under } from '../../testing/alerted'
import { openSite } from '../../testing/render-app'
import { anAccessToken, api, replayApi, stored } from '../../testing/replay-api'

const call = 'POST /api/setup/'
const token = 'a-token-of-the-link'

beforeEach(async () => {
  await clear(createStore('setup', 'files'))
  replayApi('anonymous')
  api.answer('GET /api/setup/', 200, { state: 'new', has_content: false, has_sample: true })
})

const account = {
  'First name': 'Mara',
  'Last name (optional)': 'Lindqvist',
  'E-mail': 'mara@lindqvist.example',
}
const password = 'tangerine bus 99'
const resume = JSON.stringify({
  basics: {
    name: 'Mara Lindqvist',
    email: 'mara@lindqvist.example',
    label: 'Service designer',
    summary: 'Redesigns how hospitals talk to people.',
    location: { city: 'Gothenburg' },
    profiles: [{ network: 'GitHub', url: 'https://github.com/maralind' }],
  },
  work: [
    { name: 'Region', position: 'Lead', startDate: '2021' },
    { name: 'Open Doors', position: 'Board member' },
  ],
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const step = (name: string) => screen.findByRole('heading', { level: 1, name })
const button = (name: string | RegExp) => screen.getByRole('button', { name })

/** Pastes, because each key draws the preview again. */
function fill(texts: Record<string, string>) {
  for (const [label, value] of Object.entries(texts)) fireEvent.change(field(label), { target: { value } })
}

/** The sentences below a field that has an error. */
function errorsOf(label: string): string {
  const control = field(label)
  return control.getAttribute('aria-invalid') === 'true' ? under(control) : ''
}

const choose = (user: UserEvent, content: string | Uint8Array<ArrayBuffer>, name = 'resume.json') => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no place for a file.')
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const file = new File([bytes], name, { type: 'application/json' })
  // jsdom's files cannot be read whole.
  const arrayBuffer = () => Promise.resolve(bytes.buffer)
  return user.upload(input, Object.assign(file, { arrayBuffer }))
}

/** Presses buttons, each of which leads to the step beside it. */
async function walk(user: UserEvent, ...way: (readonly [label: string | RegExp, next: string])[]) {
  for (const [label, next] of way) {
    await user.click(button(label))
    await step(next)
  }
}

async function openStep(name: string): Promise<UserEvent> {
  const user = openSite(`/setup#${token}`)
  await step('You')
  fill({ ...account, Password: password })
  if (name === 'You') return user
  await walk(user, ['Continue', 'Your site'])
  fill({ Role: 'Service designer', Description: 'Redesigns letters.' })
  const way = [
    ['Continue', 'Your CV'],
    ['Later', 'Your places'],
    ['Continue', 'Look'],
  ] as const
  await walk(user, ...way.slice(0, way.findIndex(([, next]) => next === name) + 1))
  return user
}

/** Imports a file of one entry, and expects the next step. */
async function importEntry(
  user: UserEvent,
  ...file: readonly [content: string | Uint8Array<ArrayBuffer>, name?: string]
) {
  await choose(user, ...file)
  await user.click(await screen.findByRole('button', { name: 'Import 1 entry' }))
  await step('Your places')
}

/** Returns the content that the last step sends, keyed by path. */
async function finish(user: UserEvent): Promise<Record<string, string>> {
  await user.click(button('Finish'))
  await waitFor(() => expect(api.sent(call)).toHaveLength(1))
  return (api.sent(call)[0]?.body as { files: Record<string, string> }).files
}

test('the token of the link is sent with the calls alone, and is in no address or history', async () => {
  const before = history.length
  openSite(`/setup#${token}`)
  expect(location.href).not.toContain(token)
  await step('You')
  expect(history.length).toBe(before)
  const [asked] = api.sent('GET /api/setup/')
  expect(asked?.headers.get('Authorization')).toBe(`Setup ${token}`)
  expect(asked?.path).not.toContain(token)
})

test.each([
  ['C# and F# developer for snake_case APIs, 3 > 2.', 'C# and F# developer for snake_case APIs, 3 > 2.'],
  ['Q*bert & R\\&D', 'Q*bert & R\\&D'],
  ['I build [ports](https://x.example).', 'I build ports.'],
])('the summary %j becomes the description %j', async (summary, description) => {
  const user = await openStep('You')
  await choose(user, JSON.stringify({ basics: { name: 'Ann Vega', label: 'Developer', summary } }))
  await screen.findByText(/resume.json was read/)
  await walk(user, ['Continue', 'Your site'])
  expect(field('Description').value).toBe(description)
})

test('an export keeps its addresses, and links to other entries become words', async () => {
  const user = await openStep('You')
  await walk(user, ['Continue', 'Your site'])
  fill({ Role: 'Designer', Description: 'Letters.' })
  await walk(user, ['Continue', 'Your CV'])
  const project = (title: string, start: number) =>
    strToU8(`---\ntitle: ${title}\nsummary: Maps.\nstart: ${start}\n---\n\n![A map](map.jpg)\n`)
  const archive = zipSync({
    'content/projects/atlas.md': project('An atlas of rivers', 2004),
    'content/projects/map.jpg': strToU8('a photo'),
    ...Object.fromEntries(
      [2001, 2002, 2003].map((year) => [`content/projects/p${year}.md`, project('P', year)]),
    ),
    'content/notes/tide.md': strToU8(
      '---\ntitle: On tides\ndate: 2026-10-01\n---\n\nSee [the atlas](/projects/atlas) and [me](/on-the-web).\n',
    ),
    'content/on-the-web/mastodon.md': strToU8(
      '---\ntitle: Mastodon\nicon: mastodon\nhandle: "@ann@one.example"\nurl: https://one.example/@ann\n---\n',
    ),
  })
  await choose(user, archive, 'content.zip')
  await user.click(await screen.findByRole('checkbox', { name: 'All of Places on the web' }))
  await user.click(screen.getByRole('button', { name: 'Import 5 entries' }))
  await step('Your places')
  await walk(user, ['Continue', 'Look'])
  const files = await finish(user)
  expect(files['notes/tide.md']).toContain('See [the atlas](/projects/atlas) and me.')
  expect(files['projects/atlas.md']).toMatch(/start: 2004\nfeatured: true\n---\n\nA map/)
  expect(Object.keys(files).filter((path) => files[path]?.includes('featured: true'))).toEqual([
    ...['projects/atlas.md', 'projects/p2002.md', 'projects/p2003.md'],
  ])
})

test('five steps make an account and the content, and open the dashboard signed in', async () => {
  const user = await openStep('You')
  await walk(user, ['Continue', 'Your site'], ['Continue', 'Your CV'])
  await choose(user, resume)
  await user.click(await screen.findByRole('button', { name: 'Import 2 entries' }))
  await step('Your places')
  expect(field('Address 1').value).toBe('https://github.com/maralind')
  screen.getByText('GitHub,')
  fill({ 'Address 2': 'designers.example/@mara' })
  screen.getByText('@mara@designers.example')
  await user.click(button('Continue'))
  await step('Look')
  await user.click(screen.getByRole('radio', { name: 'Teal' }))
  expect(document.documentElement.style.getPropertyValue('--link')).toBe('light-dark(#0b6b74,#6fd0d8)')
  api.answer(call, 200, { access: anAccessToken(), refresh: 'session.1.1777636800.random.signature' })
  api.replay('profile-staff')
  await user.click(button('Finish'))
  await waitFor(() => expect(browser.goTo).toHaveBeenCalledWith('/dashboard'))
  expect(stored().access).not.toBeNull()
  const [sent] = api.sent(call)
  expect(sent?.headers.get('Authorization')).toBe(`Setup ${token}`)
  const body = sent?.body as { files: Record<string, string> }
  expect(body).toMatchObject({
    account: { first_name: 'Mara', last_name: 'Lindqvist', email: 'mara@lindqvist.example', password },
    banner: false,
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  expect(body.files['site.md']).toMatch(
    /role: Service designer\n[^]*location: Gothenburg\n[^]*accent: teal\n/,
  )
  expect(body.files['cv/profile.md']).toContain('Redesigns how hospitals talk to people.')
  expect(Object.keys(body.files)).toEqual(
    expect.arrayContaining(['cv/experience/lead.md', 'on-the-web/github.md', 'on-the-web/mastodon.md']),
  )
  // Nothing of it is left in the browser.
  expect(Object.entries(sessionStorage)).toEqual([])
})

test('the second step asks for role and description again if the third does not bring them', async () => {
  const user = await openStep('You')
  await walk(user, ['Continue', 'Your site'])
  screen.getByText(/Role and description may stay empty for now/)
  await walk(user, ['Continue', 'Your CV'], ['Later', 'Your site'])
  screen.getByText(/Your role and a description are still missing/)
  expect([errorsOf('Role'), errorsOf('Description')]).toEqual(['', ''])
  fill({ Role: 'Service designer', Description: 'Redesigns letters.' })
  await user.click(button('Continue'))
  await step('Your places')
})

test('the latest job begins a CV without a file', async () => {
  const user = await openStep('You')
  await walk(user, ['Continue', 'Your site'])
  fill({ Description: 'Redesigns letters.' })
  await walk(user, ['Continue', 'Your CV'])
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  fill({ 'Job title': 'Service designer', Start: 'some day' })
  await user.click(button('Continue'))
  await waitFor(() => expect(errorsOf('Organisation')).toBe('This field is required.'))
  fill({ Organisation: 'Region' })
  await user.click(button('Continue'))
  await waitFor(() => expect(errorsOf('Start')).toMatch(/2022-03/))
  fill({ Start: 'March 2021' })
  await walk(user, ['Continue', 'Your places'], ['Continue', 'Look'])
  const files = await finish(user)
  expect(files['site.md']).toContain('role: Service designer')
  expect(files['cv/experience/service-designer.md']).toMatch(/organisation: Region\nstart: "?2021-03/)
})

test.each([
  ['the browser', 'pt', {}, undefined],
  ['a file', 'de', {}, 'Aufbau und Leitung eines Teams von acht Personen.'],
  ['the owner', 'fr', { Language: 'fr' }, 'Aufbau und Leitung eines Teams von acht Personen.'],
])('the language of the site comes from %s', async (_, language, chosen, summary) => {
  const languages = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['tlh', 'pt-BR', 'en'])
  const user = await openStep('You')
  await walk(user, ['Continue', 'Your site'])
  expect(field('Language').value).toBe('pt')
  fill({ Role: 'Leiterin', Description: 'Leitet Teams.', ...chosen })
  await walk(user, ['Continue', 'Your CV'])
  if (summary === undefined) await user.click(button('Later'))
  else {
    await choose(user, JSON.stringify({ basics: { summary } }))
    await user.click(await screen.findByRole('button', { name: 'Import 1 entry' }))
  }
  await step('Your places')
  await walk(user, ['Continue', 'Look'])
  const files = await finish(user)
  expect(files['site.md']).toContain(`language: ${language}\n`)
  languages.mockRestore()
})

test('a file on the first step fills in the others', async () => {
  const user = openSite(`/setup#${token}`)
  await step('You')
  await choose(user, resume)
  await screen.findByText(/resume\.json was read: 3 entries/)
  expect(field('First name').value).toBe('Mara')
  expect(field('E-mail').value).toBe('mara@lindqvist.example')
  fill({ Password: password })
  await user.click(button('Continue'))
  await step('Your site')
  expect(field('Role').value).toBe('Service designer')
  expect(field('Description').value).toBe('Redesigns how hospitals talk to people.')
  await user.click(button('Continue'))
  await step('Your CV')
  button('Import 2 entries')
})

test('the name of the site follows the name of the owner until it is changed', async () => {
  const user = openSite(`/setup#${token}`)
  await step('You')
  fill({ ...account, 'First name': 'Jhon', Password: password })
  expect(screen.getAllByTitle('Preview of /')).toHaveLength(2)
  await walk(user, ['Continue', 'Your site'])
  expect(field('Name').value).toBe('Jhon Lindqvist')
  await walk(user, ['Back', 'You'])
  fill({ 'First name': 'John' })
  await walk(user, ['Continue', 'Your site'])
  expect(field('Name').value).toBe('John Lindqvist')
  fill({ Name: 'Dr. John Lindqvist' })
  await walk(user, ['Back', 'You'])
  fill({ 'First name': 'Johnny' })
  await walk(user, ['Continue', 'Your site'])
  expect(field('Name').value).toBe('Dr. John Lindqvist')
})

test('photos that fail are named with the reason before the dashboard opens', async () => {
  const archive = zipSync({
    'content/projects/atlas.md': strToU8('---\ntitle: Atlas\nsummary: Maps.\ncover: map.png\n---\n'),
    'content/projects/map.png': strToU8('no image'),
  })
  const user = await openStep('Your CV')
  await importEntry(user, archive, 'content.zip')
  const photo = new File(['no image'], 'harbour.jpg', { type: 'image/jpeg' })
  await user.upload(screen.getByLabelText('Add banner photos'), photo)
  await walk(user, ['Continue', 'Look'])
  api.answer(call, 200, { access: anAccessToken(), refresh: 'session.1.1777636800.random.signature' })
  api.replay('profile-staff')
  api.answer('GET /api/photos/galleries/', 200, [])
  api.answer('POST /api/photos/images/', 400, { image: ['Upload a valid image.'] })
  api.answer('GET /api/content/files/', 200, { files: [] })
  await user.click(button('Finish'))
  const question = await screen.findByRole('alertdialog', { name: /Some photos are missing/ })
  expect(question.textContent).toContain(
    'harbour.jpg could not be uploaded. Upload a valid image. map.png could not be uploaded. Upload a valid image.',
  )
  expect(browser.goTo).not.toHaveBeenCalled()
  await user.click(within(question).getByRole('button', { name: 'Open photos' }))
  await waitFor(() => expect(browser.goTo).toHaveBeenCalledWith('/photos'))
  // Other tests of this process would still show them.
  discardUploads()
})

test('a place of another service has the name that the file gives it', async () => {
  const profiles = [{ network: 'XING', url: 'https://www.xing.com/profile/mara' }]
  const user = await openStep('Your CV')
  await importEntry(user, JSON.stringify({ ...JSON.parse(resume), basics: { profiles } }))
  await walk(user, ['Continue', 'Look'])
  const files = await finish(user)
  expect(files['on-the-web/xing.md']).toMatch(/^title: XING$/m)
})

test('a place of a service is beside an imported card of the same service', async () => {
  const card =
    '---\ntitle: Mastodon\nicon: mastodon\nhandle: "@mara@one.example"\nurl: https://one.example/@mara\n---\n'
  const user = await openStep('Your CV')
  await importEntry(user, zipSync({ 'content/on-the-web/mastodon.md': strToU8(card) }), 'content.zip')
  fill({ 'Address 1': 'https://two.example/@mara' })
  await walk(user, ['Continue', 'Look'])
  api.answer(call, 200, { access: anAccessToken(), refresh: 'session.1.1777636800.random.signature' })
  api.replay('profile-staff')
  const files = await finish(user)
  const urls = Object.entries(files).flatMap(([path, text]) =>
    path.startsWith('on-the-web/') ? (/url: (\S+)/.exec(text)?.[1] ?? []) : [],
  )
  expect(urls.toSorted()).toEqual(['https://one.example/@mara', 'https://two.example/@mara'])
  await waitFor(() => expect(browser.goTo).toHaveBeenCalled())
})

test('each step survives a reload, and the password is required again at the end', async () => {
  await openStep('Your site')
  fill({ 'Town (optional)': 'Gothenburg' })
  openSite('/setup')
  await step('Your site')
  expect(field('Role').value).toBe('Service designer')
  expect(field('Town (optional)').value).toBe('Gothenburg')
  expect(
    JSON.stringify([sessionStorage, localStorage].map((storage) => Object.entries(storage))),
  ).not.toContain(password)
  const again = userEvent.setup()
  await walk(
    again,
    ['Continue', 'Your CV'],
    ['Later', 'Your places'],
    ['Continue', 'Look'],
    ['Continue', 'You'],
  )
  expect(field('First name').value).toBe('Mara')
  expect(field('Password').value).toBe('')
  screen.getByText(/Enter your password once more/)
  button('Finish')
})

test.each([
  ['You', { 'First name': '' }, 'First name', 'This field is required.'],
  ['You', { 'First name': 'Mara\u202e' }, 'First name', /U\+202E/],
  ['You', { 'Last name (optional)': 'Ve\u202ega' }, 'Last name (optional)', /U\+202E/],
  ['You', { 'First name': 'x'.repeat(300) }, 'First name', /no more than 150 characters/],
  ['You', { 'E-mail': 'mara' }, 'E-mail', /^“E-mail” is not/],
  ['You', { Password: '1234567' }, 'Password', 'Use at least 8 characters, not only digits.'],
  ['You', { Password: '1234567890' }, 'Password', 'Use at least 8 characters, not only digits.'],
  ['Your site', { Name: ' ' }, 'Name', 'This field is required.'],
  ['Your site', { Description: 'x'.repeat(201) }, 'Description', /too long.*200 characters/],
  ['Your places', { 'Address 1': 'not one' }, 'Address 1', 'Enter an address that starts with https://'],
  [
    'Look',
    { 'Your own colour (optional)': '#ffd400' },
    'Your own colour (optional)',
    'Too light: text on it would be hard to read. Try #877000.',
  ],
  ['Look', { 'Your own colour (optional)': 'red' }, 'Your own colour (optional)', /Not a colour/],
  ['Look', { 'Logo letter': 'ML' }, 'Logo letter', /not one letter or digit/],
] as const)('%s with %j has an error at the field', async (name, texts, label, sentence) => {
  const user = await openStep(name)
  fill(texts)
  await user.click(button(/Continue|Finish/))
  await waitFor(() => expect(errorsOf(label)).toMatch(sentence))
  expect(document.activeElement).toBe(field(label))
  expect(field(label).value).toBe(Object.values(texts)[0])
  expect(api.sent(call)).toEqual([])
})

test.each([
  ['{}', 'This file is not a PDF or an archive of LinkedIn, a JSON Resume or a file of Reactive Resume.'],
  ['PK', 'This file is not a PDF or an archive of LinkedIn, a JSON Resume or a file of Reactive Resume.'],
])('a file with %j is refused', async (text, sentence) => {
  const user = await openStep('Your CV')
  await choose(user, text)
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
})

test('an entry with a problem is added once it is fixed', async () => {
  const user = await openStep('Your CV')
  await choose(user, resume)
  await screen.findByRole('button', { name: 'Import 2 entries' })
  fill({ Start: '2019' })
  await user.type(field('Start'), '{Enter}')
  await screen.findByRole('button', { name: 'Import 3 entries' })
})

test('a refused account has its errors on the first step', async () => {
  const user = await openStep('Look')
  api.once(call, 400, { 'account.password': ['This password is too common.'] })
  await user.click(button('Finish'))
  await step('You')
  expect(errorsOf('Password')).toBe('This password is too common.')
  await waitFor(() => expect(document.activeElement).toBe(field('Password')))
  button('Finish')
})

test('a text that the server cannot render is named', async () => {
  const user = await openStep('Look')
  api.once(call, 400, { files: ['content/site.md:1: The name has letters that the CV lacks.'] })
  await user.click(button('Finish'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(
    "Your site couldn't be created. content/site.md:1: The name has letters that the CV lacks.",
  )
})

test('a failure keeps all inputs', async () => {
  const user = await openStep('Look')
  api.disconnect(call)
  await user.click(button('Finish'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe("Your site couldn't be created. Nothing was saved. Try again.")
  button('Finish')
  await user.click(
    within(screen.getByRole('navigation', { name: 'Steps' })).getByRole('link', { name: 'You' }),
  )
  await step('You')
  expect(field('Last name (optional)').value).toBe('Lindqvist')
})

test.each(['at first', 'at the end'])('a link that was used %s leads to the sign-in', async (when) => {
  const gone = { detail: 'This link no longer works.' }
  if (when === 'at first') {
    api.answer('GET /api/setup/', 410, gone)
    openSite(`/setup#${token}`)
  } else {
    const user = await openStep('Look')
    api.disconnect(call)
    api.answer('GET /api/setup/', 410, gone)
    api.answer('POST /api/users/login/', 401, {
      detail: 'No active account found with the given credentials',
    })
    await user.click(button('Finish'))
  }
  await step('This link no longer works.')
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
})

test('an answer that was lost leads into the new site', async () => {
  const user = await openStep('Look')
  api.disconnect(call)
  api.once('GET /api/setup/', 503, {})
  await user.click(button('Finish'))
  expect((await screen.findByRole('alert')).textContent).toMatch(/Your site may have been created/)
  api.answer(call, 410, { detail: 'This link no longer works.' })
  api.answer('GET /api/setup/', 410, { detail: 'This link no longer works.' })
  api.answer('POST /api/users/login/', 200, {
    access: anAccessToken(),
    refresh: 'session.1.1777636800.random.signature',
  })
  api.replay('profile-staff')
  await user.click(button('Finish'))
  await waitFor(() => expect(browser.goTo).toHaveBeenCalledWith('/dashboard'))
  expect(api.sent('POST /api/users/login/')[0]?.body).toMatchObject({
    email: 'mara@lindqvist.example',
    password,
  })
})

test('an interrupted look around is offered again to the owner of the link', async () => {
  api.answer('GET /api/setup/', 200, { state: 'sample', has_content: false, has_sample: true })
  openSite(`/setup#${token}`)
  await step('You')
  button('Look around first')
})

test('while the sample opens, a line says so and nothing else can be pressed', async () => {
  const user = openSite(`/setup#${token}`)
  await step('You')
  api.answer('POST /api/setup/sample/', 503, {})
  const answer = api.hold('POST /api/setup/sample/')
  await user.click(button('Look around first'))
  await screen.findByRole('progressbar', { name: 'Opening the sample' })
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  answer()
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be opened/)
  button('Continue')
})

test('staff who look around begin with the first step, and confirm that the sample goes', async () => {
  api.signIn()
  api.answer('GET /api/setup/', 200, { state: 'sample', has_content: false, has_sample: true })
  const user = openSite('/setup')
  await step('You')
  expect(screen.queryByText(/Look around first/)).toBeNull()
  fill({ ...account, Password: password })
  await walk(user, ['Continue', 'Your site'])
  expect(field('Name').value).toBe('Mara Lindqvist')
  fill({ Role: 'Designer', Description: 'Letters.' })
  await walk(user, ['Continue', 'Your CV'], ['Later', 'Your places'], ['Continue', 'Look'])
  await user.click(button('Finish'))
  const question = await screen.findByRole('alertdialog', { name: /Replace the sample/ })
  expect(api.sent(call)).toEqual([])
  api.answer(call, 200, { access: anAccessToken(), refresh: 'session.1.1777636800.random.signature' })
  await user.click(within(question).getByRole('button', { name: 'Start your own site' }))
  await waitFor(() => expect(browser.goTo).toHaveBeenCalledWith('/dashboard'))
  expect(api.sent(call)[0]?.headers.get('Authorization')).toMatch(/^Bearer /)
})
