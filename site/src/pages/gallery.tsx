import { cx } from '../lib/cx'
import { PageIntro } from '../ui/page-intro'
import { PathIcon } from '../ui/path-icon'
import { BackLink } from './entry-links'
import styles from './gallery.module.css'
import { Fixed } from './fixed'
import { usePageTexts } from './language'
import type { SiteContent } from './page-props'
import { paths } from './paths'

type Gallery = SiteContent['galleries'][number]
type Photo = Gallery['pages'][number]['photos'][number]

interface GalleryProps {
  gallery: Gallery
  /** The address of the page, one of the gallery's. */
  path: string
  /** The list of galleries, if the site has one. */
  list: SiteContent['pages']['gallery'] | undefined
  /** The language of the library's words, if it is another one than the page's. */
  lang: string | undefined
}

/** How wide a photo is: as high as its row, which fills the width and is mostly a quarter higher than it must be. */
function sizesOf({ width, height }: Photo): string {
  const vertical = width / height
  return `(min-width:62.5rem) ${Math.round(vertical * 21)}rem, (min-width:44rem) ${Math.round(vertical * 17)}rem, 90vw`
}

/** A page of a gallery. Each photo is a link to the large one, which `photo-gallery` shows in a dialog. */
export function GalleryPage({
  gallery: { name, description, count: total, pages },
  path,
  list,
  lang,
}: GalleryProps) {
  const { texts, fixed, at } = usePageTexts()
  const index = pages.findIndex((page) => page.path === path)
  const page = pages[index]
  if (!page) return null
  return (
    <div className={cx(styles.page, 'contained')}>
      {list !== undefined && <BackLink href={at('/gallery')} page={list} />}
      <PageIntro eyebrow={<Fixed>{texts.photoCount(total)}</Fixed>} title={name} titleLanguage={lang}>
        {description !== '' && index === 0 && (
          <p dir="auto" lang={lang}>
            {description}
          </p>
        )}
      </PageIntro>
      <PhotoGrid
        name={name}
        page={page}
        total={total}
        previous={lastPhoto(pages[index - 1])}
        next={firstPhoto(pages[index + 1])}
        lang={lang}
      />
      {pages.length > 1 && (
        <nav aria-label={texts.pages} className={styles.pages} {...fixed}>
          {pages.map((other, number) => (
            <a key={other.path} href={other.path} aria-current={other === page ? 'page' : undefined}>
              {number + 1}
            </a>
          ))}
        </nav>
      )}
    </div>
  )
}

interface PhotoGridProps {
  name: string
  page: Gallery['pages'][number]
  /** The number of photos on all pages of the gallery. */
  total: number
  /** The addresses of the photos before and after those of the page. */
  previous?: string | undefined
  next?: string | undefined
  lang?: string | undefined
}

/** The photos of one page, and the dialog that shows one large. */
export function PhotoGrid({ name, page, total, previous, next, lang }: PhotoGridProps) {
  return (
    <photo-gallery
      data-name={name}
      data-first={page.first}
      data-total={total}
      data-previous={previous}
      data-next={next}
    >
      <ul className={styles.grid}>
        {page.photos.map((photo, place) => (
          <li key={photo.id} id={photo.id} className={photo.className}>
            <a href={photo.large}>
              <Thumbnail photo={photo} eager={place < 3} sizes={sizesOf(photo)} />
              {photo.title !== '' && (
                <b dir="auto" lang={lang}>
                  {photo.title}
                </b>
              )}
              {photo.description !== '' && (
                <span dir="auto" lang={lang}>
                  {photo.description}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <PhotoDialog name={name} />
    </photo-gallery>
  )
}

const firstPhoto = (page: Gallery['pages'][number] | undefined) =>
  page && `${page.path}#${page.photos[0]?.id ?? ''}`
const lastPhoto = (page: Gallery['pages'][number] | undefined) =>
  page && `${page.path}#${page.photos.at(-1)?.id ?? ''}`

interface ThumbnailProps {
  photo: Photo
  /** Whether visitors may see it without scrolling. */
  eager: boolean
  sizes: string
  /** By default the photo's own. */
  alt?: string
  className?: string | undefined
}

export function Thumbnail({ photo, eager, sizes, alt = photo.alt, className }: ThumbnailProps) {
  const { texts, fixed } = usePageTexts()
  return (
    <img
      src={photo.src}
      srcSet={photo.srcSet}
      sizes={sizes}
      width={photo.width}
      height={photo.height}
      alt={alt}
      loading={eager ? undefined : 'lazy'}
      className={className}
      {...(alt === texts.photoNumber(photo.number) && fixed)}
    />
  )
}

/** The dialog of `photo-gallery`, which has its style. */
function PhotoDialog({ name }: { name: string }) {
  const { texts, fixed } = usePageTexts()
  return (
    <dialog aria-label={name} className="photo-dialog">
      <p role="status" />
      <button type="button" data-action="copy" {...fixed}>
        <PathIcon small d={paths.link} />
        <span>{texts.copyLink}</span>
      </button>
      <p aria-live="polite" className="visually-hidden" data-copied="" {...fixed} />
      <button type="button" data-action="close" aria-label={texts.close} {...fixed}>
        <PathIcon d={paths.close} />
      </button>
      <div className="photo-stage" />
      <button type="button" data-action="reset" hidden {...fixed}>
        {texts.resetZoom}
      </button>
      <p role="alert" hidden {...fixed}>
        {texts.photoFailed}{' '}
        <button type="button" data-action="retry">
          {texts.retry}
        </button>
      </p>
      <button type="button" data-action="previous" aria-label={texts.previousPhoto} {...fixed}>
        <PathIcon pointing d={paths.previous} />
      </button>
      <div className="photo-caption" aria-live="polite" />
      <button type="button" data-action="next" aria-label={texts.nextPhoto} {...fixed}>
        <PathIcon pointing d={paths.next} />
      </button>
    </dialog>
  )
}
