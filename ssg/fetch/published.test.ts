import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import { fetchPublished } from './published.ts'
import { fileHash } from '../lib/hash.ts'
import { builtProject } from '../testing/project.ts'
import { listen } from '../testing/server.ts'
import type { Edit } from './edits.ts'

const token = 'a token of builds, of 32 characters or more'

/** A server that answers with `edits`, or with a status, and records reports. */
async function aServer(edits: Edit[]) {
  const server = { answer: edits as Edit[] | number, reports: [] as string[] }
  const http = await listen((request, response) => {
    const allowed = request.headers.authorization === `Bearer ${token}`
    if (!allowed || typeof server.answer === 'number') {
      response.writeHead(allowed ? Number(server.answer) : 401).end('{}')
      return
    }
    if (request.method === 'GET') {
      const edits = request.url === '/api/content/edits/' ? server.answer : []
      response.end(JSON.stringify({ publications: 3, edits }))
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

test('a server that fails takes no words from the pages: its last answer is used', async () => {
  const cache = await temporaryFolder()
  const edits = [{ path: 'about.md', base: '', text: 'x' }]
  const server = await aServer(edits)
  const source = { buildDataOrigin: server.origin, buildToken: token }
  server.answer = 503
  expect(await fetchPublished(source, cache)).toMatchObject({
    edits: [],
    publications: 0,
    notes: [
      `Warning: published texts: ${server.origin} could not be asked (it answers 503); the pages are made of the files alone.`,
    ],
  })
  server.answer = edits
  expect(await fetchPublished(source, cache)).toMatchObject({
    edits,
    publications: 3,
    notes: [`Words: 1 published texts fetched from ${server.origin}.`],
  })
  server.answer = 503
  const last = await fetchPublished(source, cache)
  expect(last).toMatchObject({ edits, publications: 3 })
  expect(last.notes.join()).toContain('its last answer is used')
  const refused = await fetchPublished({ ...source, buildToken: 'wrong' }, cache)
  expect(refused.notes.join()).toContain('(it does not take this BUILD_TOKEN)')
})

test('a build has the published words and tells what the folder holds; a preview tells nothing', async () => {
  const file = await readFile(join(import.meta.dirname, '../testdata/content/site.md'), 'utf8')
  const text = file.replace(/^name: .*$/m, 'name: Words from a phone')
  const server = await aServer([{ path: 'site.md', base: fileHash(file), text }])
  const options = { buildDataOrigin: server.origin, buildToken: token }
  const site = await builtProject({}, options)
  expect((await site.read('index.html')).toString()).toContain('Words from a phone')
  expect(server.reports).toHaveLength(2)
  expect(server.reports[0]).toMatch(/^PUT \/api\/content\/files\/ /)
  const [, path, ...cv] = server.reports[1]?.split(' ') ?? []
  const { file_name, pdf } = JSON.parse(cv.join(' ')) as { file_name: string; pdf: string }
  expect([path, file_name]).toEqual(['/api/documents/documents/from_content/', 'Words from a phone CV.pdf'])
  expect(Buffer.from(pdf, 'base64').equals(await site.read('cv.pdf'))).toBe(true)
  const { files, publications, pages } = JSON.parse(
    server.reports[0]?.split(' ').slice(2).join(' ') ?? '',
  ) as {
    files: { path: string; text: string }[]
    publications: number
    pages: string[]
  }
  expect(pages).toEqual(['/', '/cv'])
  expect(publications).toBe(3)
  expect(files.find(({ path }) => path === 'site.md')?.text).toBe(file)
  expect(site.output.join('\n')).toContain('Words: 1 published texts fetched')
  expect(site.output.join('\n')).not.toContain(token)

  const preview = await builtProject({}, { ...options, preview: true })
  expect((await preview.read('index.html')).toString()).toContain('Words from a phone')
  server.answer = [{ path: 'site.md', base: fileHash(file), text: 'no front matter' }]
  await expect(builtProject({}, options)).rejects.toThrow('content/site.md')
  expect(server.reports).toHaveLength(2)
})
