import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from './fixtures/chromium.ts'
import { oneTimeToken } from './fixtures/people.ts'
import { root } from './fixtures/server.ts'
import { expect, test as base } from './fixtures/test.ts'

const pagesOrigin = 'http://www.portfolio.test'
const apiOrigin = 'http://api.portfolio.test'
const publishedAt = 'https://portfolio.example'

/** A site whose pages call an API on another host of the same domain, as behind a CDN. */
const test = base.extend({
  settings: { CORS_ORIGINS: pagesOrigin },
  folder: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'portfolio-dist-'))
      const vite = join(root, 'node_modules/vite/bin/vite.js')
      const env = { ...process.env, API_ORIGIN: apiOrigin, SITE_URL: publishedAt, PREFETCH_FROM: 'none' }
      await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', folder], { cwd: root, env })
      await use(folder)
      await rm(folder, { recursive: true })
    },
    // The time of a whole build does not count.
    { scope: 'test', timeout: 600_000 },
  ],
})

test("the app's link signs in at an API on another host @all", async ({
  site,
  staff,
  errors,
  playwright,
}) => {
  // Names of a test have no certificates.
  errors.expect('Cross-Origin-Opener-Policy header has been ignored')
  const { args, ...rest } = chromium()
  const names = `--host-resolver-rules=MAP *.portfolio.test ${new URL(site.url).host}`
  const browser = await playwright.chromium.launch({ ...rest, args: [...args, names] })
  try {
    const context = await browser.newContext({ baseURL: pagesOrigin })
    await errors.observe(context)
    const page = await context.newPage()
    const writes: { path: string; token: string | null }[] = []
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      if (origin !== apiOrigin || request.method() !== 'POST') return
      writes.push({ path: pathname, token: request.headers()['x-csrftoken'] ?? null })
    })

    await page.goto(`/app-login/?token=${await oneTimeToken(site, staff)}`)
    await expect(page.getByRole('heading', { name: `Welcome, ${staff.firstName}` })).toBeVisible()
    // The API sets no cookie that the page should read and could not.
    const all = await context.cookies([pagesOrigin, apiOrigin])
    const cookies = all.filter(({ httpOnly }) => !httpOnly)
    expect(cookies).toEqual([expect.objectContaining({ name: 'csrftoken', domain: 'www.portfolio.test' })])
    const token = cookies[0]?.value ?? ''
    expect(token).toMatch(/^[0-9a-f]{32}$/)

    // A cookie that an older server has left there changes nothing.
    await context.addCookies([{ name: 'csrftoken', value: 'OLDER', url: apiOrigin, sameSite: 'Lax' }])
    await page.goto('/photos')
    await page.getByLabel('Name', { exact: true }).fill('Harbour')
    await page.getByRole('button', { name: 'Create Gallery' }).click()
    await expect(page.getByText('Gallery created successfully!')).toBeVisible()
    expect(writes).toEqual([
      { path: '/login-with-token/', token },
      { path: '/api/photos/galleries/', token },
    ])

    // The policy lets the form of a download go there.
    await page.goto('/backend/admin/settings')
    const coming = page.waitForEvent('download')
    // A link of the app is no recent sign-in.
    errors.expectFromNow('403')
    await page.getByRole('button', { name: 'Download a backup' }).click()
    const dialog = page.getByRole('alertdialog', { name: "Confirm it's you" })
    await dialog.getByLabel('Your password').fill(staff.password)
    await page.keyboard.press('Enter')
    expect((await coming).url()).toBe(`${apiOrigin}/api/admin/backup/download/`)

    // A visit is counted there too, without its cookie.
    const reader = await (await browser.newContext({ baseURL: pagesOrigin, userAgent: 'Firefox' })).newPage()
    await reader.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }))
    const counted = reader.waitForResponse(
      (answer) => answer.url() === `${apiOrigin}/api/visits/` && answer.request().method() === 'POST',
    )
    await reader.goto('/about')
    expect((await counted).status()).toBe(204)
    expect(await (await counted).request().headerValue('cookie')).toBeNull()

    // Wherever the pages are read, they name the address at which they are published.
    const canonical = page.locator('link[rel=canonical]')
    await page.goto('/about/')
    await expect(canonical).toHaveAttribute('href', `${publishedAt}/about`)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'CV' }).click()
    await expect(page).toHaveURL('/cv')
    await expect(canonical).toHaveAttribute('href', `${publishedAt}/cv`)
  } finally {
    await browser.close()
  }
})
