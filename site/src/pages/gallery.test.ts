import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compile } from '#model/compile'
import { parseEntries } from '#model/entry'
import { galleriesOf, type ShownGallery } from '#model/galleries'
import { pageAmong } from '../preview/public-pages'
import recorded from '../testing/golden/shown-galleries.json'
import { sampleContent } from '../testing/sample-content'
import { sampleTexts } from '../testing/sample-texts'
import { renderPage, routes } from './index'

type Image = ShownGallery['images'][number]

const [first] = recorded.body as ShownGallery[]
if (!first?.images[0]) throw new Error('The recorded answer has no photo.')
const [image] = first.images

const galleryOf = (slug: string, images: readonly Partial<Image>[]): ShownGallery => ({
  ...first,
  slug,
  name: slug,
  images: images.map((changed, index) => ({ ...image, id: index + 1, ...changed })),
})

const contentWith = (...shown: ShownGallery[]) => ({ ...sampleContent, galleries: galleriesOf(shown) })

const addresses = (...shown: ShownGallery[]) =>
  routes(contentWith(...shown)).flatMap(({ path, kind }) =>
    kind === 'public' && path.startsWith('/gallery') ? [path] : [],
  )

function pageOf(path: string, ...shown: ShownGallery[]): DocumentFragment {
  const innerHTML = renderPage(path, contentWith(...shown), { banner: null, cv: null })
  return Object.assign(document.createElement('template'), { innerHTML }).content
}

const footerOf = (page: DocumentFragment) =>
  page.querySelector('#site-links a[href^="/gallery"]')?.getAttribute('href')

test('the site has a list of its galleries only if there are several', () => {
  const [harbour, talks] = [galleryOf('harbour', [{}]), galleryOf('talks', [{}, {}])]
  expect(addresses()).toEqual([])
  expect(footerOf(pageOf('/'))).toBeUndefined()
  expect(addresses(harbour)).toEqual(['/gallery/harbour'])
  expect(footerOf(pageOf('/', harbour))).toBe('/gallery/harbour')
  expect(addresses(harbour, talks)).toEqual(['/gallery', '/gallery/harbour', '/gallery/talks'])
  const files = [[], [harbour], [harbour, talks]].map((shown) =>
    pageAmong(galleriesOf(shown), 'gallery/page.md'),
  )
  expect(files).toEqual([undefined, '/gallery/harbour', '/gallery'])
  const list = pageOf('/gallery', harbour, talks)
  expect(footerOf(list)).toBe('/gallery')
  expect([...list.querySelectorAll('main li')].map((card) => card.textContent)).toEqual([
    'harbourThe round banner.1 photo',
    'talksThe round banner.2 photos',
  ])
})

test('its page has the words of the owner, and the bar a link to it', () => {
  const front = 'title: Photos\ndescription: Two cities.\nheading: My photos\nnavigation: true'
  const texts = new Map([...sampleTexts, ['gallery/page.md', `---\n${front}\n---\n\nTwo places.\n`]])
  const galleries = galleriesOf([galleryOf('harbour', [{}]), galleryOf('talks', [{}])])
  const site = compile(parseEntries(texts), { galleries }).content
  const innerHTML = site && renderPage('/gallery', site, { banner: null, cv: null })
  const { content } = Object.assign(document.createElement('template'), { innerHTML })
  expect(content.querySelector('main h1')?.textContent).toBe('My photos')
  expect(content.querySelector('main h1')?.nextElementSibling?.textContent).toBe('Two places.')
  const bar = [...content.querySelectorAll('header li')].map((item) => item.textContent)
  expect(bar).toEqual(['Home', 'CV', 'Work', 'Photos', 'On the Web', 'About'])
})

test('each photo is a link to the large one, with an address of its own', () => {
  const srcset = [320, 640, 960, 1280, 2560].map((width) => ({ url: `/media/${width}.jpg`, width }))
  const wide = {
    width: 4000,
    height: 3000,
    srcset,
    alt_text: 'A crane',
    title: 'Dawn - a.jpg',
    caption: 'Dawn',
  }
  const untitled = { caption: '', description: '' }
  const page = pageOf('/gallery/talks', galleryOf('talks', [wide, { ...untitled, decorative: true }]))
  const links = [...page.querySelectorAll('photo-gallery li a')]
  expect(links.map((link) => [link.parentElement?.id, link.getAttribute('href'), link.textContent])).toEqual([
    ['photo-1', '/media/2560.jpg', 'DawnAt dawn'],
    ['photo-2', image.srcset.at(-1)?.url, ''],
  ])
  const [shown, other] = [...page.querySelectorAll('photo-gallery li img')]
  expect(shown?.getAttribute('srcset')).toBe(srcset.map(({ url, width }) => `${url} ${width}w`).join(', '))
  expect([shown?.getAttribute('width'), shown?.getAttribute('height')]).toEqual(['2560', '1920'])
  expect([shown?.getAttribute('alt'), other?.getAttribute('alt')]).toEqual(['A crane', 'Photo 2'])
})

test.each(['talks', ' Talks', 'IMG_2041', 'DSC00012 (2)', 'P1010034.JPG', '2026-11-03 10.22.png'])(
  'the caption %j says nothing, and is left out',
  (caption) => {
    const page = pageOf('/gallery/talks', galleryOf('talks', [{ caption, description: '', alt_text: 'A' }]))
    expect(page.querySelector('photo-gallery li')?.textContent).toBe('')
  },
)

test.each(['1984', 'Image of a ship', 'P. Ross', 'Talks 2'])('the caption %j is kept', (caption) => {
  const page = pageOf('/gallery/talks', galleryOf('talks', [{ caption, description: '' }]))
  expect(page.querySelector('photo-gallery li')?.textContent).toBe(caption)
})

test('a page of sixty photos with all their sizes is light', () => {
  const photos = Array.from({ length: 60 }, (_, index) => {
    const url = (width: number) => {
      const hash = createHash('sha256').update(`${index} ${width}`).digest('hex')
      return `/media/${hash.slice(0, 2)}/${hash}.jpg`
    }
    const [width, height] = [2560, 1707]
    const srcset = [320, 640, 960, 1280, width].map((width) => ({ width, height: 0, url: url(width) }))
    const alt_text = `A crane lifts container ${index} over the quay`
    return {
      width,
      height,
      srcset,
      image_url: url(width),
      thumbnail_url: url(320),
      alt_text,
      caption: `Crane ${index}`,
    }
  })
  const gallery = galleryOf('talks', photos)
  const html = renderPage('/gallery/talks', contentWith(gallery), { banner: null, cv: null })
  // 16,000 with the head of the document.
  expect(brotliCompressSync(html).length).toBeLessThanOrEqual(12_500)
})

test('a gallery of a thousand photos has pages of sixty', () => {
  const large = galleryOf('talks', Array<Partial<Image>>(1000).fill({}))
  const paths = addresses(large)
  expect([paths.length, paths.at(-1)]).toEqual([17, '/gallery/talks/17'])
  const page = pageOf('/gallery/talks/2', large)
  expect(page.querySelectorAll('photo-gallery li')).toHaveLength(60)
  expect(page.querySelector<HTMLElement>('photo-gallery')?.dataset).toMatchObject({
    first: '61',
    total: '1000',
    previous: '/gallery/talks#photo-60',
    next: '/gallery/talks/3#photo-121',
  })
  expect(page.querySelector('[aria-current=page]')?.textContent).toBe('2')
})

test('a page in a further language marks the words of the library, and has its alternative texts', () => {
  const site = (sampleTexts.get('site.md') ?? '').replace(/^language: .*$/m, '')
  const texts = new Map([...sampleTexts, ['nl/site.md', site]])
  const shown = [galleryOf('harbour', [{ title: 'Crane', caption: 'Crane' }]), galleryOf('talks', [{}])]
  const { translations } = compile(parseEntries(texts), { galleries: galleriesOf(shown) })
  const banner = { src: '/a.webp', alt: 'Quay', altTexts: { nl: 'Kade' } }
  const show = (path: string) => {
    const [dutch] = translations
    const innerHTML = dutch && renderPage(path, dutch, { banner, cv: null })
    return Object.assign(document.createElement('template'), { innerHTML }).content
  }
  const inEnglish = (path: string) =>
    [...show(path).querySelectorAll('main [lang=en]')].map((element) => element.textContent)
  expect(inEnglish('/nl/gallery')).toEqual(expect.arrayContaining(['harbour', 'The round banner.', 'talks']))
  expect(inEnglish('/nl/gallery/harbour')).toEqual(['harbour', 'The round banner.', 'Crane', 'At dawn'])
  expect(show('/nl').querySelector('picture img')?.getAttribute('alt')).toBe('Kade')
})
