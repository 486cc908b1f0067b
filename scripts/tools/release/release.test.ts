// The archive of a release, which scripts/release makes.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createBuilder, mergeConfig } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { siteConfig } from '../../../vite.config.ts'
import { Program } from './program.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const root = resolve(import.meta.dirname, '../../..')
const program = new Program()
const { folder, environment } = program
const content = join(folder, 'content')

beforeAll(() => {
  const archives = readdirSync(join(root, '.cache/release')).filter((name) => name.endsWith('.tar.gz'))
  expect(archives, 'Run scripts/release first; it makes one archive.').toHaveLength(1)
  execFileSync('tar', ['-xf', join(root, '.cache/release', archives[0] ?? ''), '-C', folder])
})
afterAll(() => program.remove())

test('one command serves the site, which shows the sample within ten seconds', async () => {
  const begin = performance.now()
  const output = await program.firstStart()
  expect(output).toContain(`Serving on ${program.origin} `)
  await program.setUp('/api/setup/sample/')
  await vi.waitFor(async () => expect((await fetch(program.origin)).status).toBe(200), 60_000)
  const seconds = (performance.now() - begin) / 1000
  console.log(`served and signed in after ${seconds.toFixed(1)} s`)
  // The limit is ten seconds; a machine that also runs other tests takes three times as long.
  expect(seconds).toBeLessThan(30)
  expect((await program.page('/')).includes('Edda Quillane')).toBe(true)
})

/** A change of each kind of page, and of what several pages and files show. */
const changes: Record<string, (text: string) => string> = {
  'site.md': (text) => text.replace('company: Quillane Works', 'company: Quillane & Döttir'),
  'home/hero.md': (text) => `${text}\nA line with *weight*, <script>alert(1)</script> and “quotes”.\n`,
  'cv/profile.md': (text) => `${text}\nReads naïve façades and ship's papers.\n`,
  'on-the-web/page.md': (text) => `${text}\nMore [about me](/about).\n`,
  'about.md': (text) => `${text}\n## A new part\n\n- one\n- two\n`,
  'terms.md': (text) => `${text}\nOne more sentence.\n`,
}

/** Another language, with the pages of some of these texts. */
const dutch: Record<string, string> = {
  'nl/site.md':
    '---\nname: Edda Quillane\ninitials: EQ\nemail: edda@example.test\nrole: Technologe\ndescription: Edda Quillane bouwt havens.\n---\n',
  'nl/cv/profile.md':
    '---\ntitle: Cv\ndescription: Het cv van Edda.\nheading: Curriculum vitae\n---\n\nBouwt [rustige havens](/about).\n',
  'nl/about.md':
    '---\ntitle: Over mij\ndescription: Over Edda.\nheading: Over mij\n---\n\nZie [het cv](/cv).\n',
}

test('pages published in the browser are those of a build from the exported content, byte for byte', async () => {
  await emptyFrontPage()
  const changed = []
  for (const [path, change] of Object.entries(changes)) {
    const draft = await program.draft(path)
    expect(change(draft.text)).not.toBe(draft.text)
    changed.push({ ...draft, text: change(draft.text) })
  }
  for (const [path, text] of Object.entries(dutch)) changed.push({ path, text, base: 0 })
  await program.publish(changed)
  await vi.waitFor(
    async () => {
      const status = await program.call('GET', '/api/publishing/')
      expect(status).toMatchObject({ state: 'current', failure: '', unbuilt_texts: 0 })
      expect((await program.page('/about')).includes('A new part')).toBe(true)
    },
    { timeout: 60_000, interval: 250 },
  )

  mkdirSync(content)
  // An export has the photos of the library; the sample's covers come with its source.
  for (const name of readdirSync(join(root, 'content/projects')).filter((name) => name.endsWith('.webp')))
    cpSync(join(root, 'content/projects', name), join(content, 'projects', name))
  execFileSync(join(folder, 'portfolio'), ['content', 'export', content], {
    cwd: folder,
    env: environment,
  })
  await expectBuilt(await build(content), built)
})

async function expectBuilt(dist: string, files: Record<string, string>) {
  for (const [path, file] of Object.entries(files)) {
    const same = (await program.page(path)).equals(readFileSync(join(dist, file)))
    expect(same, path).toBe(true)
  }
}

const built: Record<string, string> = {
  '/': 'index.html',
  '/cv': 'cv.html',
  '/on-the-web': 'on-the-web.html',
  '/about': 'about.html',
  '/projects': 'projects.html',
  '/projects/collect-less': 'projects/collect-less.html',
  '/notes': 'notes.html',
  '/notes/write-the-removal-first': 'notes/write-the-removal-first.html',
  '/privacy': 'privacy.html',
  '/terms': 'terms.html',
  '/gallery/harbour': 'gallery/harbour.html',
  '/no-such-page': '404.html',
  '/login': 'app.html',
  '/cv.pdf': 'cv.pdf',
  '/cv.txt': 'cv.txt',
  '/resume.json': 'resume.json',
  '/card.vcf': 'card.vcf',
  '/nl': 'nl.html',
  '/nl/cv': 'nl/cv.html',
  '/nl/about': 'nl/about.html',
  '/nl/no-such-page': 'nl/404.html',
  '/nl/cv.pdf': 'nl/cv.pdf',
  '/nl/cv.txt': 'nl/cv.txt',
  '/robots.txt': 'robots.txt',
  '/site.webmanifest': 'site.webmanifest',
}

test('pages name a new address once they are published again', async () => {
  await program.stop()
  environment['PUBLIC_URL'] = 'https://edda.example.test'
  // Otherwise a sample at an https address is private.
  environment['VISIBILITY'] = 'public'
  await program.serve(/Serving on (\S+)/)
  const terms = await program.draft('terms.md')
  const text = `${terms.text}\nAnother sentence.\n`
  await program.publish([{ ...terms, text }])
  writeFileSync(join(content, 'terms.md'), text)
  await vi.waitFor(
    async () => {
      expect(await program.call('GET', '/api/publishing/')).toMatchObject({ state: 'current', failure: '' })
      expect((await program.page('/')).includes('https://edda.example.test')).toBe(true)
    },
    { timeout: 60_000, interval: 250 },
  )
  await expectBuilt(await build(content, environment['PUBLIC_URL']), {
    ...built,
    '/sitemap.xml': 'sitemap.xml',
    '/notes/feed.xml': 'notes/feed.xml',
  })
})

/** A build makes its own files of the banner's photo, and shows the current CV until it reports another. */
async function emptyFrontPage() {
  const images = await program.call<{ id: number }[]>('GET', '/api/photos/images/?gallery_slug=page-logos')
  for (const { id } of images) await program.call('DELETE', `/api/photos/images/${id}/`)
  const documents = await program.call<{ id: number; is_current: boolean }[]>(
    'GET',
    '/api/documents/documents/',
  )
  for (const { id, is_current } of documents)
    if (is_current) await program.call('DELETE', `/api/documents/documents/${id}/`)
}

/** Builds the site from a content folder, with the galleries of the server. */
async function build(content: string, siteUrl = ''): Promise<string> {
  const dist = join(folder, 'dist')
  vi.stubEnv('PREFETCH_FROM', program.origin)
  vi.stubEnv('SITE_URL', siteUrl)
  // Vitest's own would make a development build of the app.
  vi.stubEnv('NODE_ENV', 'production')
  const builder = await createBuilder(
    mergeConfig(siteConfig(content), {
      configFile: false,
      build: { outDir: dist },
      logLevel: 'error',
    }),
    null,
  )
  await builder.buildApp()
  return dist
}
