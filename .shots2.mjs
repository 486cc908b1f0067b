import { chromium } from '@playwright/test'
import { execSync } from 'node:child_process'
const [,, base, password, out] = process.argv
const exe = execSync('which chromium-headless-shell chromium 2>/dev/null | head -1').toString().trim() || undefined
const browser = await chromium.launch({ executablePath: exe, args: ['--no-sandbox'] })
for (const [w,theme] of [[1440,'light'],[1440,'dark'],[390,'light'],[1920,'light']]) {
  const ctx = await browser.newContext({ viewport: { width: w, height: w < 500 ? 844 : 900 }, colorScheme: theme })
  const page = await ctx.newPage()
  page.on('console', m => ['error','warning'].includes(m.type()) && console.log(theme, w, page.url(), m.text()))
  page.on('pageerror', e => console.log('PAGEERROR', page.url(), e.message))
  await page.goto(base + '/login')
  await page.getByLabel('E-mail').fill('edda@example.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(u => !u.pathname.startsWith('/login'))
  await page.waitForLoadState()
  const shot = n => page.screenshot({ path: `${out}/c-${n}-${theme}-${w}.png` })
  await page.goto(base + '/content'); await page.waitForTimeout(2000); await shot('start')
  await page.goto(base + '/content?file=' + encodeURIComponent('cv/profile.md')); await page.waitForTimeout(3000); await shot('open')
  if (w === 390) { await page.getByText('Preview', {exact:true}).first().click(); await page.waitForTimeout(1500); await shot('preview') }
  const over = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  if (over) console.log('OVERFLOW', theme, w)
  await ctx.close()
}
await browser.close()
