// The program that scripts/test builds.
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readPdf } from '../../../site/e2e/fixtures/pdf.ts'
import { Program } from './program.ts'

const program = new Program()
// Otherwise only staff see the pages while the sample is there.
program.environment['VISIBILITY'] = 'public'
// The feed and the sitemap need one.
program.environment['PUBLIC_URL'] = 'https://start.example.test'

const path = 'cv/audiences/quorumslug.md'
const left = 'Halyard Ledger'
const aText = (summary: string) =>
  `---\ntitle: Quorumtitle\nrole: Quorumrole\nleave_out: [cv/experience/halyard-ledger.md]\n---\n\n${summary}\n`

interface Sources {
  audiences: { slug: string; title: string; document: number | null; pages: number; undrawn: boolean }[]
}
const audiences = async () =>
  (await program.call<Sources>('GET', '/api/documents/documents/from_content/')).audiences
const versions = async () =>
  (await program.call<unknown[]>('GET', `/api/documents/documents/${id}/versions/`)).length
const isLive = () =>
  waitFor(async () => {
    expect(await program.call('GET', '/api/publishing/')).toMatchObject({
      state: 'current',
      unbuilt_texts: 0,
    })
  })

let id = 0
let link = ''
const share = async () => {
  const form = { kind: 'cv', audience: 'quorumslug', access: 'link' }
  const made = await program.call<{ link: string }>('POST', '/api/shares/', form)
  return new URL(made.link).pathname
}
const textOf = async (address: string) => (await readPdf(await program.page(address))).text

beforeAll(async () => {
  copyFileSync(resolve('bin/portfolio'), join(program.folder, 'portfolio'))
  await program.firstStart()
  await program.setUp('/api/setup/sample/')
  await program.call('POST', '/api/documents/documents/from_content/')
  await isLive()
})
afterAll(() => program.remove())

test('those with a link get the page and the PDF of a CV for an audience', async () => {
  await expect(share()).rejects.toThrow('There is no CV for this audience.')
  await program.publish([{ path, text: aText('Quorumfirst.'), base: 0 }])
  await isLive()
  const [made, ...others] = await audiences()
  expect(others).toEqual([])
  expect(made).toMatchObject({ slug: 'quorumslug', title: 'Quorumtitle', pages: 2, undrawn: false })
  id = made?.document ?? 0
  link = await share()
  for (const shown of [(await program.page(link)).toString(), await textOf(`${link}/download`)]) {
    expect(shown).toContain('Quorumrole')
    expect(shown).toContain('Quorumfirst')
    expect(shown).not.toMatch(/quorumtitle|quorumslug/i)
    expect(shown).not.toContain(left)
  }
  expect(await textOf('/cv.pdf')).toContain(left)
})

test('they follow publications that change them', async () => {
  await program.publish([{ ...(await program.draft(path)), text: aText('Quorumsecond.') }])
  await isLive()
  expect(await textOf(`${link}/download`)).toContain('Quorumsecond')
  expect((await program.page(link)).toString()).toContain('Quorumsecond')
  const about = await program.draft('about.md')
  await program.publish([{ ...about, text: `${about.text}\nQuite another sentence.\n` }])
  await isLive()
  expect((await program.page('/about')).toString()).toContain('Quite another sentence.')
  expect(await versions()).toBe(2)
})

test('no public file has a word of them', async () => {
  const pages = join(program.environment['DATA_DIR'] ?? '', 'media/pages')
  const archives = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.zip'),
  )
  const files = archives.flatMap((name) => Object.entries(unzipSync(readFileSync(join(pages, name)))))
  expect(files.length).toBeGreaterThan(50)
  const found: string[] = []
  for (const [name, content] of files) {
    if (name.endsWith('.gz')) continue // a copy
    const text = name.endsWith('.pdf') ? (await readPdf(content)).text : strFromU8(content, true)
    if (/quorum/i.test(name + text)) found.push(name)
  }
  // No address leads to them.
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter((name) => !/^_private\/[0-9a-f]{32}\.html$/.test(name))).toEqual([])
  const addresses = [
    ...found.flatMap((name) => [`/${name}`, `/${name.replace('.html', '')}`]),
    '/cv/audiences/quorumslug',
    '/cv-download',
    '/api/documents/documents/current_cv/',
    `/api/documents/documents/${id}/download/`,
    '/api/content/published/',
    '/api/content/files/',
    '/api/documents/documents/',
    '/api/documents/documents/from_content/',
  ]
  for (const address of addresses) {
    const answer = await program.page(address)
    const text =
      answer.subarray(0, 5).toString() === '%PDF-' ? (await readPdf(answer)).text : answer.toString()
    expect(text, address).not.toMatch(/quorum/i)
  }
})

test('a link ends with the file, and one to the restored file is another', async () => {
  const statusOf = async (address: string) => (await fetch(program.origin + address)).status
  await program.publish([{ ...(await program.draft(path)), text: null }])
  await isLive()
  expect(await audiences()).toEqual([])
  expect([await statusOf(link), await statusOf(`${link}/download`)]).toEqual([404, 404])
  const trash = await program.call<{ id: string; name: string }[]>('GET', '/api/trash/')
  expect(trash.map(({ name }) => name).sort()).toEqual(['CV: Quorumtitle', path])
  const text = trash.find(({ name }) => name === path)?.id ?? ''
  await program.call('POST', `/api/trash/${text}/restore/`)
  expect(await statusOf(link)).toBe(404)
  const { files } = await program.call<{ files: { path: string; draft: { revision: number } | null }[] }>(
    'GET',
    '/api/content/files/',
  )
  const revision = files.find((file) => file.path === path)?.draft?.revision
  await program.call('POST', '/api/content/publications/', { drafts: [{ path, revision }] })
  await isLive()
  const another = await share()
  expect(await textOf(`${another}/download`)).toContain('Quorumsecond')
  expect((await program.page(another)).toString()).toContain('Quorumsecond')
  expect(await statusOf(link)).toBe(404)
})

test('a scheduled one has a PDF from its time', async () => {
  const later = 'cv/audiences/later.md'
  await program.call('PUT', '/api/content/drafts/', {
    path: later,
    text: aText('Later.'),
    base: 0,
    revision: 0,
  })
  const at = new Date(Date.now() + 5_000).toISOString()
  const drafts = [{ path: later, revision: 1 }]
  await program.call('POST', '/api/content/publications/', { drafts, publish_at: at })
  expect(await audiences()).toHaveLength(1)
  await waitFor(async () =>
    expect((await audiences()).map(({ slug }) => slug)).toEqual(['later', 'quorumslug']),
  )
})

const waitFor = (reached: () => Promise<void>) => vi.waitFor(reached, { timeout: 60_000, interval: 500 })
