import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import { photoReader } from './photos.ts'
import { builtProject } from '../testing/project.ts'
import { listen } from '../testing/server.ts'
import { tinyTexts } from '../testing/content-files.ts'

const token = 'a token of builds, of 32 characters or more'
const crane = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2f49d1' } })
  .jpeg()
  .toBuffer()

const addresses = { 41: '/api/content/photos/41/', 42: '/api/content/photos/42/' }

/** A server with these photos and published texts. */
async function aServer(photos: Record<number, Buffer>, files: Record<string, string> = {}) {
  const server = { photos, asked: [] as string[], status: 200 }
  const http = await listen((request, response) => {
    const { url = '', headers } = request
    if (server.status !== 200 || headers.authorization !== `Bearer ${token}`) {
      response.writeHead(server.status === 200 ? 401 : server.status).end('{}')
      return
    }
    if (!url.startsWith('/api/content/photos/')) {
      request.resume()
      response.end(JSON.stringify({ publications: 1, files, changed: {}, photos: addresses }))
      return
    }
    server.asked.push(url)
    const photo = server.photos[Number(url.split('/')[4])]
    const etag = `"${photo?.length ?? 0}"`
    const same = headers['if-none-match'] === etag
    response.writeHead(photo ? (same ? 304 : 200) : 404, { ETag: etag }).end(same ? undefined : photo)
  })
  return Object.assign(server, http)
}

test('a photo is fetched once and when it changes, and cached for when the server is down', async () => {
  const cache = await temporaryFolder()
  const server = await aServer({ 41: Buffer.from('one'), 42: Buffer.from('two') })
  const source = { origin: server.origin, token }
  const photos = photoReader(source, addresses, cache)
  expect(await photos.read(41)).toEqual(Buffer.from('one'))
  expect(await photos.read(41)).toEqual(Buffer.from('one'))
  expect(await photos.read(43)).toBeNull()
  server.photos[41] = Buffer.from('another')
  expect(await photos.read(41)).toEqual(Buffer.from('another'))
  expect(photos.notes()).toEqual([])

  server.status = 503
  const later = photoReader(source, addresses, cache)
  server.asked.length = 0
  expect(await later.read(41)).toEqual(Buffer.from('another'))
  await expect(later.read(42)).rejects.toThrow('it answers 503')
  expect(later.notes()).toEqual([
    `Warning: photos in texts: ${server.origin} could not be asked (it answers 503); its last answers are used.`,
  ])
  server.status = 200
  // A server that did not answer once is not waited for again.
  await expect(later.read(42)).rejects.toThrow('it answers 503')
  expect(server.asked).toEqual([])
  await expect(photoReader({ ...source, token: 'wrong' }, addresses, cache).read(42)).rejects.toThrow(
    'BUILD_TOKEN',
  )
})

test('a build shows the photo of a published text, even if the server is down later', async () => {
  const about = await readFile(join(import.meta.dirname, '../testdata/content/about.md'), 'utf8')
  const text = `${about.trimEnd()}\n\n![A crane at dawn](photos/crane-at-dawn-41.jpg)\n`
  const server = await aServer({ 41: crane }, { ...Object.fromEntries(tinyTexts), 'about.md': text })
  const site = await builtProject(
    { 'site/src/pages/home.tsx': `export const Home = (html, { about }) => html + about.body\n` },
    { buildDataOrigin: server.origin, buildToken: token },
  )
  const page = (await site.read('index.html')).toString()
  const [, address = ''] = /<img src="\/(assets\/crane-at-dawn-41-800-[^"]+\.jpg)"/.exec(page) ?? []
  expect(page).toContain('width="900" height="600" alt="A crane at dawn"')
  const image = await site.read(address)
  expect((await sharp(image).metadata()).width).toBe(800)

  server.close()
  await site.build()
  expect((await site.read('index.html')).toString()).toBe(page)
  expect(await site.read(address)).toEqual(image)
  expect(site.output.at(-1)).toMatch(/Warning: photos in texts: .* its last answers are used\./)

  await expect(builtProject({ 'content/about.md': text })).rejects.toThrow(
    'content/about.md:' +
      String(text.split('\n').length - 1) +
      ': The image "photos/crane-at-dawn-41.jpg" is missing: the folder has no file photos/crane-at-dawn-41.jpg. If it is one of the photos, give the build BUILD_TOKEN',
  )
})
