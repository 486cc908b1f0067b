import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { contentBuild, makeConfigFolder } from './fixtures/content-build.ts'
import { openSession } from './fixtures/people.ts'
import { makePhoto, pictureLike } from './fixtures/photo.ts'
import { builtSite, root, startServer } from './fixtures/server.ts'
import { expect, test as base } from './fixtures/test.ts'
import { buildToken, reportTexts } from './fixtures/texts.ts'

/** A site on a build of its own, whose server a test may stop before its end. */
const test = base.extend<{ folder: string; work: string }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'portfolio-photos-'))
    await cp(builtSite, join(folder, 'dist'), { recursive: true })
    await cp(join(root, 'content'), join(folder, 'content'), { recursive: true })
    await use(folder)
    await rm(folder, { recursive: true })
  },
  // eslint-disable-next-line no-empty-pattern -- as above
  work: async ({}, use) => {
    const work = await makeConfigFolder()
    await use(work)
    await rm(work, { recursive: true })
  },
  site: async ({ engine, folder, errors }, use) => {
    const site = await startServer(engine, join(folder, 'dist'))
    let stopped: Promise<string> | undefined
    const stop = () => (stopped ??= site.stop())
    await use({ ...site, stop })
    errors.addLog(await stop())
  },
})

/** Builds the content folder `content` into `dist`, with a cache of that name, and returns the report. */
async function build(work: string, content: string, dist: string, cache: string, env: NodeJS.ProcessEnv) {
  const [program, ...args] = await contentBuild(work, cache, content, dist)
  const { stdout } = await promisify(execFile)(program, args, { env: { ...process.env, ...env } })
  return stdout
}

/** The picture of the crane on the page about the owner. */
async function pictureIn(dist: string): Promise<string> {
  const html = await readFile(join(dist, 'about.html'), 'utf8')
  return /<picture>(?:(?!<picture>).)*crane-at-dawn-.*?<\/picture>/s.exec(html)?.[0] ?? ''
}

test('a photo in a published text is on the page, also without the server, and goes into the folder by an export', async ({
  page,
  site,
  folder,
  work,
  staff,
}) => {
  // It builds the site three times, which a busy machine takes its time for.
  test.setTimeout(400_000)
  const { access } = await openSession(page, staff)
  const headers = { Authorization: `Bearer ${access}` }
  const photo = await makePhoto('crane.jpg', [40, 90, 160])
  const { name, mimeType, buffer } = photo
  const uploaded = await page.request.post('/api/photos/images/', {
    headers,
    multipart: { image: { name, mimeType, buffer }, title: 'Crane at dawn', alt_text: 'A crane' },
  })
  expect(uploaded.status(), await uploaded.text()).toBe(201)
  const { id } = (await uploaded.json()) as { id: number }

  const about = await readFile(join(folder, 'content/about.md'), 'utf8')
  const text = `${about.trimEnd()}\n\n![A crane at dawn](photos/crane-at-dawn-${id}.jpg)\n`
  await reportTexts(site)
  const send = async (method: string, path: string, data: unknown) => {
    const response = await page.request.fetch(path, { method, headers, data })
    expect(response.ok(), await response.text()).toBe(true)
  }
  const base = createHash('sha256').update(about).digest('hex')
  await send('PUT', '/api/content/drafts/', { path: 'about.md', text, base, revision: 0 })
  await send('POST', '/api/content/publications/', { drafts: [{ path: 'about.md', revision: 1 }] })
  const refused = await page.request.delete(`/api/photos/images/${id}/`, { headers })
  expect(refused.status()).toBe(409)
  expect(((await refused.json()) as { detail: string }).detail).toContain('“Crane at dawn” in about.md')

  // A build elsewhere, which has the token as a variable.
  const known = { BAKE_FROM: site.url, BUILD_TOKEN: buildToken(site) }
  const dist = join(folder, 'dist')
  const report = await build(work, join(folder, 'content'), dist, 'first', known)
  expect(report).toContain('1 published texts fetched')
  const picture = await pictureIn(dist)
  expect(picture).toContain('width="1280" height="960" alt="A crane at dawn"')
  const files = new Set(Array.from(picture.matchAll(/\/(assets\/[\w.-]+)/g), ([, file = '']) => file))
  expect(files.size).toBe(7)
  for (const file of files) expect((await sharp(join(dist, file)).metadata()).width).toBeGreaterThan(399)

  // The server serves a new build within two seconds. A page of the former one would miss its scripts then.
  await expect.poll(async () => (await page.request.get('/about')).text()).toContain(picture)
  const image = page.getByRole('img', { name: 'A crane at dawn' })
  await page.goto('/about')
  await image.scrollIntoViewIfNeeded()
  await expect(image).toHaveJSProperty('complete', true)
  expect(await pictureLike(await image.screenshot(), photo)).toBe(true)

  const exported = join(folder, 'exported')
  await cp(join(folder, 'content'), exported, { recursive: true })
  const written = `written about.md\nwritten photos/crane-at-dawn-${id}.jpg\n`
  expect(await site.command(['content', 'export', exported])).toBe(written)
  expect(await readFile(join(exported, 'about.md'), 'utf8')).toBe(text)
  expect((await sharp(join(exported, `photos/crane-at-dawn-${id}.jpg`)).metadata()).width).toBe(4000)

  await page.goto('about:blank')
  await site.stop()
  const again = join(folder, 'again')
  expect(await build(work, join(folder, 'content'), again, 'first', known)).toMatch(
    /Warning: photos in texts: .* its last answers are used\./,
  )
  expect(await pictureIn(again)).toBe(picture)
  const alone = join(folder, 'alone')
  await build(work, exported, alone, 'second', { BAKE_FROM: 'none' })
  expect(await pictureIn(alone)).toBe(picture)
})
