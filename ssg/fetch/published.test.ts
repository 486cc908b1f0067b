import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { page } from '../testing/files.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { fetchPublished } from './published.ts'
import { builtProject, change, compileFolder, contentFolder, publishedContent } from '../testing/project.ts'
import { readPdf } from '../testing/pdf.ts'
import { listen } from '../testing/server.ts'
import { tinyTexts } from '../testing/content-files.ts'

const token = 'a token of builds, of 32 characters or more'

interface Report {
  file_name: string
  pdf: string
}

/** A server that answers with the texts, or with a status, and records reports. */
async function aServer(files: Record<string, string>) {
  const server = { answer: files as Record<string, string> | number, reports: [] as string[], unchanged: 0 }
  const http = await listen((request, response) => {
    const allowed = request.headers.authorization === `Bearer ${token}`
    if (!allowed || typeof server.answer === 'number') {
      response.writeHead(allowed ? Number(server.answer) : 401).end('{}')
      return
    }
    if (request.method === 'GET') {
      if (request.url !== '/api/content/published/') {
        response.end('[]')
        return
      }
      const etag = `"${JSON.stringify(server.answer).length}"`
      if (request.headers['if-none-match'] === etag) {
        server.unchanged++
        response.writeHead(304).end()
        return
      }
      response.setHeader('ETag', etag)
      response.end(JSON.stringify({ publications: 3, files: server.answer, changed: {}, images: {} }))
      return
    }
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      server.reports.push(`${request.method} ${request.url} ${body}`)
      response.writeHead(204).end()
    })
  })
  return Object.assign(server, http)
}

/** The files below a folder whose names or content match, without compressed copies. */
async function filesWith(pattern: RegExp, folder: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name)
    if (/\.(br|gz)$/.test(name) || !(await stat(path)).isFile()) continue
    const content = await readFile(path)
    const text = name.endsWith('.pdf') ? JSON.stringify(await readPdf(content)) : content.toString('latin1')
    if (pattern.test(name + text)) found.push(name)
  }
  return found
}

test('a server that fails takes no text from the pages: its last answer is used', async () => {
  const cache = await temporaryFolder()
  const server = await aServer({ 'about.md': 'x' })
  const source = { buildDataOrigin: server.origin, buildToken: token }
  server.answer = 503
  expect(await fetchPublished(source, cache)).toEqual({
    notes: [
      `Warning: content: ${server.origin} could not be asked (it answers 503); the pages are made from the content folder.`,
    ],
  })
  server.answer = {}
  expect(await fetchPublished(source, cache)).toEqual({
    notes: [`Content: ${server.origin} has none yet; the pages are made from the content folder.`],
  })
  server.answer = { 'about.md': 'x' }
  const content = { files: new Map([['about.md', 'x']]), changed: {}, publications: 3 }
  for (let times = 0; times < 2; times++)
    expect(await fetchPublished(source, cache)).toMatchObject({
      published: content,
      notes: [`Content: 1 texts fetched from ${server.origin}.`],
    })
  expect(server.unchanged).toBe(1)
  server.answer = 503
  const last = await fetchPublished(source, cache)
  expect(last).toMatchObject({ published: content })
  expect(last.notes.join()).toContain('its last answer is used')
  const refused = await fetchPublished({ ...source, buildToken: 'wrong' }, cache)
  expect(refused.notes.join()).toContain('(it does not take this BUILD_TOKEN)')
  expect((await fetchPublished({ buildDataOrigin: server.origin }, cache)).notes.join()).toContain(
    'without BUILD_TOKEN the pages are built from the content folder',
  )
})

test('a build takes all content from the server, and reports the PDFs; a preview reports nothing', async () => {
  const file = await readFile(join(import.meta.dirname, '../testdata/content/site.md'), 'utf8')
  const text = file.replace(/^name: .*$/m, 'name: Words from a phone')
  const board = '---\ntitle: Quorumtitle\nrole: Quorumrole\n---\n\nQuorumsummary.\n'
  const texts = { ...Object.fromEntries(tinyTexts), 'site.md': text, 'cv/audiences/quorumslug.md': board }
  const server = await aServer(texts)
  const options = {
    buildDataOrigin: server.origin,
    buildToken: token,
    siteUrl: 'https://ann.example.test',
  }
  const site = await builtProject({ 'content/about.md': 'not read' }, options)
  expect((await site.read('index.html')).toString()).toContain('Words from a phone')
  expect((await site.manifest()).publications).toBe(3)
  expect(server.reports).toHaveLength(1)
  const [, path, ...cv] = server.reports[0]?.split(' ') ?? []
  const { file_name, pdf, audiences } = JSON.parse(cv.join(' ')) as Report & { audiences: Report[] }
  expect([path, file_name]).toEqual(['/api/documents/documents/from_content/', 'Words from a phone CV.pdf'])
  expect(Buffer.from(pdf, 'base64').equals(await site.read('cv.pdf'))).toBe(true)
  expect(audiences).toEqual([
    { slug: 'quorumslug', title: 'Quorumtitle', file_name, pdf: expect.any(String) as unknown },
  ])
  const shown = await readPdf(Buffer.from(audiences[0]?.pdf ?? '', 'base64'))
  expect(shown.pages[0]?.text).toMatch(/Quorumrole.*Quorumsummary/s)
  expect(await filesWith(/quorum/i, site.dist)).toEqual([])
  expect(await filesWith(/words from a phone/i, site.dist)).toContain('cv.pdf')
  expect(site.output.join('\n')).toContain(`Content: ${tinyTexts.size + 1} texts fetched`)
  expect(site.output.join('\n')).not.toContain(token)

  const preview = await builtProject({}, { ...options, preview: true })
  expect((await preview.read('index.html')).toString()).toContain('Words from a phone')
  server.answer = { ...texts, 'site.md': 'no front matter' }
  await expect(builtProject({}, options)).rejects.toThrow('content/site.md')
  expect(server.reports).toHaveLength(1)
})

test('errors in published content say where to fix it', async () => {
  const content = await contentFolder()
  const compile = (changes: Record<string, string | null>) =>
    compileFolder(content, publishedContent(tinyTexts, changes))
  expect((await compile({ 'about.md': page('Published words.') })).about.body).toContain('Published words.')
  await expect(compile({ 'about.md': '---\nheading: About\n---\n\nNo title.\n' })).rejects.toThrow(
    /content\/about.md:1: The field "title" is missing.* It was published at \/content: fix it there\.$/m,
  )
  await expect(compile({ 'about.md': null })).rejects.toThrow('content/about.md: The file is missing')
})

test('an image that no published text shows is a warning', async () => {
  const content = await contentFolder()
  await change(content, { 'left.png': 'no text shows it' })
  await expect(compileFolder(content)).rejects.toThrow('content/left.png')
  const { warnings } = await compileFolder(content, publishedContent(tinyTexts))
  expect(warnings.join('\n')).toContain('Warning: content/left.png: No page reads this file')
})

test('a photo that no text shows any more is a warning', async () => {
  const content = await contentFolder()
  await change(content, { 'photos/crane-41.jpg': 'an export wrote it' })
  const { warnings } = await compileFolder(content)
  expect(warnings.join('\n')).toContain('Warning: content/photos/crane-41.jpg: No page reads this file')
  await change(content, { 'photos/left.jpg': 'the owner wrote it' })
  await expect(compileFolder(content)).rejects.toThrow('stops for one error:\n\n  content/photos/left.jpg')
})
