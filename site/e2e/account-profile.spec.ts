import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { mails } from './fixtures/mail.ts'
import { createPerson, openSession, signIn, signInAtForm, storedTokens } from './fixtures/people.ts'
import { isSecret } from './fixtures/secrets.ts'
import { expect, test } from './fixtures/test.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1'

const devices = (page: Page) => page.getByRole('region', { name: 'Signed-in devices' }).getByRole('listitem')

async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile')
  await expect(devices(page).filter({ hasText: 'This device' })).toBeVisible()
}

test('the profile changes a name, signs a device out, reports errors', async ({ page, site, errors }) => {
  const person = await createPerson(site)
  await openSession(page, person)
  await signIn(page, person)
  await page.goto('/about')
  await page.getByRole('button', { name: 'Noor' }).click()
  const menu = page.getByRole('list', { name: 'Account' })
  await expect(menu.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await checkAccessibility(page, [1440, 900])
  await menu.getByRole('link', { name: 'Profile' }).click()
  await page.waitForURL('/profile')
  await expect(devices(page)).toHaveCount(2)
  await checkAccessibility(page)

  await test.step('a changed name appears in the bar', async () => {
    await page.getByLabel('First name').fill('Nell')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByText('Your name has been saved.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Nell Maas' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Nell' })).toBeVisible()
  })

  await test.step('a device can be signed out with the keyboard', async () => {
    await page.getByRole('button', { name: 'Sign out everywhere' }).focus()
    const target = devices(page).filter({ hasNotText: 'This device' }).getByRole('button')
    while (!(await target.evaluate((button) => button === document.activeElement))) {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await expect(page.getByText('is signed out.')).toBeVisible()
    await expect(devices(page)).toHaveCount(1)
  })

  await test.step('missing passwords and a blank name are reported', async () => {
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('This field is required.')).toHaveCount(3)
    await checkAccessibility(page)
    await page.reload()
    await expect(page.getByLabel('First name')).toHaveValue('Nell')
    errors.expectFromNow('the server responded with a status of 400')
    await page.getByLabel('First name').fill(' ')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByText('This field may not be blank.')).toBeVisible()
    await expect(page.getByLabel('First name')).toBeFocused()
  })
})

test('devices are signed out one by one, and with a new password @all', async ({
  page,
  visitor,
  staff,
  errors,
}) => {
  const changed = { ...staff, password: `walrus ${randomUUID()}` }
  const renewal = async (refresh: string | null) =>
    (await page.request.post('/api/token/refresh/', { data: { refresh } })).status()

  await test.step('a new password signs the other devices out, and not this one', async () => {
    const other = await openSession(page, staff)
    await signInAtForm(page, staff)
    await openProfile(page)
    await expect(devices(page)).toHaveCount(2)
    await page.getByLabel('Current password').fill(staff.password)
    await page.getByLabel('New password', { exact: true }).fill(changed.password)
    await page.getByLabel('Confirm new password').fill(changed.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Your password has been changed.')).toBeVisible()
    await expect(devices(page)).toHaveCount(1)
    expect(await renewal(other.refresh)).toBe(401)
    await page.reload()
    await expect(devices(page)).toHaveCount(1)
  })

  await test.step('signing out everywhere ends this session too', async () => {
    const other = await openSession(page, changed)
    const mine = await storedTokens(page)
    expect(mine.refresh).not.toBeNull()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.waitForURL('/signin')
    expect(await storedTokens(page)).toEqual({ access: null, refresh: null })
    for (const { refresh } of [other, mine]) expect(await renewal(refresh)).toBe(401)
  })

  await test.step('each device can be signed out', async () => {
    const telephone = await visitor({ userAgent: phone })
    await signInAtForm(telephone, changed)
    await signInAtForm(page, changed)
    await openProfile(page)
    await expect(devices(page)).toHaveCount(2)
    await expect(devices(page).filter({ hasText: 'This device' })).toContainText('Chrome on Linux')
    const row = devices(page).filter({ hasText: 'Safari on iPhone' })
    await row.getByRole('button', { name: 'Sign out' }).click()
    await expect(
      page.getByRole('status').filter({ hasText: 'Safari on iPhone is signed out.' }),
    ).toBeFocused()
    await expect(devices(page)).toHaveCount(1)
    errors.expectFromNow(
      'the server responded with a status of 401',
      'The session check failed',
      'Error fetching profile',
    )
    await telephone.reload()
    await expect(telephone.getByText('Loading')).toHaveCount(0)
    await expect.poll(() => storedTokens(telephone)).toEqual({ access: null, refresh: null })
  })
})

test('a new address, a copy of all data, deletion', async ({ page, site, visitor, staff, errors }) => {
  // Staff of a site without a mail server need no link.
  const person = await createPerson(site)
  await signIn(page, person)
  await openProfile(page)
  const email = `new.${randomUUID()}@example.test`
  await page.getByLabel('New e-mail address').fill(email)
  await page.getByLabel('Your password').fill(person.password)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('We sent a link to the new address.')).toBeVisible()

  const mail = (await mails(site, 2)).find(({ to }) => to.includes(email))
  const link = /\/confirm-email#\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(isSecret(link)).toBe(true)
  // On another device, without a session.
  const phone = await visitor()
  const urls: string[] = []
  phone.on('request', (request) => urls.push(request.url()))
  await phone.goto(link)
  await expect(phone.getByRole('heading', { level: 1, name: 'Your e-mail address' })).toBeVisible()
  await checkAccessibility(phone)
  await phone.getByRole('button', { name: 'Confirm address' }).click()
  const note = phone.getByRole('status').filter({ hasText: `Your e-mail address is ${email} now.` })
  await expect(note).toBeFocused()
  await expect(phone).toHaveURL('/confirm-email')
  // The request for the page itself has no fragment.
  expect(urls.filter((url) => isSecret(url) && !url.endsWith(link))).toEqual([])
  await phone.getByRole('link', { name: 'Sign in' }).click()
  await phone.waitForURL('/signin')
  await signInAtForm(phone, { ...person, email })

  await page.reload()
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await expect(devices(page)).toHaveCount(2)
  const toPreviousAddress = (await mails(site, 3)).filter(({ to }) => to.includes(person.email))
  expect(toPreviousAddress.map(({ subject }) => subject).join()).toContain('was changed')

  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const text = await readFile(await (await downloaded).path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ version: 1, account: { email } })
  expect(text).toContain(`was ${person.email}`)
  expect(isSecret(text)).toBe(false)

  errors.expect('the server responded with a status of 409')
  await signIn(page, staff)
  await openProfile(page)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await checkAccessibility(page)
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(staff.password)
  await page.keyboard.press('Enter')
  await expect(question.getByRole('alert')).toContainText('This is the last active staff account.')
  await createPerson(site, { staff: true })
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type(staff.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  expect(await storedTokens(page)).toEqual({ access: null, refresh: null })
  const again = await page.request.post('/api/users/login/', { data: staff })
  expect(again.status()).toBe(401)
})
