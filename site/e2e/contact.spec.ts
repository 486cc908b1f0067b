import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { mails } from './fixtures/mail.ts'
import { horizontalOverflow, open } from './fixtures/page.ts'
import { signIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'
import { importTexts } from './fixtures/texts.ts'

// A server that makes the pages, also those that answer forms.
test.use({ folder: '' })

test.beforeEach(async ({ page, site }) => {
  await importTexts(site)
  await expect.poll(async () => (await page.request.get('/contact')).status()).toBe(200)
})

const name = 'Ines Carvalho'
const email = 'ines@carvalho.example'
const text = 'Hello Edda,\n\nwe need a second pair of eyes <b>before Friday</b>.'

async function write(page: Page, message = text) {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Your e-mail').fill(email)
  await page.getByLabel('Message').fill(message)
}

const send = (page: Page) => page.getByRole('button', { name: 'Send message' })
const sent = (page: Page) => page.getByRole('heading', { name: 'Message sent' })

test('a message arrives, is read, answered, deleted and restored', async ({
  page,
  site,
  staff,
  visitor,
  errors,
}) => {
  const guest = await visitor()
  await guest.addInitScript(() => {
    const shifts: number[] = Object.assign(window, { shifts: [] as number[] }).shifts
    new PerformanceObserver((list) => shifts.push(list.getEntries().length)).observe({ type: 'layout-shift' })
  })
  const scripts = new Map<string, number>()
  guest.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.set(response.url(), Number(response.headers()['content-length']))
  })

  await test.step('the form', async () => {
    await open(guest, '/')
    expect([...scripts.keys()].filter((url) => url.includes('contact-form'))).toEqual([])
    await guest.getByRole('main').getByRole('link', { name: 'Get in touch' }).click()
    await expect(guest).toHaveURL('/contact')
    await expect.poll(() => [...scripts.keys()].filter((url) => url.includes('contact-form')).length).toBe(1)
    expect([...scripts.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(8_000)
    expect(await guest.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
    await checkAccessibility(guest)
    // The browser names what is missing.
    await send(guest).click()
    await expect(guest.getByLabel('Your name')).toBeFocused()
    await write(guest)
    errors.expect('the server responded with a status of 400')
    await guest.getByLabel('Your e-mail').fill('ines@carvalho')
    await send(guest).click()
    await expect(guest.getByLabel('Your e-mail')).toBeFocused()
    await expect(guest.getByRole('alert')).toHaveText('Your message wasn’t sent. Check the fields below.')
    await checkAccessibility(guest)
    await guest.getByLabel('Your e-mail').fill(email)
    await send(guest).click()
    await expect(sent(guest)).toBeFocused()
    await checkAccessibility(guest)
  })

  await test.step('the mail', async () => {
    const [mail] = await mails(site, 1)
    expect([mail?.to, mail?.replyTo]).toEqual([
      expect.stringContaining(staff.email),
      expect.stringContaining(email),
    ])
    for (const line of text.split('\n')) expect(mail?.text).toContain(line)
  })

  await test.step('the screen', async () => {
    await signIn(page, staff)
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Messages 1 unread' }).click()
    await expect(page.getByText('Choose a message to read it.')).toBeVisible()
    await checkAccessibility(page)
    const row = page.getByRole('link', { name: `Unread: ${name}` })
    await row.press('Enter')
    const letter = page.getByRole('article', { name })
    await expect(letter.getByText('<b>before Friday</b>')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Messages', exact: true })).toBeVisible()
    const reply = letter.getByRole('link', { name: 'Reply by mail' })
    await expect(reply).toHaveAttribute('href', new RegExp(`^mailto:${email}\\?subject=Re`))
    await checkAccessibility(page)
    await page.getByRole('link', { name }).press('Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Messages from your contact page appear here.')).toBeVisible()
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('link', { name })).toBeVisible()
  })

  await test.step('on a phone the letter takes the place of the list', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name })).toBeFocused()
    await expect(page.getByRole('searchbox')).toBeHidden()
    await page.getByRole('link', { name: 'All messages' }).click()
    await expect(page.getByRole('link', { name })).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Delete message' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Messages from your contact page appear here.')).toBeVisible()
    await page.goto('/trash')
    await expect(page.getByRole('cell', { name: 'Message', exact: true })).toBeVisible()
  })
})

test('without scripts the form is sent, shown once more, and thanks', async ({
  visitor,
  site,
  staff,
  errors,
}) => {
  errors.expect('the server responded with a status of 400')
  const page = await visitor({ javaScriptEnabled: false, viewport: { width: 320, height: 800 } })
  await page.goto('/contact')
  await write(page)
  await send(page).click()
  await expect(page.getByText('Check your message, then send it once more.')).toBeVisible()
  expect(await horizontalOverflow(page)).toEqual([])
  await expect(page.getByLabel('Your e-mail')).toHaveValue(email)
  await expect(page.getByLabel('Message')).toHaveValue(text)
  // Sooner than a person can read it, the server asks once more.
  await expect(async () => {
    await send(page).click()
    await expect(sent(page)).toBeVisible({ timeout: 1 })
  }).toPass()
  await expect(page.getByText(`Thank you, ${name}.`)).toContainText(email)
  expect(await horizontalOverflow(page)).toEqual([])
  const [mail] = await mails(site, 1)
  expect(mail?.to).toContain(staff.email)
})

test('what was typed survives the loss of the network and a reload @all', async ({
  page,
  context,
  errors,
}) => {
  errors.expectFromNow('net::ERR_INTERNET_DISCONNECTED')
  await page.goto('/contact')
  await write(page)
  await context.setOffline(true)
  await send(page).click()
  await expect(page.getByRole('alert')).toContainText('couldn’t be sent')
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue(text)
  await send(page).click()
  await expect(sent(page)).toBeFocused()
})
