import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { content, publicPages } from './fixtures/content.ts'
import { focused, open, mainText, ready } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

const bannerList = '**/api/photos/images/?gallery_slug=page-logos*'
/** The pages that ask the API for something, and are whole without it. */
const asksApi = ['/', '/cv']

test('each page has its headers, and is whole without the API', async ({ page, visitor, errors }) => {
  errors.expect('net::ERR_CONNECTION_REFUSED')
  const still = await visitor({ javaScriptEnabled: false })
  const asking = new Set<string>()
  await page.route('**/api/**', (route) => {
    asking.add(new URL(page.url()).pathname)
    return route.abort('connectionrefused')
  })
  for (const { path, heading, title, description, status } of publicPages) {
    await test.step(path, async () => {
      if (status === 404) {
        errors.expectFromNow('the server responded with a status of 404')
      }
      await still.goto(path)
      const response = await page.goto(path)
      await ready(page)
      expect(response?.status()).toBe(status)
      await expect(page).toHaveTitle(new RegExp(`^(${content.name} · )?${title}( · ${content.name})?$`))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', description)
      expect((await mainText(page)).length).toBeGreaterThan(100)
      expect(await mainText(page)).toBe(await mainText(still))

      const headers = response?.headers() ?? {}
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
      await expect.poll(() => asking.has(path)).toBe(asksApi.includes(path))
    })
  }
  expect([...asking]).toEqual(asksApi)
})

test('the home page requests four files, names its owner, links to CV and e-mail', async ({ page }) => {
  const listed = page.waitForResponse(bannerList)
  await open(page, '/')
  await test.step('it requests four files at most before the first interaction, besides covers below', async () => {
    // Both times come from one clock, so a busy machine makes no difference.
    const before = await page.evaluate(() => {
      const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const loaded = document?.loadEventStart ?? 0
      // The browser fetches these when it comes to it, sooner on a large screen.
      const lazy = new Set(
        Array.from(globalThis.document.images, (image) => image.loading === 'lazy' && image.currentSrc),
      )
      const files = performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => startTime <= loaded && !lazy.has(name))
      return [document, ...files].map((entry) => entry?.name)
    })
    expect(before.length, before.join('\n')).toBeLessThanOrEqual(4)
    expect(before.length).toBeGreaterThan(1)
  })

  await test.step('it shows the initials until the banner has photos', async () => {
    expect(await (await listed).json()).toEqual([])
    await expect(page.getByText(content.initials, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show next picture' })).toHaveCount(0)
    await expect(page.getByText('Failed to load banner images.')).toHaveCount(0)
  })

  await test.step('its header changes after scrolling more than 80 px', async () => {
    const bar = page.getByRole('banner')
    await page.evaluate(() => scrollTo(0, 80))
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(bar).not.toHaveAttribute('data-scrolled')
    await page.evaluate(() => scrollTo(0, 81))
    await expect(bar).toHaveAttribute('data-scrolled')
    await page.evaluate(() => scrollTo(0, 80))
    await expect(bar).not.toHaveAttribute('data-scrolled')
  })

  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/')
  const main = page.getByRole('main')
  await expect(main.getByText(content.name, { exact: true }).first()).toBeVisible()
  const contact = main.getByRole('link', { name: 'Get in touch' })
  await expect(contact).toBeInViewport({ ratio: 1 })
  await expect(contact).toHaveAttribute('href', '/contact')
  await expect(main.getByRole('link', { name: 'Read the CV' })).toBeInViewport({ ratio: 1 })
  await main.getByRole('link', { name: 'Read the CV' }).click()
  await expect(page).toHaveURL('/cv')
})

test('robots.txt and the like are served with their types', async ({ request }) => {
  const types = {
    '/robots.txt': 'text/plain; charset=utf-8',
    '/.well-known/security.txt': 'text/plain; charset=utf-8',
    '/site.webmanifest': 'application/manifest+json',
    '/favicon.ico': 'image/x-icon',
    '/apple-touch-icon.png': 'image/png',
    '/service-worker.js': 'text/javascript; charset=utf-8',
  }
  for (const [path, type] of Object.entries(types)) {
    const answer = await request.get(path)
    expect([answer.status(), answer.headers()['content-type']], path).toEqual([200, type])
  }
  const { icons } = (await (await request.get('/site.webmanifest')).json()) as { icons: { src: string }[] }
  for (const { src } of icons) expect((await request.get(src)).status(), src).toBe(200)
  for (const path of ['/login', '/dashboard', '/no-such-page']) {
    expect((await request.get(path)).headers()['x-robots-tag'], path).toBe('noindex')
  }
})

test('visitors of a former site of the domain see this one, without its service worker @all', async ({
  page,
  site,
}) => {
  const former = `
    addEventListener('install', () => skipWaiting())
    addEventListener('activate', (event) => event.waitUntil(clients.claim()))
    addEventListener('fetch', (event) =>
      event.respondWith(new Response('<h1>Former site</h1>', { headers: { 'Content-Type': 'text/html' } })))`
  let isFormer = true
  const domain = createServer((request, response) => {
    const answer = async () => {
      if (!isFormer) return fetch(site.url + (request.url ?? '/'))
      const isScript = request.url === '/sw.js'
      const start = '<h1>Former site</h1><script>navigator.serviceWorker.register("/sw.js")</script>'
      const headers = { 'Content-Type': isScript ? 'text/javascript' : 'text/html' }
      return new Response(isScript ? former : start, { headers })
    }
    void answer().then(async ({ status, headers, body }) => {
      // fetch has decoded the body.
      const kept = [...headers].filter(([name]) => !/^content-(encoding|length)$/.test(name))
      response.writeHead(status, Object.fromEntries(kept))
      response.end(await new Response(body).bytes())
    })
  })
  await new Promise<void>((resolve) => domain.listen(0, '127.0.0.1', resolve))
  try {
    const address = `http://127.0.0.1:${(domain.address() as AddressInfo).port}/`
    await page.goto(address)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    isFormer = false
    // The worker of the former site answers, and the browser looks for its next version.
    await page.reload()
    await expect(page.getByRole('link', { name: 'Read the CV' })).toBeVisible()
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([])
  } finally {
    await page.close()
    domain.close()
  }
})

test('the theme is stored and applied before the first paint', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('button', { name: 'Use dark theme' }).click()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  const themeColor = page.locator('meta[name=theme-color]')
  await expect(themeColor).toHaveAttribute('content', '#0c111b')

  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.documentElement.classList.contains('dark')) return
      observer.disconnect()
      performance.mark('dark')
    }).observe(document, { attributes: true, childList: true, subtree: true })
  })
  // Without the app's script nothing but the page itself can have done it.
  await page.route('**/assets/*.js', () => undefined)
  await page.goto('/cv', { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0)
  const [dark, paint] = await page.evaluate(() =>
    ['dark', 'first-paint'].map((name) => performance.getEntriesByName(name)[0]?.startTime),
  )
  expect(dark).toBeLessThan(paint ?? 0)
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(12, 17, 27)')
  await expect(themeColor).toHaveAttribute('content', '#0c111b')
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await open(page, '/about')
  await page.getByRole('button', { name: 'Use light theme' }).click()
  await page.reload()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(246, 247, 249)')
})

test('the header can be used with the keyboard, in order', async ({ page }) => {
  await open(page, '/')
  const reached: string[] = []
  for (let stop = 0; stop < 8; stop += 1) {
    await page.keyboard.press('Tab')
    reached.push(await focused(page))
    const ring = await page.locator(':focus').evaluate((element) => getComputedStyle(element).outlineStyle)
    expect(ring, reached.at(-1)).not.toBe('none')
    await expect(page.locator(':focus')).toBeInViewport()
  }
  const [, brand, ...rest] = reached
  expect(reached[0]).toBe('Skip to content')
  expect(brand).toContain(content.name)
  expect(rest).toEqual(['Home', 'CV', 'On the Web', 'About', 'Use dark theme', 'Login'])

  await open(page, '/')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/#main')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').evaluate((element) => element.closest('main') !== null)).toBe(true)

  await page.getByRole('button', { name: 'Use dark theme' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveClass(/dark/)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'CV' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/cv')
  await expect(page).toHaveTitle(/CV/)
})

test('the mobile menu works with the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/')
  const button = page.getByRole('button', { name: 'Open menu' })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  expect(await menu.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  while ((await focused(page)) !== 'About') await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/about')
  await expect(menu).toBeHidden()
})
