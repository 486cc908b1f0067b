import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { addPhoto } from './fixtures/add-photo.ts'
import { addDocument, post } from './fixtures/api.ts'
import { startMailServer } from './fixtures/mail-server.ts'
import { collectReferrers, horizontalOverflow, open } from './fixtures/page.ts'
import { createPerson, sendSignIn, signIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'
import { importTexts } from './fixtures/texts.ts'

// A server that makes the pages. The links name its host.
test.use({ folder: '', host: '127.0.0.1' })

test.beforeEach(async ({ page, site }) => {
  await importTexts(site)
  await expect.poll(async () => (await page.request.get('/cv')).status()).toBe(200)
})

const phone = { width: 390, height: 844 }
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** The next Friday, as a date field has it. */
function friday(): string {
  const day = new Date()
  day.setDate(day.getDate() + 1 + ((11 - day.getDay()) % 7))
  return day.toLocaleDateString('sv')
}

/** Presses Tab until `control` has the focus. */
async function reach(page: Page, control: Locator): Promise<void> {
  const hasFocus = () => control.evaluate((element) => element === document.activeElement)
  for (let presses = 0; !(await hasFocus()); presses++) {
    expect(presses, 'Tab leads to it').toBeLessThan(40)
    await page.keyboard.press('Tab')
  }
}

test('a CV is shared with one firm until Friday in six actions of the keyboard, and revoked', async ({
  page,
  staff,
  visitor,
  errors,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize(phone)
  const tokens = await signIn(page, staff)
  await addDocument(page, tokens, { name: 'CV' }, { name: 'CV of Edda', is_current: 'true', file: 'cv.txt' })
  await page.goto('/documents')
  const dialog = page.getByRole('dialog', { name: 'Share “CV of Edda”' })
  const press = async (control: Locator, key: string) => {
    await reach(page, control)
    await page.keyboard.press(key)
  }
  const actions = [
    () => press(page.getByRole('button', { name: 'Share Your own file' }), 'Enter'),
    async () => {
      await press(dialog.getByRole('radio', { name: '30 days' }), 'ArrowRight')
      await page.keyboard.press('ArrowRight')
    },
    async () => {
      await reach(page, dialog.getByLabel('Last day'))
      // The order of its parts depends on the system.
      await dialog.getByLabel('Last day').fill(friday())
    },
    async () => {
      await reach(page, dialog.getByLabel('Label'))
      await page.keyboard.type('Northwind')
    },
    () => press(dialog.getByRole('button', { name: 'Create link' }), 'Enter'),
    async () => {
      await expect(dialog.getByRole('button', { name: 'Copy' })).toBeFocused()
      await page.keyboard.press('Enter')
    },
  ]
  for (const action of actions) await action()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  await checkAccessibility(page)
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).pathname).toMatch(/^\/s\/[\w-]{22}$/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const reader = await visitor({ userAgent })
  const referrers = collectReferrers(reader)
  const answer = await reader.goto(link)
  expect(answer?.status()).toBe(200)
  await expect(reader.getByRole('heading', { level: 1, name: 'CV of Edda' })).toBeVisible()
  await expect(reader.getByText('Northwind')).toHaveCount(0)
  const download = reader.waitForEvent('download')
  await reader.getByRole('link', { name: /^Download/ }).click()
  expect((await download).suggestedFilename()).toBe('cv.txt')
  expect((await referrers()).filter((referrer) => referrer.includes('/s/'))).toEqual([])
  await checkAccessibility(reader)

  await page.setViewportSize({ width: 1440, height: 900 })
  const row = page.getByRole('row').filter({ hasText: 'Northwind' })
  // Counts are written every five seconds.
  await expect(async () => {
    await page.goto('/shared')
    await expect(row.getByRole('cell').nth(4)).toHaveText('1', { timeout: 1000 })
  }).toPass()
  await expect(row.getByRole('cell').nth(5)).toHaveText('1')
  await expect(row.getByRole('cell').nth(6)).toContainText('Today, ')
  await checkAccessibility(page)
  await row.getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke the link to CV of Edda?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Link revoked')).toBeVisible()
  await page.getByText('Ended').click()
  await expect(row).toContainText('Revoked')

  errors.expectFromNow('the server responded with a status of 404')
  await reader.reload()
  await expect(reader.getByRole('heading', { level: 1, name: 'This link has ended.' })).toBeVisible()
  await checkAccessibility(reader)
})

test('one registered visitor signs in to see what was shared', async ({
  page,
  staff,
  site,
  visitor,
  errors,
}) => {
  const ines = await createPerson(site, { firstName: 'Ines' })
  const tokens = await signIn(page, staff)
  await addDocument(page, tokens, { name: 'Talks' }, { name: 'Data borders' })
  await open(page, '/shared')
  await page.getByRole('button', { name: 'Share something' }).first().click()
  await page.getByLabel('Document, gallery or CV').selectOption('Data borders')
  await page.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share “Data borders”' })
  await dialog.getByRole('radio', { name: 'One person' }).check()
  await dialog.getByLabel('E-mail address').fill(ines.email)
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog', { name: 'Close without copying the link?' })
    .getByRole('button', { name: 'Close' })
    .click()

  const reader = await visitor({ userAgent })
  const referrers = collectReferrers(reader)
  await reader.goto(link)
  await expect(reader.getByText(/^Sign in to see what \S+ shared with you\.$/)).toBeVisible()
  await checkAccessibility(reader)
  await sendSignIn(reader, ines)
  await expect(reader.getByRole('heading', { level: 1, name: 'Data borders' })).toBeVisible()
  expect((await referrers()).filter((referrer) => referrer.includes('/s/'))).toEqual([])
  await open(reader, '/profile')
  await expect(reader.getByRole('region', { name: 'Shared with you' })).toContainText('Data borders')
  await checkAccessibility(reader)
  await reader.getByRole('link', { name: 'Open Data borders' }).click()
  await expect(reader).toHaveURL(/\/s\/\d+$/)
  await expect(reader.getByRole('heading', { level: 1, name: 'Data borders' })).toBeVisible()

  const other = await visitor({ userAgent })
  await signIn(other, await createPerson(site))
  errors.expectFromNow('the server responded with a status of 403')
  await other.goto(link)
  await expect(other.getByRole('alert')).toHaveText('This was shared with another address.')
  await checkAccessibility(other)
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(other.getByLabel('E-mail')).toBeVisible()
})

test('the pages of shares are whole without scripts', async ({ page, staff, visitor, errors }) => {
  const tokens = await signIn(page, staff)
  await addDocument(page, tokens, { name: 'Talks' }, { name: 'Data borders', description: 'The slides.' })
  await addPhoto(page, tokens, 'Harbour', 'Crane')
  const share = async (data: object) =>
    (await post<{ link: string }>(page, tokens, '/api/shares/', { data: { access: 'link', ...data } })).link
  const slides = await share({ kind: 'document', document: 1, max_downloads: 1 })
  const harbour = await share({ kind: 'gallery', gallery: 1 })
  const guest = await visitor({ userAgent, javaScriptEnabled: false, viewport: { width: 320, height: 800 } })

  await guest.goto(harbour)
  await expect(guest.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible()
  const photo = guest.getByRole('link', { name: 'Crane' })
  await expect(photo.locator('img')).not.toHaveJSProperty('naturalWidth', 0)
  expect(await horizontalOverflow(guest)).toEqual([])
  await photo.click()
  await expect(guest).toHaveURL(/\/s\/[\w-]{22}\/photos\/\d+\/\d+$/)
  await expect(guest.getByRole('img')).toBeVisible()

  await guest.goto(slides)
  await expect(guest.getByText('The slides.')).toBeVisible()
  expect(await horizontalOverflow(guest)).toEqual([])
  const download = guest.waitForEvent('download')
  await guest.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('notes.txt')
  errors.expectFromNow('the server responded with a status of 404')
  await guest.reload()
  await expect(guest.getByRole('heading', { level: 1, name: 'This link has ended.' })).toBeVisible()
  expect(await horizontalOverflow(guest)).toEqual([])
})

const invited = test.extend<{ mailServer: Awaited<ReturnType<typeof startMailServer>> }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  mailServer: async ({}, use) => {
    const server = await startMailServer()
    await use(server)
    server.close()
  },
  settings: async ({ mailServer }, use) => use({ SMTP_URL: mailServer.url }),
})

invited(
  'an invitation leads to an account and to what was shared, until the visitor signs out',
  async ({ page, staff, mailServer: { mails }, visitor }) => {
    const person = { email: 'ines@carvalho.example', password: `walrus ${randomUUID()}` }
    const tokens = await signIn(page, staff)
    await addDocument(page, tokens, { name: 'Talks' }, { name: 'Data borders' })
    await page.goto('/documents')
    await page.getByRole('button', { name: 'Share Data borders' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'One person' }).check()
    await dialog.getByLabel('E-mail address').fill(person.email)
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByRole('button', { name: 'Send by mail' }).click()
    await expect(dialog.getByText(`Sent to ${person.email}`)).toBeVisible()
    await checkAccessibility(page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toBeHidden()
    const invitation = () => mails.find(({ to }) => to.includes(person.email))?.text
    await expect.poll(invitation).toContain('/register#invitation=')
    const [link = ''] = /http:\S+\/register\S+/.exec(invitation() ?? '') ?? []

    const guest = await visitor({ userAgent })
    await guest.goto(link)
    await expect(guest).toHaveURL('/register')
    await expect(guest.getByLabel('E-mail')).toHaveValue(person.email)
    await checkAccessibility(guest)
    await guest.getByLabel('First name').fill('Ines')
    await guest.getByLabel('Last name').fill('Carvalho')
    await guest.getByLabel('Password', { exact: true }).fill(person.password)
    await guest.getByLabel('Confirm password').fill(person.password)
    await guest.getByLabel('I agree to the Terms and Conditions').check()
    await guest.getByRole('button', { name: 'Register' }).click()
    await expect(guest.getByText('Your account is ready. You can sign in now.')).toBeVisible()
    await sendSignIn(guest, person)
    await expect(guest.getByRole('heading', { level: 1, name: 'Data borders' })).toBeVisible()
    const share = guest.url()
    await open(guest, '/profile')
    await expect(guest.getByRole('link', { name: 'Open Data borders' })).toBeVisible()
    await guest.getByRole('banner').getByRole('button', { name: 'Ines' }).click()
    const answered = guest.waitForResponse('**/api/users/logout/')
    await guest.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await answered
    await guest.goto(share)
    await expect(guest.getByText(/^Sign in to see what/)).toBeVisible()
  },
)
