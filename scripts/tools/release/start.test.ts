// The program that scripts/test builds.
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { compile } from '../../../ssg/model/compile.ts'
import { cvForms } from '../../../ssg/model/cv/cv-forms.ts'
import { parseEntries } from '../../../ssg/model/entry.ts'
import { readPdf } from '../../../site/e2e/fixtures/pdf.ts'
import { contentFiles } from '../../../ssg/testing/content-files.ts'
import { Program, type ContentFiles } from './program.ts'

const program = new Program()
/** Words that only the sample has. */
const ofSample = /quillane|edda\b|example\.test|halyard|tidewater|brandt|soares/i

beforeAll(() => copyFileSync(resolve('bin/portfolio'), join(program.folder, 'portfolio')))
afterAll(() => program.remove())

test('in an empty folder, one command serves nothing of the sample, and another one prints the setup link', async () => {
  const output = await program.firstStart()
  expect(output).toContain(`Serving on ${program.origin} `)
  const port = new URL(program.origin).port
  expect(output).not.toContain('/setup#')
  expect(program.setupLink()).toMatch(new RegExp(`^http://localhost:${port}/setup#\\S+\\s$`))
  const home = await fetch(program.origin)
  expect(home.status).toBe(503)
  expect(await home.text()).toContain('Open the set-up link')
  expect((await program.page('/login')).toString()).not.toMatch(ofSample)
})

test('looking around shows the sample', async () => {
  await program.setUp('/api/setup/sample/')
  await waitFor(async () => expect((await fetch(program.origin)).status).toBe(200))
  const [, name = ''] = /^name: (.+)$/m.exec((await program.draft('site.md')).text) ?? []
  expect((await program.page('/')).includes(name)).toBe(true)
  expect((await program.page('/cv.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
})

/** The error in the content that staff publish next. */
const failure = expect.stringContaining('content/about.md') as string

test('content that staff publish is live, and wrong content is named and left out', async () => {
  const draft = await program.draft('about.md')
  await program.publish([{ ...draft, text: `${draft.text}\n## A new part\n` }])
  await waitFor(async () => {
    expect(await program.call('GET', '/api/publishing/')).toMatchObject({
      state: 'current',
      unbuilt_texts: 0,
    })
    expect((await program.page('/about')).includes('A new part')).toBe(true)
  })

  const live = await program.page('/about')
  const text = '---\ntitle: About\n---\n\n![](image.jpg)\n'
  await program.publish([{ ...(await program.draft('about.md')), text }])
  await waitFor(async () => expect(await program.call('GET', '/api/publishing/')).toMatchObject({ failure }))
  expect((await program.page('/about')).equals(live)).toBe(true)
})

test('a start with such content serves the last good pages, or 503, and staff sign in', async () => {
  const live = await program.page('/about')
  const screens = (await program.page('/login')).toString()
  const pages = join(program.environment['DATA_DIR'] ?? '', 'media/pages')
  const statusOf = async (path: string) => (await fetch(program.origin + path)).status
  const restart = async () => {
    await program.stop()
    await program.serve(/Serving on (\S+)/)
    expect(await program.call('GET', '/api/publishing/')).toMatchObject({ failure })
    expect(await statusOf('/login')).toBe(200)
  }
  program.environment['PUBLIC_URL'] = 'https://start.example.test'
  // Otherwise only staff see the pages while the sample is there.
  program.environment['VISIBILITY'] = 'public'
  await restart()
  expect((await program.page('/about')).equals(live)).toBe(true)
  // The pages name another address than these screens, which show the owner nevertheless.
  const [, name = ''] = /name="application-name" content="(.+?)"/.exec(screens) ?? []
  const now = (await program.page('/login')).toString()
  for (const shown of [`<title>${name}</title>`, `</span>${name}</a>`, 'href="/cv"']) {
    expect(screens).toContain(shown)
    expect(now).toContain(shown)
  }

  rmSync(pages, { recursive: true })
  await program.stop()
  await program.serve(/Rendering the pages/)
  const answer = await fetch(`${program.origin}/about`)
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('This site is being set up.')
  await restart()
  expect(await statusOf('/about')).toBe(503)
})

test('addresses are those of a build, in pages and in the files of the CV', async () => {
  const { files: stored } = await program.call<ContentFiles>('GET', '/api/content/files/')
  const files = new Map(stored.map(({ path, published }) => [path, published.text]))
  const hosts = ['ｅｘａｍｐｌｅ.example/', 'bu\u0308cher.example/x', '½.example', 'a.example/%zz|^?q=a|^b']
  const links = hosts.map((host) => `[A](https://${host}) [M](mailto:a@${host.split('/')[0] ?? ''})\n`)
  const about = `---\ntitle: A\ndescription: B.\nheading: C\n---\n\n${links.join('\n')}`
  const cards = hosts.map((host, index): [string, string] => [
    `on-the-web/card${index}.md`,
    `---\ntitle: Card\nicon: code\nhandle: ann\nurl: https://${host}\n---\n\nText.\n`,
  ])
  const base = stored.find(({ path }) => path === 'about.md')?.published.version ?? 0
  await program.publish([
    { path: 'about.md', text: about, base },
    ...cards.map(([path, text]) => ({ path, text, base: 0 })),
  ])
  // The editor's preview reads it from its document.
  const address = program.environment['PUBLIC_URL'] ?? ''
  const { content } = compile(parseEntries(new Map([...files, ['about.md', about], ...cards])))
  if (!content) throw new Error('The content has errors.')
  await waitFor(async () => {
    expect((await program.page('/about')).toString()).toContain(content.about.body)
    for (const [form, text] of Object.entries(cvForms(content, address)))
      expect((await program.page(`/${form}`)).toString()).toBe(text)
    expect((await program.page('/content')).toString()).toContain(`name="site-url" content="${address}"`)
  })
})

/** The content of an owner. */
function ownContent(): Record<string, string> {
  const folder = resolve('ssg/testdata/content')
  const own = (text: string) =>
    text.replaceAll('example.test', 'vega.example').replaceAll('Ann Sample', 'Ann Vega')
  return Object.fromEntries(
    contentFiles(folder).map((path) => [path, own(readFileSync(join(folder, path), 'utf8'))]),
  )
}

test('nothing of the sample is left once an owner has made the site hers', async () => {
  delete program.environment['PUBLIC_URL']
  delete program.environment['VISIBILITY']
  await program.stop()
  await program.serve(/Serving on (\S+)/)
  const files = ownContent()
  const account = {
    first_name: 'Ann',
    last_name: 'Vega',
    email: 'ann@vega.example',
    password: 'correct horse battery',
  }
  await program.setUp('/api/setup/', { account, files, banner: true })
  await waitFor(async () => {
    const status = await program.call('GET', '/api/publishing/')
    expect(status).toMatchObject({ state: 'current', failure: '' })
    expect((await program.page('/')).toString()).toContain('Ann Vega')
  })
  const seen = new Map<string, string>()
  const follow = async (path: string): Promise<void> => {
    if (seen.has(path)) return
    const bytes = await program.page(path)
    const text = path.endsWith('.pdf') ? (await readPdf(bytes)).text : bytes.toString('latin1')
    seen.set(path, text)
    for (const [, next = ''] of text.matchAll(/["'(](\/[\w./-]*[\w-])(?=["')#?])/g)) await follow(next)
  }
  const more = [
    'cv.pdf',
    'cv.txt',
    'resume.json',
    'card.vcf',
    'robots.txt',
    'sitemap.xml',
    'login',
    'dashboard',
  ]
  for (const path of ['', ...more]) await follow(`/${path}`)
  const calls = readFileSync(resolve('api/openapi.yaml'), 'utf8').matchAll(
    /^ {2}(\/api\/[\w/-]+\/):\n {4}get:/gm,
  )
  for (const [, path = ''] of calls)
    if (!['/api/setup/', '/api/content/published/', '/api/docs/', '/api/messages/time/'].includes(path)) {
      const query = path === '/api/content/history/' ? '?path=site.md' : ''
      seen.set(path, JSON.stringify(await program.call('GET', path + query)))
    }
  expect(seen.size).toBeGreaterThan(60)
  for (const [path, text] of seen) expect(text, path).not.toMatch(ofSample)
  const media = join(program.environment['DATA_DIR'] ?? '', 'media')
  expect(
    readdirSync(media, { recursive: true }).filter((name) => /\.(jpe?g|avif)$/.test(String(name))),
  ).toEqual([])
})

test('later starts keep the owner’s content, and an export writes it over the sample’s', async () => {
  await program.stop()
  expect(await program.serve(/Serving on (\S+)/)).not.toContain('/setup#')
  expect((await program.page('/')).toString()).toContain('Ann Vega')
  const content = join(program.folder, 'content')
  cpSync(resolve('content'), content, { recursive: true })
  execFileSync(join(program.folder, 'portfolio'), ['content', 'export', content], {
    cwd: program.folder,
    env: program.environment,
  })
  const files = ownContent()
  expect(contentFiles(content)).toEqual(Object.keys(files).sort())
  for (const [path, text] of Object.entries(files))
    expect(readFileSync(join(content, path), 'utf8')).toBe(text)
})

test('with a build hook the pages are elsewhere', async () => {
  await program.stop()
  program.environment['BUILD_HOOK_URL'] = 'https://build.example/hook'
  expect(await program.serve(/Serving on (\S+)/)).toContain(program.origin)
  expect((await fetch(`${program.origin}/api/health/`)).status).toBe(200)
  expect((await fetch(program.origin)).status).toBe(404)
})

const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 240_000, interval: 250 })
