import sharp from 'sharp'
import { beforeAll, afterAll, describe, expect, test } from 'vitest'
import { securityTxt } from './crawlers.ts'
import { tags, type Tag } from '../document/markup.ts'
import type { Page } from '../document/pages.ts'
import { compile, type SiteContent } from '../model/compile.ts'
import { parseEntries } from '../model/entry.ts'
import { galleriesOf } from '../model/galleries.ts'
import { writeField } from '../model/form.ts'
import { publicPages } from '../model/public-pages.ts'
import { linkedData } from './linked-data.ts'
import { makeDiscovery } from './seo.ts'
import { tinyTexts } from '../testing/content-files.ts'
import { builtProject, type Project } from '../testing/project.ts'

const siteUrl = 'https://ann.example.test'

describe('a site that knows its address', () => {
  let project: Project
  beforeAll(async () => {
    project = await builtProject({}, { siteUrl, personPage: '/cv' }, afterAll)
  })
  const html = async (name: string) => (await project.read(name)).toString()
  const metas = async (name: string) => {
    const found = [...tags(await html(name))].filter((tag) => tag.name === 'meta')
    const key = ({ attributes }: Tag) => attributes.get('property') ?? attributes.get('name') ?? ''
    return Object.fromEntries(found.map((tag) => [key(tag), tag.attributes.get('content')]))
  }
  const linked = async (name: string): Promise<unknown> =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(await html(name))?.[1] ?? 'null')

  test('a public page is canonical and unfolds with its words and its image', async () => {
    expect(await html('cv.html')).toContain(`<link rel="canonical" href="${siteUrl}/cv">`)
    const found = await metas('cv.html')
    expect(found).toMatchObject({
      description: 'The "CV" & more.',
      'og:type': 'profile',
      'og:title': 'CV',
      'og:site_name': 'Ann Sample',
      'og:url': `${siteUrl}/cv`,
      'twitter:card': 'summary_large_image',
    })
    expect(await metas('index.html')).toMatchObject({ 'og:type': 'website', 'og:url': `${siteUrl}/` })
  })

  test('all pages have one share image, of the usual size, light and immutable', async () => {
    const address = (await metas('index.html'))['og:image'] ?? ''
    expect((await metas('cv.html'))['og:image']).toBe(address)
    const path = address.slice(siteUrl.length)
    const content = await project.read(path.slice(1))
    expect(await sharp(content).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    expect(content.length).toBeLessThan(40_000)
    const { routes } = await project.manifest()
    expect(routes.find((row) => row.path === path)?.headers['Cache-Control']).toContain('immutable')
  })

  test('the page about the person has structured data, the first page the profiles', async () => {
    expect(await linked('index.html')).toBeNull()
    expect(await linked('cv.html')).toMatchObject({
      '@type': 'ProfilePage',
      url: `${siteUrl}/cv`,
      mainEntity: { '@type': 'Person', name: 'Ann Sample' },
    })
    const profiles = (await html('index.html')).match(/<link rel="me" [^>]*>/g)
    expect(profiles).toEqual(['<link rel="me" href="https://video.example.test/ann">'])
  })

  test('the map lists the public pages and nothing else, and the robots find it', async () => {
    const map = (await project.read('sitemap.xml')).toString()
    expect([...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
      `${siteUrl}/`,
      `${siteUrl}/cv`,
    ])
    expect(map).not.toContain('lastmod')
    expect((await project.read('robots.txt')).toString()).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
    const { files, routes } = await project.manifest()
    expect(files['sitemap.xml']?.type).toBe('application/xml')
    expect(routes.find(({ path }) => path === '/sitemap.xml')?.headers['Cache-Control']).toBe('no-cache')
  })

  test('pages with noindex have no metadata', async () => {
    for (const name of ['404.html', 'app.html']) {
      expect(await html(name)).not.toMatch(/og:|twitter:|canonical|ld\+json/)
    }
  })
})

describe('a site that does not know its address', () => {
  let project: Project
  beforeAll(async () => {
    project = await builtProject({}, {}, afterAll)
  })

  test('leaves out what must be absolute, and the build says so', async () => {
    const html = (await project.read('index.html')).toString()
    expect(html).toContain('<meta property="og:title" content="Ann Sample">')
    expect(html).toContain('<meta name="twitter:card" content="summary">')
    expect(html).not.toMatch(/og:url|og:image|canonical|ld\+json/)
    const { files } = await project.manifest()
    expect(Object.keys(files).filter((name) => /sitemap|share-/.test(name))).toEqual([])
    expect((await project.read('robots.txt')).toString()).toBe('User-agent: *\nAllow: /\n')
    expect(project.output.join('\n')).toMatch(/^SITE_URL is not set: /m)
  })

  test('there are icons for tabs, home screens and well-known names', async () => {
    const html = (await project.read('index.html')).toString()
    const { files, routes, headers } = await project.manifest()
    const [, svg = ''] = /<link rel="icon" href="\/([^"]+)" type="image\/svg\+xml">/.exec(html) ?? []
    expect((await project.read(svg)).toString()).not.toContain('<text')
    expect(html).toContain('<link rel="manifest" href="/site.webmanifest">')
    expect(headers['Content-Security-Policy']).toContain("manifest-src 'self'")
    const manifest = JSON.parse((await project.read('site.webmanifest')).toString()) as {
      name: string
      theme_color: string
      icons: { src: string; sizes: string; purpose: string }[]
    }
    expect(manifest).toMatchObject({ name: 'Ann Sample', theme_color: '#ffffff', start_url: '/' })
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    for (const { src, sizes } of manifest.icons) {
      const { width, height } = await sharp(await project.read(src.slice(1))).metadata()
      expect(`${width}x${height}`).toBe(sizes)
      expect(routes.find(({ path }) => path === src)?.headers['Cache-Control']).toContain('immutable')
    }
    expect((await sharp(await project.read('apple-touch-icon.png')).metadata()).width).toBe(180)
    const ico = await project.read('favicon.ico')
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt32LE(18)]).toEqual([1, 1, 22])
    expect((await sharp(ico.subarray(22)).metadata()).width).toBe(32)
    expect(files['site.webmanifest']?.type).toBe('application/manifest+json')
    const cdn = (await project.read('_headers')).toString()
    expect(cdn).toContain(
      '/favicon.ico\n  Cache-Control: public, max-age=86400\n  Content-Type: image/x-icon\n',
    )
  })
})

describe('a page of an entry', () => {
  const photo = {
    ...{
      id: 1,
      title: 'Crane',
      caption: 'Crane',
      description: '',
      alt_text: 'A crane at dawn',
      decorative: false,
    },
    ...{ image_url: '/media/full.jpg', width: 4000, height: 3000, uploaded_at: '2026-05-01T12:00:00.000Z' },
    srcset: [{ url: '/media/large.jpg', width: 1280 }],
  }
  const shown = ['Harbour', 'Talks'].map((name) => {
    return { name, slug: name.toLowerCase(), description: 'The "quay".', images: [photo] }
  })
  const compiled = compile(parseEntries(tinyTexts), { siteUrl }).content as SiteContent
  const content = { ...compiled, galleries: galleriesOf(shown) }
  const pages = publicPages(content).map((page) => ({ ...page, file: '', status: 200 }))
  const options = {
    siteUrl,
    personPage: '/about',
    publicUrl: undefined,
    themeColor: { light: '#fff', dark: '#000' },
  }
  const { heads, files } = makeDiscovery([{ pages, content }], options, new Date())
  const headOf = (path: string) => heads[0]?.(pages.find((page) => page.path === path) as Page) ?? ''
  const graphOf = (path: string) => {
    const [, json = ''] = /ld\+json">(.*?)<\/script>/.exec(headOf(path)) ?? []
    return (JSON.parse(json) as { '@graph': unknown[] })['@graph']
  }
  const trail = (...names: string[]) => ({
    '@type': 'BreadcrumbList',
    itemListElement: names.map(
      (name, index) => expect.objectContaining({ name, position: index + 1 }) as unknown,
    ),
  })

  test('a site that PUBLIC_URL says is published is warned without its address', () => {
    const { notes } = makeDiscovery(
      [{ pages, content }],
      { ...options, siteUrl: undefined, publicUrl: siteUrl },
      new Date(),
    )
    expect(notes.join('\n')).toMatch(
      /^Warning: PUBLIC_URL is https:\/\/ann\.example\.test, but SITE_URL is not set: canonical links, share images, structured data and the sitemap are left out.* Build with SITE_URL=https:\/\/ann\.example\.test\.$/m,
    )
  })

  test("the owner's share image takes the place of the drawn one", () => {
    const file = { name: 'assets/me.jpg', ending: 'jpg' as const, width: 1280 }
    const source = writeField(tinyTexts.get('site.md') ?? '', 'share_image', 'me.jpg')
    const own = compile(parseEntries(new Map([...tinyTexts, ['site.md', source]])), {
      siteUrl,
      imageOf: () => ({ width: 1280, height: 640, files: [file] }),
    }).content as SiteContent
    const { heads, drawings } = makeDiscovery([{ pages, content: own }], options, new Date())
    expect(heads[0]?.(pages.find(({ path }) => path === '/') as Page)).toContain(
      `<meta property="og:image" content="${siteUrl}/assets/me.jpg">`,
    )
    expect(drawings.filter(({ name }) => name.includes('share-'))).toEqual([])
  })

  test.each([
    [
      '/projects/shelf',
      { '@type': 'CreativeWork', name: 'A "shelf" & more', keywords: ['Oak', 'Glue'] },
      'Work',
    ],
    [
      '/notes/second',
      { '@type': 'BlogPosting', headline: 'Second & last', datePublished: '2020-02-29' },
      'Notes',
    ],
    [
      '/gallery/harbour',
      { '@type': 'ImageGallery', name: 'Harbour', image: `${siteUrl}/media/large.jpg` },
      'Gallery',
    ],
  ])('%s has structured data with the way to it', (path, about, list) => {
    const [found, breadcrumbs] = graphOf(path)
    expect(found).toMatchObject({ ...about, url: siteUrl + path, author: { name: 'Ann Sample' } })
    const { name } = found as { name: string }
    expect(breadcrumbs).toEqual(trail('Ann Sample', list, name))
  })

  test('an own page is a web page', () => {
    expect(graphOf('/uses')).toMatchObject([
      { '@type': 'WebPage', name: 'Uses', description: 'What Ann uses.' },
      trail('Ann Sample', 'Uses'),
    ])
  })

  test('a note unfolds as an article, and leads to the feed', () => {
    expect(headOf('/notes/second')).toContain('<meta property="article:published_time" content="2020-02-29">')
    for (const path of ['/', '/notes', '/notes/second'])
      expect(headOf(path)).toContain(
        'type="application/atom+xml" title="Notes · Ann Sample" href="/notes/feed.xml"',
      )
  })

  test('the image of a preview has its size and a description', () => {
    expect(headOf('/uses')).toContain(
      '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">' +
        '<meta property="og:image:alt" content="Ann Sample, Tester of builds">',
    )
    expect(headOf('/gallery/harbour')).toContain(
      `<meta property="og:image" content="${siteUrl}/media/large.jpg"><meta property="og:image:width" content="1280">` +
        '<meta property="og:image:height" content="960"><meta property="og:image:alt" content="A crane at dawn">',
    )
  })

  test('the map has the day of a note and of the newest photo', () => {
    const map = files.find(({ name }) => name === 'sitemap.xml')?.content.toString() ?? ''
    for (const [path, day] of [
      ['/notes/first', '2019-11-08'],
      ['/notes', '2020-02-29'],
      ['/gallery/harbour', '2026-05-01'],
    ])
      expect(map).toContain(`<loc>${siteUrl}${path}</loc><lastmod>${day}</lastmod>`)
    expect(map).toContain(`<loc>${siteUrl}/projects/shelf</loc></url>`)
  })
})

test('content cannot end the script of structured data', () => {
  const site = { name: '</script><script>alert(1)</script>', role: '<!--', links: [] as { url: string }[] }
  const cv = { languages: [], education: [] }
  const script = linkedData({ site, cv, language: { code: 'en' } } as never, siteUrl, '/about')
  expect(script.match(/<\/?script/g)).toEqual(['<script', '</script'])
  const json = script.replace(/^<script[^>]*>|<\/script>$/g, '')
  expect(JSON.parse(json)).toMatchObject({ mainEntity: { name: site.name } })
})

test('security.txt has a contact and expires a year after the build', () => {
  const file = (hour: number) =>
    securityTxt('ann@example.test', ['de'], siteUrl, new Date(Date.UTC(2027, 1, 28, hour))).content.toString()
  expect(file(0)).toBe(`Contact: mailto:ann@example.test
Expires: 2028-02-27T00:00:00Z
Preferred-Languages: de, en
Canonical: ${siteUrl}/.well-known/security.txt
`)
  expect(file(23)).toBe(file(0))
  expect(securityTxt('ann@example.test', ['en'], undefined, new Date()).content.toString()).not.toContain(
    'Canonical',
  )
})
