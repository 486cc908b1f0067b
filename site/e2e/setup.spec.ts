import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileChooser, Locator, Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { newSite } from '#model/new-site'
import { drawProfile, newPage } from '#model/import/linkedin-pdf.testdata'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { readPdf } from './fixtures/pdf.ts'
import { makePhoto } from './fixtures/photo.ts'
import type { Server } from './fixtures/server.ts'
import { expect, test } from './fixtures/test.ts'

// A site that nobody has set up.
test.use({ empty: true, folder: '' })

const resume = {
  basics: {
    name: 'Mara Lindqvist',
    email: 'mara@lindqvist.example',
    label: 'Service designer',
    summary: 'Redesigns how hospitals talk to people.',
    location: { city: 'Gothenburg', countryCode: 'SE' },
    profiles: [{ network: 'GitHub', username: 'maralind', url: 'https://github.com/maralind' }],
  },
  work: [{ name: 'Västra Care Region', position: 'Lead Service Designer', startDate: '2021-03' }],
  education: [
    { institution: 'Lindholmen', area: 'Interior Architecture', studyType: 'BA', startDate: '2011' },
  ],
  languages: [{ language: 'Swedish', fluency: 'Native' }],
}
const resumeFile = {
  name: 'resume.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(resume)),
}
const photoFile = () => makePhoto('harbour.jpg', [20, 90, 160], { width: 640, height: 480 })
const password = 'tangerine bus 99'

async function linkOf(site: Server): Promise<string> {
  const [path] = /\/setup#\S+/.exec(await site.command(['setup-link'])) ?? []
  if (path === undefined) throw new Error('There is no link.')
  return site.url + path
}

interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** What an owner does, each of it an action: a field that is filled, a control that is pressed, a file that is chosen. */
interface Hands {
  actions: string[]
  fill: (label: string, text: string) => Promise<void>
  press: (control: Locator) => Promise<void>
  choose: (input: Locator, file: ChosenFile) => Promise<void>
}

function mouse(page: Page): Hands {
  const actions: string[] = []
  return {
    actions,
    async fill(label, text) {
      actions.push(`fill ${label}`)
      await page.getByLabel(label, { exact: true }).fill(text)
    },
    async press(control) {
      actions.push(`press ${(await control.textContent()) ?? ''}`)
      await control.click()
    },
    async choose(input, file) {
      actions.push(`choose ${file.name}`)
      await input.setInputFiles(file)
    },
  }
}

function keyboard(page: Page): Hands {
  const actions: string[] = []
  // From the start, because a chooser that opens before the browser is told is lost.
  let onChooser: (chooser: FileChooser) => void = () => {}
  page.on('filechooser', (chooser) => onChooser(chooser))
  /** Presses Tab until the control has the focus. */
  async function reach(control: Locator): Promise<void> {
    await control.waitFor({ state: 'attached' })
    for (let pressed = 0; pressed < 60; pressed++) {
      if (await control.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${control.toString()}.`)
  }
  return {
    actions,
    async fill(label, text) {
      actions.push(`fill ${label}`)
      await reach(page.getByLabel(label, { exact: true }))
      await page.keyboard.type(text)
    },
    async press(control) {
      actions.push(`press ${(await control.textContent()) ?? ''}`)
      await reach(control)
      await page.keyboard.press('Enter')
    },
    async choose(input, file) {
      actions.push(`choose ${file.name}`)
      await reach(input)
      const chooser = new Promise<FileChooser>((open) => (onChooser = open))
      await page.keyboard.press('Enter')
      await (await chooser).setFiles(file)
    },
  }
}

const step = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const banner = (page: Page) => page.getByLabel('Add banner photos')

async function fillAccount({ fill }: Hands) {
  await fill('First name', 'Mara')
  await fill('Last name (optional)', 'Lindqvist')
  await fill('E-mail', 'mara@lindqvist.example')
}

async function fillSite({ fill }: Hands) {
  await fill('Role', 'Service designer')
  await fill('Description', 'Redesigns how hospitals talk to people.')
}

/** Opens the link and fills in the first two steps. */
async function openCvStep(page: Page, link: string, hands: Hands): Promise<void> {
  await page.goto(link)
  await fillAccount(hands)
  await hands.fill('Password', password)
  await hands.press(button(page, 'Continue'))
  await fillSite(hands)
  await hands.press(button(page, 'Continue'))
}

/** Makes the site, with an import file on the first step, on the third, or without one. */
async function makeSite(
  page: Page,
  link: string,
  file: 'You' | 'Your CV' | 'none',
  hands: Hands,
): Promise<void> {
  const { actions, fill, press, choose } = hands
  actions.push('open the link')
  await page.goto(link)
  await step(page, 'You')
  if (file === 'You') {
    await choose(page.getByLabel('Choose it now'), resumeFile)
    await expect(page.getByLabel('First name')).toHaveValue('Mara')
  } else {
    await fillAccount(hands)
  }
  await fill('Password', password)
  await press(button(page, 'Continue'))
  await step(page, 'Your site')
  if (file === 'none') await fillSite(hands)
  await press(button(page, 'Continue'))
  await step(page, 'Your CV')
  if (file === 'Your CV') await choose(page.getByLabel('Drop your file here'), resumeFile)
  await press(button(page, file === 'none' ? 'Later' : /^Import \d entries$/))
  await step(page, 'Your places')
  if (file === 'none') await fill('Address 1', 'https://github.com/maralind')
  await choose(banner(page), await photoFile())
  await press(button(page, 'Continue'))
  await step(page, 'Look')
  await press(button(page, 'Finish'))
}

/** The owner is signed in, and everybody sees the pages. */
async function expectSite(page: Page, visitor: Page, { cv }: { cv: boolean }): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back, Mara' })).toBeVisible()
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Mara Lindqvist' })).toBeVisible()
  await expect(visitor.locator('photo-banner img').first()).toBeVisible()
  await visitor.goto('/on-the-web')
  await expect(visitor.getByRole('link', { name: /GitHub/ })).toHaveAttribute('href', /github\.com\/maralind/)
  if (!cv) return
  await visitor.goto('/cv')
  await expect(visitor.getByText('Lead Service Designer')).toBeVisible()
}

test('a resume.json becomes a public site in twelve actions, and its link is used up', async ({
  page,
  site,
  visitor,
  errors,
}) => {
  test.slow()
  const link = await linkOf(site)
  const hands = mouse(page)
  await makeSite(page, link, 'Your CV', hands)
  await expectSite(page, await visitor(), { cv: true })
  expect(hands.actions.length, hands.actions.join(', ')).toBeLessThanOrEqual(12)
  errors.expectFromNow('410')
  const other = await visitor()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'This link no longer works.' })).toBeVisible()
  expect(other.url()).toBe(`${site.url}/setup`)
})

for (const width of [390, 1440]) {
  test.describe(`with the keyboard alone at ${width} px`, { tag: '@all' }, () => {
    test.use({ viewport: { width, height: 844 } })

    for (const [file, most] of [
      ['You', 9],
      ['Your CV', 12],
      ['none', 20],
    ] as const) {
      test(`${most} actions with a file on the step: ${file}`, async ({ page, site, visitor }) => {
        test.slow()
        const hands = keyboard(page)
        await makeSite(page, await linkOf(site), file, hands)
        await expectSite(page, await visitor(), { cv: file !== 'none' })
        expect(hands.actions.length, hands.actions.join(', ')).toBeLessThanOrEqual(most)
      })
    }
  })
}

test('each step is accessible and survives a reload', { tag: '@all' }, async ({ page, site, visitor }) => {
  test.slow()
  const { fill, press, choose } = mouse(page)
  await page.goto(await linkOf(site))
  await step(page, 'You')
  await checkAccessibility(page)
  const summary = 'Aufbau und Leitung eines Teams, Gestaltung der Briefe von drei Kliniken.'
  const german = { ...resume, basics: { ...resume.basics, summary } }
  await choose(page.getByLabel('Choose it now'), {
    ...resumeFile,
    buffer: Buffer.from(JSON.stringify(german)),
  })
  await fill('Password', password)
  await press(button(page, 'Continue'))
  for (const [name, next] of [
    ['Your site', 'Continue'],
    ['Your CV', /^Import/],
    ['Your places', 'Continue'],
  ] as const) {
    await step(page, name)
    if (name === 'Your places') await choose(banner(page), await photoFile())
    await page.reload()
    await step(page, name)
    if (name === 'Your site') await expect(page.getByLabel('Language')).toHaveValue('de')
    await checkAccessibility(page)
    await press(button(page, next))
  }
  await step(page, 'Look')
  await page.getByRole('radio', { name: 'Brick' }).check()
  await checkAccessibility(page)
  await press(button(page, 'Continue'))
  await step(page, 'You')
  await fill('Password', password)
  await press(button(page, 'Finish'))
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back, Mara' })).toBeVisible()
  const other = await visitor()
  await other.goto('/')
  await expect(other.getByText(summary)).toBeVisible()
  await expect(other.locator('html')).toHaveAttribute('lang', 'de')
})

test('the PDF that LinkedIn saves becomes a site', async ({ page, site, visitor }) => {
  test.slow()
  const { fill, press, choose } = mouse(page)
  const { bytes } = await drawProfile(
    [
      [13, 20, 'Contact'],
      [13, 60, 'Top Skills'],
      [10.5, 19.5, 'Berth planning'],
    ],
    [
      [26, 20, 'Mara Lindqvist'],
      [12, 21.2, 'Port engineer'],
      [12, 15.4, 'Gothenburg, Sweden'],
      [15.75, 37.6, 'Summary'],
      [12, 25.5, 'Plans berths.'],
      [15.75, 53.8, 'Experience'],
      [12, 30.5, 'Nordhamn AB'],
      [11.5, 16, 'Chief planner'],
      [10.5, 14.5, 'March 2019 - Present (4 years)'],
      [12, 38.4, 'Kvarn & Co'],
      [11.5, 16, 'Clerk'],
      [10.5, 14.5, '2015 - 2016 (1 year)'],
      newPage,
      [10.5, 20, 'Malmö'],
    ],
  )
  await page.goto(await linkOf(site))
  await choose(page.getByLabel('Choose it now'), {
    ...{ name: 'Profile.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) },
  })
  await expect(page.getByLabel('Last name')).toHaveValue('Lindqvist')
  await fill('Password', password)
  await press(button(page, 'Continue'))
  await step(page, 'Your site')
  await press(button(page, 'Continue'))
  const doubtful = page.getByRole('checkbox', {
    name: 'Clerk, Kvarn & Co: its text may begin with the place.',
  })
  await expect(doubtful).not.toBeChecked()
  await press(button(page, 'Import 3 entries'))
  await press(button(page, 'Continue'))
  await press(button(page, 'Finish'))
  await press(page.getByRole('link', { name: 'View site' }))
  const other = await visitor()
  await other.goto('/')
  const main = other.getByRole('main')
  await expect(main.getByText('Plans berths.')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Chief planner' })).toBeVisible()
})

test('an export of another site keeps its addresses and photos', async ({ page, site, visitor }) => {
  test.slow()
  const hands = mouse(page)
  const { press, choose } = hands
  const project =
    '---\ntitle: An atlas of rivers\nsummary: Maps.\ncover: harbour.jpg\n---\n\n![A harbour](../photos/harbour-7.jpg)\n'
  const note =
    '---\ntitle: On tides\ndate: 2026-10-01\n---\n\n[The atlas](/projects/atlas), [gone](/projects/gone).\n'
  const { buffer } = await photoFile()
  const archive = zipSync({
    'content/projects/atlas.md': strToU8(project),
    'content/projects/harbour.jpg': buffer,
    'content/photos/harbour-7.jpg': buffer,
    'content/notes/tide.md': strToU8(note),
  })
  await openCvStep(page, await linkOf(site), hands)
  await choose(page.getByLabel('Drop your file here'), {
    ...{ name: 'content.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) },
  })
  await press(button(page, 'Import 2 entries'))
  await press(button(page, 'Continue'))
  await press(button(page, 'Finish'))
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back, Mara' })).toBeVisible()
  const other = await visitor()
  await other.goto('/notes/tide')
  await expect(other.getByText('The atlas, gone.')).toBeVisible()
  await expect(other.getByRole('link', { name: 'gone' })).toHaveCount(0)
  await other.getByRole('link', { name: 'The atlas' }).click()
  // They are published once the photos are in the library.
  const photos = other.getByRole('main').locator('img')
  await expect(async () => {
    await other.reload()
    await expect(photos).toHaveCount(2, { timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  await photos.last().scrollIntoViewIfNeeded()
  const widths = () =>
    photos.evaluateAll((images: HTMLImageElement[]) => images.map((image) => image.naturalWidth))
  await expect.poll(widths).toEqual([640, 640])
})

test('the set-up stores each photo once, and shows HEIC photos', async ({ page, site }) => {
  const hands = mouse(page)
  const { press } = hands
  await page.addInitScript(() => {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called on each store
    const { put } = IDBObjectStore.prototype
    const stored: unknown[] = []
    IDBObjectStore.prototype.put = function (value, key) {
      stored.push(value)
      return put.call(this, value, key)
    }
    Object.assign(globalThis, { stored })
  })
  const files = () =>
    page.evaluate(() =>
      JSON.stringify((globalThis as unknown as { stored: unknown[] }).stored, (_, value: unknown) =>
        value instanceof File ? 'A FILE' : value,
      ),
    )
  await openCvStep(page, await linkOf(site), hands)
  await press(button(page, 'Later'))
  await step(page, 'Your places')
  const heic = readFileSync(join(import.meta.dirname, 'fixtures/heic/iphone.heic'))
  await banner(page).setInputFiles([
    { name: 'iphone.heic', mimeType: 'image/heic', buffer: heic },
    await photoFile(),
  ])
  const shown = page.locator('[data-row] img')
  const widths = () =>
    shown.evaluateAll((images: HTMLImageElement[]) => images.map(({ naturalWidth }) => naturalWidth > 0))
  await expect.poll(widths, { timeout: 30_000 }).toEqual([true, true])
  await page.getByLabel(/^What photo 1 shows/).pressSequentially('A harbour')
  await expect.poll(files).toContain('"altText":"A harbour"')
  expect((await files()).split('A FILE')).toHaveLength(3)
  await page.reload()
  await expect(page.getByLabel(/^What photo 1 shows/)).toHaveValue('A harbour')
  await expect.poll(widths, { timeout: 30_000 }).toEqual([true, true])
})

test('a text that cannot be rendered is refused before it is stored', async ({ page, site }) => {
  const [, token = ''] = (await linkOf(site)).split('#')
  const account = { first_name: 'Mara', last_name: 'Lindqvist', email: 'mara@lindqvist.example', password }
  const post = (files: Record<string, string>) =>
    page.request.post('/api/setup/', {
      data: { account, files },
      headers: { Authorization: `Setup ${token}` },
    })
  const facts = { name: 'Mara Lindqvist', email: account.email, role: 'Designer', description: 'Letters.' }
  const files = newSite({ ...facts, places: [] })
  const refused = await post({ ...files, 'site.md': '---\nname: Mara Lindqvist\n---\n' })
  expect(refused.status()).toBe(400)
  expect(await refused.text()).toMatch(/"files":\[.*content\/site\.md:1: The field \\"role\\" is missing/)
  expect((await post(files)).status()).toBe(200)
  await expect.poll(async () => (await page.request.get('/')).text()).toContain('Mara Lindqvist')
})

for (const { first_name, last_name, isDrawn, card } of [
  { first_name: 'Σοφία', last_name: 'Παππά', isDrawn: true, card: 'N:Παππά;Σοφία;;;' },
  { first_name: 'Sukarno', last_name: '', isDrawn: true, card: 'N:;Sukarno;;;' },
  { first_name: '小龙', last_name: '李', isDrawn: false, card: 'N:李;小龙;;;' },
  { first_name: 'فاطمة', last_name: 'حسن', isDrawn: false, card: 'N:حسن;فاطمة;;;' },
]) {
  const name = `${first_name} ${last_name}`.trim()
  test(`${name} has a site, ${isDrawn ? 'with' : 'without'} a PDF of the CV`, async ({ page, site }) => {
    const { request } = page
    const [, token = ''] = (await linkOf(site)).split('#')
    const account = { first_name, last_name, email: 'owner@example.test', password }
    const facts = { name, email: account.email, role: 'Engineer', description: `Bridges by ${name}.` }
    const job = `---\ntitle: Engineer\norganisation: ${name}\nstart: 2020\n---\n`
    const made = await request.post('/api/setup/', {
      data: { account, files: newSite({ ...facts, places: [] }, { 'cv/experience/a.md': job }) },
      headers: { Authorization: `Setup ${token}` },
    })
    expect(made.status(), await made.text()).toBe(200)
    const { access } = (await made.json()) as { access: string }
    const text = async (path: string) => (await request.get(path)).text()
    await expect.poll(() => text('/cv')).toContain(`<h1 dir="auto">${name}</h1>`)
    expect(await text('/cv.txt')).toContain(`${name}\n`)
    expect(JSON.parse(await text('/resume.json'))).toMatchObject({ basics: { name } })
    expect((await text('/card.vcf')).split('\r\n')).toEqual(expect.arrayContaining([`FN:${name}`, card]))
    expect(JSON.parse(await text('/site.webmanifest'))).toMatchObject({ name })
    const pdf = await request.get('/cv.pdf', { maxRedirects: 0 })
    expect(pdf.status()).toBe(isDrawn ? 200 : 302)
    if (isDrawn) expect((await readPdf(await pdf.body())).text).toContain(name)
    const sources = await request.get('/api/documents/documents/from_content/', {
      headers: { Authorization: `Bearer ${access}` },
    })
    expect(await sources.json()).toMatchObject({ state: isDrawn ? 'current' : 'undrawn' })
    const download = await request.get('/cv-download', { maxRedirects: 0 })
    expect(download.status()).toBe(isDrawn ? 200 : 303)
    await page.goto('/cv')
    await page.getByText('More formats').click()
    await expect(page.getByRole('link', { name: 'vCard', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'PDF', exact: true })).toHaveCount(isDrawn ? 1 : 0)
    await expect(page.getByRole('link', { name: 'Download CV (Current)' })).toHaveCount(isDrawn ? 1 : 0)
  })
}

test('nothing of the sample is left in public files', { tag: '@all' }, async ({ page, site }) => {
  test.slow()
  const hands = mouse(page)
  const { fill, press } = hands
  await page.goto(await linkOf(site))
  await press(page.getByText('Look around first'))
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
  await page.reload()
  const covers = (await page.locator('#content-images').textContent())?.match(/assets\/[^"]+/g) ?? []
  expect(covers.length).toBeGreaterThan(0)
  await press(page.getByText('Start your own site').last())
  await step(page, 'You')
  await fillAccount(hands)
  await fill('Password', password)
  await press(button(page, 'Continue'))
  await step(page, 'Your site')
  await fillSite(hands)
  await press(button(page, 'Continue'))
  for (const [name, next] of [
    ['Your CV', 'Later'],
    ['Your places', 'Continue'],
    ['Look', 'Finish'],
  ] as const) {
    await step(page, name)
    await press(button(page, next))
  }
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Start your own site' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back, Mara' })).toBeVisible()
  const get = (path: string) => page.request.get(path)
  await expect.poll(async () => (await get('/')).text()).toContain('Mara Lindqvist')
  for (const path of ['/', '/login', '/terms', '/cv.txt', '/resume.json', '/card.vcf', '/robots.txt'])
    expect(await (await get(path)).text(), path).not.toMatch(/edda|quillane|collect-less|empty-boxes|brandt/i)
  for (const cover of covers) expect((await get(`/${cover}`)).status(), cover).toBe(404)
})
