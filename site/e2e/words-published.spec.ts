import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { createPerson, signIn } from './fixtures/people.ts'
import { root, startServer } from './fixtures/server.ts'
import { expect, test as base } from './fixtures/test.ts'
import { reportTexts } from './fixtures/texts.ts'

/** A site that builds itself, in a source tree of its own. */
const test = base.extend({
  site: async ({ engine, errors }, use) => {
    const tree = await mkdtemp(join(tmpdir(), 'portfolio-tree-'))
    for (const name of [
      'site/src',
      'ssg',
      'content',
      'dist',
      'vite.config.ts',
      'tsconfig.json',
      'package.json',
      'package-lock.json',
    ])
      await cp(join(root, name), join(tree, name), { recursive: true })
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
    // The build finds the server by its address.
    const settings = {
      LISTEN_ADDR: `127.0.0.1:${await freePort()}`,
      BUILD_COMMAND: 'node_modules/.bin/vite build',
    }
    const site = await startServer(engine, join(tree, 'dist'), settings, tree)
    await use(site)
    errors.addLog(await site.stop())
    await rm(tree, { recursive: true })
  },
})

test('the end of a job is changed and published from a phone', async ({ page, site }) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 390, height: 844 })
  await reportTexts(site)
  await signIn(page, await createPerson(site, { staff: true }))
  await page.goto('/dashboard')
  let taps = 0
  const tap = async (target: Locator) => {
    taps++
    await target.click()
  }
  const began = Date.now()
  await tap(page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Words' }))
  await tap(page.getByRole('link', { name: /Operations Lead/ }))
  await tap(page.getByLabel(/^End/))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('2021-11')
  await tap(page.getByRole('button', { name: 'Publish (1)' }))
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await expect(dialog.locator('del')).toHaveText('2022')
  await expect(dialog.locator('ins')).toHaveText('2021-11')
  await tap(dialog.getByRole('button', { name: 'Publish 1 text now' }))
  await expect(page.getByText('Published 1 text.')).toBeVisible()
  expect(taps).toBeLessThanOrEqual(12)
  expect(Date.now() - began).toBeLessThan(60_000)
  const shown = async () => (await (await page.request.get('/cv')).text()).includes('2018 to November 2021')
  await expect.poll(shown, { timeout: 120_000, intervals: [1000] }).toBe(true)
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
