import { photoFiles, type ImageFiles, type Photo } from './images.ts'

/** A gallery that is shown on the site, as the API gives it. */
export interface ShownGallery {
  slug: string
  name: string
  description: string
  images: readonly ShownImage[]
}

/** Its `srcset` is by ascending width, and has none wider than pages need. */
interface ShownImage extends Required<Photo> {
  description: string
  alt_text: string
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

export interface GalleryPhoto {
  /** The id of its element. */
  id: string
  title: string
  description: string
  /** Empty only if it has a title. */
  alt: string
  /** The address of the large photo, and its size. */
  large: string
  width: number
  height: number
  src: string
  srcSet: string
}

const pageSize = 60
/** The widths of thumbnails: up to twice that of a column on a large screen. */
const widestThumbnail = 960

/** The pages of the galleries. Their photos are files of the API, with names that cannot be guessed. */
export const galleriesOf = (shown: readonly ShownGallery[]): Gallery[] =>
  shown.map(({ slug, name, description, images }) => {
    const photos = images.map(photoOf)
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

function photoOf(image: ShownImage, index: number): GalleryPhoto {
  const { id, description, srcset } = image
  const { width, height, files } = photoFiles(image)
  const title = titleOf(image)
  const thumbnails = srcset.filter((file, place) => place === 0 || file.width <= widestThumbnail)
  const alt = image.decorative ? '' : image.alt_text
  return {
    id: `photo-${id}`,
    title,
    description,
    alt: alt || (title === '' ? `Photo ${index + 1}` : ''),
    width,
    height,
    src: thumbnails[0]?.url ?? '',
    srcSet: thumbnails.map(({ url, width }) => `${url} ${width}w`).join(', '),
    large: `/${files[0]?.name ?? ''}`,
  }
}

/** Uploads add the name of the file to the title, which is of no use to visitors. */
const titleOf = ({ title }: ShownImage) => title.replace(/ - [^/]*\.(jpe?g|png|gif|webp|hei[cf])$/i, '')
