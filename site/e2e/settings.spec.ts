import { readFile } from 'node:fs/promises'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { tabTo } from './fixtures/page.ts'
import { createPerson, signIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'
import { importTexts } from './fixtures/texts.ts'

test('staff make the site private, and public again, with the keyboard', async ({
  page,
  staff,
  visitor,
  errors,
}) => {
  await signIn(page, staff)
  await page.goto('/backend/admin/settings')
  const visibility = page.getByRole('group', { name: 'Visibility' })
  await expect(visibility.getByRole('radio', { name: 'Public' })).toBeChecked()
  await checkAccessibility(page)
  await visibility.getByRole('radio', { name: 'Public' }).focus()
  await page.keyboard.press('ArrowUp')
  await tabTo(page, 'Save visibility')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Make your site private?' })
  await question.getByRole('button', { name: 'Make private' }).press('Enter')
  await expect(page.getByText('Your site is private now.')).toBeVisible()

  errors.expectFromNow('the server responded with a status of 503')
  const stranger = await visitor()
  const answer = await stranger.goto('/cv')
  expect(answer?.status()).toBe(503)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('This site is being set up.')
  // The style passes the page's policy, and fits.
  await expect(stranger.getByRole('main')).toHaveCSS('text-align', 'center')
  await stranger.goto('/register')
  await expect(stranger.getByText('Registration is closed on this site.')).toBeVisible()
  await expect(stranger.getByText(/Only the site’s owner creates accounts/)).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'Register' })).toHaveCount(0)
  expect((await page.goto('/cv'))?.status()).toBe(200)

  await page.goto('/backend/admin/settings')
  await visibility.getByRole('radio', { name: 'Public' }).press('Space')
  await page.getByRole('button', { name: 'Save visibility' }).click()
  await expect(page.getByText('Your site is public now.')).toBeVisible()
  expect((await stranger.goto('/cv'))?.status()).toBe(200)
})

test.describe(() => {
  test.use({ demo: true, folder: '' })

  test('staff see a new look before they publish it @all', async ({ page, site }) => {
    await signIn(page, await createPerson(site, { staff: true }))
    await page.goto('/backend/admin/settings')
    await page.getByRole('link', { name: 'Edit look' }).click()
    await page.getByLabel('Your own colour').fill('#ffe14d')
    await expect(page.getByText(/is too light: text on it would be hard to read\. Try #/)).toBeVisible()
    await page.getByText('Plum', { exact: true }).click()
    await expect(page.frameLocator('iframe').locator('html')).toHaveCSS('--primary', /#7b2f8e/)
  })
})

test('staff see why a mail server fails, and download a backup @all', async ({ page, staff, errors }) => {
  errors.expect('the server responded with a status of 400')
  await signIn(page, staff)
  await page.goto('/backend/admin/settings')
  await page.getByLabel('Server', { exact: true }).fill('smtp://x')
  await page.getByRole('button', { name: 'Save mail' }).click()
  await expect(page.getByLabel('Server', { exact: true })).toBeFocused()
  await expect(page.getByText('Enter the name of the mail server, such as smtp.example.com.')).toBeVisible()
  await page.getByLabel('Server', { exact: true }).fill('localhost')
  await page.getByLabel('Encryption').selectOption('Unencrypted, on this machine')
  await expect(page.getByLabel('Port', { exact: true })).toHaveValue('25')
  await page.getByLabel('Port', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'The mail server refused the connection. Check “Server” and “Port”.',
  )
  await page.getByLabel('Port', { exact: true }).fill('1025')
  await page.getByRole('button', { name: 'Save mail' }).click()
  await expect(page.getByText('The mail settings have been saved.')).toBeVisible()

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a backup' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^portfolio-.*\.backup$/)
  expect((await readFile(await download.path())).subarray(0, 7).toString()).toBe('tables/')

  await page.getByRole('button', { name: 'Set up off-site' }).click()
  const dialog = page.getByRole('dialog', { name: 'Off-site backup' })
  await dialog.getByLabel('Place').fill('/no/such/folder')
  await dialog.getByLabel('Public key').fill('AGE-SECRET-KEY-1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The folder must be in')).toBeVisible()
  await expect(dialog.getByText('The key is a private key')).toBeVisible()
})

test('days, schedules and dates are in the time zone of the owner, wherever staff are', async ({
  page,
  request,
  site,
  staff,
}) => {
  await importTexts(site)
  await signIn(page, staff)
  // It has another day than the browser, which is in Lisbon, and Lisbon's is the server's or the next.
  const zone = new Date().getUTCHours() < 10 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
  const today = new Date().toLocaleDateString('sv', { timeZone: zone })
  await page.goto('/backend/admin/settings')
  await page.getByLabel('Your time zone').selectOption(zone)
  await page.getByRole('button', { name: 'Save time zone' }).click()
  await expect(page.getByText('The time zone has been saved.')).toBeVisible()

  const headers = { Origin: site.url, 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0' }
  await request.post(`${site.url}/api/visits/`, { headers, data: { path: '/about', referrer: '' } })
  await page.goto('/dashboard')
  const chart = page.getByRole('region', { name: 'Visits' }).getByRole('table')
  const label = new Date(today).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
  await expect(chart.getByRole('row').last()).toHaveText(`${label}1`)

  await page.goto('/content')
  await page.getByRole('button', { name: 'Add to Notes' }).press('Enter')
  await page.keyboard.type('Slack water')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^Date/)).toHaveValue(today)
  await page.getByRole('button', { name: 'Save for the next build' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await dialog.getByText('Schedule', { exact: true }).first().click()
  await expect(dialog.getByText(`Time zone: ${zone}`)).toBeVisible()
})
