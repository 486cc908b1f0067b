import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import { fetchBuildData } from './build-data.ts'
import { builtProject } from '../testing/project.ts'
import { listen } from '../testing/server.ts'

const banner = '/api/photos/images/?gallery_slug=page-logos'
const cv = '/api/documents/documents/current_cv/'
const galleries = '/api/photos/galleries/shown/'
const recorded = JSON.parse(await readFile('site/src/testing/golden/shown-galleries.json', 'utf8')) as {
  body: unknown
}
const json = (value: unknown) => JSON.stringify(value)

const canvas = (width: number, height: number) =>
  ({ width, height, channels: 3, background: '#888' }) as const
const plain = await sharp({ create: canvas(20, 20) })
  .png()
  .toBuffer()
/** Speckles, which compress badly, twice as wide as high. */
const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
const speckled = await sharp({ create: { ...canvas(1200, 600), noise } })
  .jpeg()
  .toBuffer()

/**
 * An API that answers as `answers` says: a text is sent with status 200, a number is a status, null
 * is silence.
 */
async function anApi(given: Record<string, string | number | Buffer | null>) {
  const answers = { ...given }
  const requests: string[] = []
  const answer: RequestListener = ({ url = '' }, response) => {
    requests.push(url)
    const content = answers[url] ?? (url in answers ? null : 404)
    if (content === null) return
    if (typeof content === 'number') response.writeHead(content).end()
    else response.end(content)
  }
  return { ...(await listen(answer)), answers, requests }
}

const filled = {
  [banner]: json([
    {
      image_url: '/media/a.jpg',
      title: 'Quay - quay.jpg',
      alt_text: 'A quay at noon',
      alt_texts: { nl: 'Een kade' },
    },
    { image_url: '/media/b.jpg', title: 'Crane', alt_text: 'A crane' },
  ]),
  '/media/a.jpg': plain,
  [cv]: json({ download_url: '/api/documents/documents/4/download/', name: 'CV' }),
  [galleries]: json(recorded.body),
}

test('the first image comes in small square files of the site’s own, the CV as its address', async () => {
  const api = await anApi({ ...filled, '/media/a.jpg': speckled })
  const data = await fetchBuildData(api.origin, await temporaryFolder())
  expect(data.cv).toBe('/cv-download')
  expect(data.galleries).toMatchObject([{ slug: 'page-logos', images: [{ id: 1, width: 700 }] }])
  expect(data.banner).toMatchObject({ alt: 'A quay at noon', altTexts: { nl: 'Een kade' } })
  const widths = data.banner?.avif?.split(',').map((candidate) => candidate.split(' '))
  expect(widths?.map(([, width]) => width)).toEqual(['432w', '640w'])
  const content = (address = '') => data.files.find(({ name }) => `/${name}` === address)?.content
  for (const [address, width = ''] of widths ?? []) {
    const { format, width: wide, height } = await sharp(content(address)).metadata()
    expect([format, `${wide}w`, `${height}w`]).toEqual(['heif', width, width])
  }
  expect(content(widths?.[0]?.[0])?.length).toBeLessThanOrEqual(4_300)
  expect((await sharp(content(data.banner?.src)).metadata()).format).toBe('webp')
  expect(data.notes).toEqual([
    `Banner: fetched from ${api.origin} and put into the pages.`,
    `CV: fetched from ${api.origin} and put into the pages.`,
    `Galleries: fetched from ${api.origin} and put into the pages.`,
  ])
  expect(api.requests).not.toContain('/media/b.jpg')
})

test('the crop follows the focal point', async () => {
  const black = { create: { ...canvas(400, 400), background: '#000' } }
  const halves = sharp({ create: { ...canvas(800, 400), background: '#fff' } })
    .composite([{ input: black, left: 0, top: 0 }])
    .png()
  const api = await anApi({ ...filled, '/media/a.jpg': await halves.toBuffer() })
  const cache = await temporaryFolder()
  async function brightness(focal_point: { x: number; y: number }): Promise<number> {
    const image = { image_url: '/media/a.jpg', title: 'Quay', alt_text: 'A quay', focal_point }
    Object.assign(api.answers, { [banner]: json([image]) })
    const { banner: built, files } = await fetchBuildData(api.origin, cache)
    const file = files.find(({ name }) => `/${name}` === built?.src)
    return (await sharp(file?.content).stats()).channels[0]?.mean ?? NaN
  }
  expect(await brightness({ x: 0, y: 50 })).toBeLessThan(10)
  expect(await brightness({ x: 100, y: 50 })).toBeGreaterThan(245)
})

test('an empty answer is cached too', async () => {
  const api = await anApi(filled)
  const cache = await temporaryFolder()
  await fetchBuildData(api.origin, cache)
  Object.assign(api.answers, {
    [banner]: '[]',
    [cv]: json({ download_url: null, name: null }),
    [galleries]: '[]',
  })
  const data = await fetchBuildData(api.origin, cache)
  expect(data).toMatchObject({ banner: null, cv: null, galleries: null, files: [] })
  expect(data.notes[0]).toBe(`Banner: ${api.origin} has none.`)
  Object.assign(api.answers, { [banner]: 500 })
  expect((await fetchBuildData(api.origin, cache)).banner).toBeNull()
})

test.each([
  ['fails', 500, 'it answers 500'],
  ['is no API', '<!doctype html>', 'its answer is not the API’s'],
  ['answers something else', '{"results":[]}', 'its answer is not the API’s'],
  ['sends on', 302, 'fetch failed'],
  ['does not answer', null, 'it does not answer in time'],
])('an API that %s empties nothing: its last good answer is used', async (_, answer, reason) => {
  const api = await anApi(filled)
  const cache = await temporaryFolder()
  const good = await fetchBuildData(api.origin, cache)
  Object.assign(api.answers, { [banner]: answer, [cv]: answer, [galleries]: answer })
  const data = await fetchBuildData(api.origin, cache, answer === null ? 100 : undefined)
  expect({ ...data, notes: [] }).toEqual({ ...good, notes: [] })
  expect(data.notes.join()).toContain(reason)
  expect(data.notes[0]).toMatch(/^Banner: .* could not be asked \(.*\); its last answer is used\.$/)
  const fresh = await fetchBuildData(api.origin, await temporaryFolder(), answer === null ? 100 : undefined)
  expect(fresh).toMatchObject({ banner: null, cv: null, files: [] })
  expect(fresh.notes[1]).toMatch(/^CV: .* could not be asked \(.*\); the page asks when it is opened\.$/)
  expect(fresh.notes[2]).toMatch(/^Galleries: .* could not be asked \(.*\); the pages have none\.$/)
})

test('a failed request does not affect the other', async () => {
  const api = await anApi({ ...filled, '/media/a.jpg': 404 })
  const data = await fetchBuildData(api.origin, await temporaryFolder())
  expect(data.banner).toBeNull()
  expect(data.notes[0]).toContain('it answers 404')
  expect(data.cv).not.toBeNull()
})

test('an image without an alternative text has none, whatever its file is called', async () => {
  const unnamed = json([
    { image_url: '/media/a.jpg', title: 'Quay - quay.jpg', alt_text: '', decorative: false },
    { image_url: '/media/b.jpg', title: 'Wave', alt_text: '', decorative: true },
  ])
  const api = await anApi({ ...filled, [banner]: unnamed })
  const data = await fetchBuildData(api.origin, await temporaryFolder())
  expect(data.banner?.alt).toBe('')
  expect(data.notes[3]).toBe(
    'Warning: images of page-logos have no alternative text: “Quay - quay.jpg”. Write them at /photos?alt=missing.',
  )
})

test('an image that is elsewhere, or none at all, is not taken', async () => {
  const elsewhere = json([{ image_url: 'http://127.0.0.1:1/a.jpg', title: '', alt_text: '' }])
  const api = await anApi({ ...filled, [banner]: elsewhere })
  const { notes } = await fetchBuildData(api.origin, await temporaryFolder())
  expect(notes[0]).toContain('it names http://127.0.0.1:1, which is not its own origin')
  Object.assign(api.answers, { ...filled, '/media/a.jpg': 'words' })
  expect((await fetchBuildData(api.origin, await temporaryFolder())).banner).toBeNull()
})

test('pages show the answer, and its files are served for good', async () => {
  const api = await anApi(filled)
  const home = `export const Home = (html, content, { banner, cv }) =>
  html + '<a href="' + cv + '">CV</a><img src="' + banner.src + '" alt="' + banner.alt + '">'`
  const changes = { 'site/src/pages/home.tsx': home }
  const project = await builtProject(changes, { buildDataOrigin: api.origin })
  const html = (await project.read('index.html')).toString()
  expect(html).toContain('<a href="/cv-download">')
  const [, src = ''] = /<img src="\/(assets\/banner-[\w-]{8}\.webp)" alt="A quay at noon">/.exec(html) ?? []
  const { routes } = await project.manifest()
  expect(routes.find(({ path }) => path === `/${src}`)?.headers['Cache-Control']).toContain('immutable')
  expect(api.requests.filter((path) => path === cv)).toHaveLength(1)
  expect(project.output.join('\n')).toContain(`CV: fetched from ${api.origin}`)
})
