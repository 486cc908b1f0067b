import type { Redirect } from './addresses.ts'
import { pathIn, type Language } from './language.ts'
import { photoFiles, type ImageFiles, type Photo } from './images.ts'
import type { SiteLink } from './links.ts'
import { placeholder, type SharedPage } from './private-page.ts'

/** A gallery that is shown on the site, as the API gives it. */
export interface ShownGallery {
  slug: string
  name: string
  description: string
  images: readonly ShownImage[]
}

/** Its `srcset` is by ascending width, up to 2,560 pixels a side. */
interface ShownImage extends Required<Photo> {
  /** The title without the name of the file that an upload adds. */
  caption: string
  description: string
  alt_text: string
  /** Those of the site's further languages, keyed by code. */
  alt_texts?: Readonly<Record<string, string>> | undefined
  decorative: boolean
  uploaded_at: string
}

/** A gallery on the site. */
export interface Gallery {
  name: string
  description: string
  /** The number of its photos. */
  count: number
  /** The day on which its newest photo was uploaded. */
  updated: string
  /** Its first photo, for previews of links. */
  cover: ImageFiles | undefined
  /** At least one. */
  pages: GalleryPage[]
}

export interface GalleryPage {
  path: string
  /** The number of its first photo, from 1. */
  first: number
  photos: GalleryPhoto[]
}

interface GalleryPhoto {
  /** Counted in the gallery, from 1. */
  number: number
  /** The id of its element. */
  id: string
  title: string
  description: string
  /** Empty only if it has a title. */
  alt: string
  /** The alternative texts by language, and without one; empty for a decoration. */
  altTexts: Readonly<Record<string, string>>
  /** The address of the largest file in `srcSet`, and its size. */
  large: string
  width: number
  height: number
  src: string
  srcSet: string
  /** The class that gives its place its proportions. */
  className: string
}

/** The gallery of a private page, in the page's language: at most one page. */
export function sharedGallery(
  { name, description = '', photos = [] }: SharedPage,
  language: Language,
): Gallery {
  const addressOf = (id: number, width: number) => `${placeholder}photos/${id}/${width}`
  const images = photos.map(({ id, title, description, altText, altTexts, widths, ...photo }) => ({
    ...photo,
    id,
    title,
    caption: title,
    description,
    alt_text: altText,
    alt_texts: altTexts,
    uploaded_at: '',
    image_url: addressOf(id, photo.width),
    srcset: widths.map((width) => ({ url: addressOf(id, width), width })),
  }))
  const shown = galleriesOf([{ slug: '', name, description, images }], Infinity)
  return (
    galleriesIn(shown, language)[0] ?? {
      name,
      description,
      count: 0,
      updated: '',
      cover: undefined,
      pages: [],
    }
  )
}

/** The pages of the galleries. Their photos are files of the API, with names that cannot be guessed. */
export const galleriesOf = (shown: readonly ShownGallery[], pageSize = 60): Gallery[] =>
  shown.map(({ slug, name, description, images }) => {
    const photos = images.map((image, index) => photoOf(image, index, name))
    const starts = photos.flatMap((_, index) => (index % pageSize === 0 ? [index] : []))
    return {
      name,
      description,
      count: photos.length,
      updated: images.map((image) => image.uploaded_at.slice(0, 10)).reduce((a, b) => (a > b ? a : b), ''),
      cover: images[0] && photoFiles(images[0]),
      pages: starts.map((start, index) => ({
        path: `/gallery/${slug}${index === 0 ? '' : `/${index + 1}`}`,
        first: start + 1,
        photos: photos.slice(start, start + pageSize),
      })),
    }
  })

function photoOf(image: ShownImage, index: number, gallery: string): GalleryPhoto {
  const { id, caption, description, srcset } = image
  const title = saysNothing(caption, gallery) ? '' : caption
  const [largest] = srcset.slice(-1)
  const width = largest?.width ?? image.width
  const height = Math.round((image.height * width) / image.width)
  const alt = image.decorative ? '' : image.alt_text
  return {
    id: `photo-${id}`,
    number: index + 1,
    title,
    description,
    alt: alt || (title === '' ? `Photo ${index + 1}` : ''),
    altTexts: image.decorative ? {} : { ...image.alt_texts, '': image.alt_text },
    width,
    height,
    src: srcset[0]?.url ?? '',
    srcSet: srcset.map(({ url, width }) => `${url} ${width}w`).join(', '),
    large: largest?.url ?? image.image_url,
    className: `ratio-${thousandths(width, height)}`,
  }
}

/** The galleries on the pages of a language. */
export const galleriesIn = (galleries: readonly Gallery[], language: Language): Gallery[] =>
  galleries.map(({ pages, ...gallery }) => ({
    ...gallery,
    pages: pages.map(({ path, photos, ...page }) => ({
      ...page,
      path: pathIn(language, path),
      photos: photos.map((photo) => {
        const { number, title, altTexts } = photo
        const own = altTexts[language.code] || altTexts[''] || ''
        return { ...photo, alt: own || (title === '' ? language.texts.photoNumber(number) : '') }
      }),
    })),
  }))

/** Whether a caption only repeats the name of the gallery, or is the name of a file as cameras and phones give it. */
const saysNothing = (caption: string, gallery: string): boolean =>
  caption.trim().toLowerCase() === gallery.trim().toLowerCase() ||
  /\.(avif|gif|heic|jpe?g|png|tiff?|webp)$/i.test(caption) ||
  /^(dji|dscf?|dscn|gopr|img|mvimg|p|pxl)[-_ ]?\d[-\w ()~]*$/i.test(caption)

const thousandths = (width: number, height: number) => Math.round((1000 * width) / height)

/**
 * The style of the photos' classes: the width of each in relation to its height, as `--ratio`. The content policy forbids
 * it in the markup.
 */
export const ratioStyle = (galleries: readonly Gallery[]): string => {
  const photos = galleries.flatMap(({ pages }) => pages.flatMap(({ photos }) => photos))
  const ratios = new Map(
    photos.map(({ className, width, height }) => [className, thousandths(width, height)]),
  )
  return [...ratios].map(([name, ratio]) => `.${name}{--ratio:${ratio / 1000}}`).join('')
}

/** The address of the list of galleries. One alone has no list: the address leads to its page. */
export const galleryList = '/gallery'

/** Whether a path is that of a gallery or of their list, even if none is shown there. */
export const isOfGalleries = (path: string): boolean => /^(\/[a-z]{2}(-[a-z]+)*)?\/gallery(\/|$)/i.test(path)

/** The address of the gallery's page, or of its photo, to which a link leads; undefined if it is not shown. */
export function galleryAddress(
  { path, fragment }: Pick<SiteLink, 'path' | 'fragment'>,
  galleries: readonly Gallery[],
): string | undefined {
  const end = fragment === '' ? '' : `#${fragment}`
  const [, , slug, number] = path.toLowerCase().split('/')
  if (!slug) {
    const [first] = galleries
    return galleries.length > 1 ? galleryList + end : first && firstPage(first)
  }
  const gallery = galleries.find((gallery) => firstPage(gallery) === `${galleryList}/${slug}`)
  if (!gallery) return undefined
  if (/^photo-\d+$/.test(fragment)) {
    const page = gallery.pages.find(({ photos }) => photos.some(({ id }) => id === fragment))
    return page && page.path + end
  }
  const page = gallery.pages.find(({ path }) => path === `${galleryList}/${slug}/${number}`)
  return page ? page.path + end : firstPage(gallery) + (number ? '' : end)
}

const firstPage = ({ pages: [first] }: Gallery) => first?.path ?? galleryList

/** The number of pages that a gallery may lose while its shared addresses still lead to it. */
const lostPages = 5

/** The redirects of the list, which one gallery alone does not have, and of pages that a gallery had with more photos. */
export const galleryRedirects = (galleries: readonly Gallery[], language: Language): Redirect[] => [
  ...(galleries.length === 1
    ? galleries.map((gallery) => ({
        from: pathIn(language, galleryList),
        to: firstPage(gallery),
        isTemporary: true,
      }))
    : []),
  ...galleries.flatMap((gallery) => {
    const to = firstPage(gallery)
    const next = gallery.pages.length + 1
    return Array.from({ length: lostPages }, (_, index) => ({
      from: `${to}/${next + index}`,
      to,
      isTemporary: true,
    }))
  }),
]
