import type { ReactNode } from 'react'
import { formatDay } from '#model/dates'
import { fileSize } from '#model/file-size'
import { sharedGallery } from '#model/galleries'
import { placeholder, type SharedPage } from '#model/private-page'
import { cx } from '../lib/cx'
import { buttonClass } from '../ui/button-class'
import { Card } from '../ui/card'
import tile from '../ui/icon-tile.module.css'
import { Logo } from '../ui/logo'
import { PageIntro } from '../ui/page-intro'
import { PathIcon } from '../ui/path-icon'
import { ThemeSwitch } from '../ui/theme-switch'
import { Copyright } from './copyright'
import { Cv } from './cv'
import { LanguageList } from './facts-card'
import { Fixed } from './fixed'
import frame from './frame.module.css'
import { PhotoGrid } from './gallery'
import { usePageTexts } from './language'
import type { SiteContent } from './page-props'
import { firstName } from './owner'
import { paths } from './paths'
import styles from './share.module.css'
import footer from './site-footer.module.css'
import header from './site-header.module.css'
import text from './text-page.module.css'

interface SharePageProps {
  page: SharedPage | { kind: 'ended' }
  content: SiteContent
}

/** A page of a private link: nothing on it leads to the site's other pages but the name. */
export function SharePage({ page, content }: SharePageProps) {
  const { site } = content
  const { texts, fixed, at } = usePageTexts()
  return (
    <>
      <site-header className={header.host} data-private="">
        <a href="#main" className={header.skip} {...fixed}>
          {texts.skipToContent}
        </a>
        <header className={header.bar}>
          <div className={cx(header.row, 'contained')}>
            <a href={at('/')} className={header.brand}>
              <Logo letter={site.logo} />
              {site.name}
            </a>
            <div className={cx(header.actions, styles.theme)}>
              <ThemeSwitch label={texts.scripts['Use dark theme']} {...fixed} />
            </div>
          </div>
        </header>
      </site-header>
      <main id="main" className={cx(frame.main, styles.main)}>
        <Shared page={page} content={content} />
      </main>
      <footer className={footer.footer}>
        <div className={cx(footer.columns, 'contained')}>
          <p {...fixed}>{texts.sharedPrivately(site.name)}</p>
          <p>
            <Copyright site={site} />
          </p>
        </div>
      </footer>
    </>
  )
}

function Shared({ page, content }: SharePageProps) {
  switch (page.kind) {
    case 'document':
      return <SharedDocument page={page} content={content} />
    case 'gallery':
      return <SharedGallery page={page} content={content} />
    case 'cv':
      return <SharedCv page={page} content={content} />
    case 'ended':
      return <Ended content={content} />
  }
}

interface SharedProps {
  page: SharedPage
  content: SiteContent
}

function SharedDocument({ page, content }: SharedProps) {
  return (
    <div className={cx(styles.page, 'contained')}>
      <div className={styles.head}>
        <Intro page={page} content={content} />
        {page.file && <File file={page.file} />}
      </div>
      <Facts page={page} content={content} />
    </div>
  )
}

function SharedGallery({ page, content }: SharedProps) {
  const { name, pages } = sharedGallery(page, content.language)
  return (
    <div className={cx(styles.page, 'contained')}>
      <div className={styles.head}>
        <Intro page={page} content={content} />
      </div>
      {pages.map((shown) => (
        <div key={shown.path} className={styles.photos}>
          <PhotoGrid name={name} page={shown} total={shown.photos.length} />
        </div>
      ))}
      <Facts page={page} content={content} />
    </div>
  )
}

function Intro({ page: { name, description }, content: { site } }: SharedProps) {
  const { texts } = usePageTexts()
  return (
    <PageIntro eyebrow={<Fixed>{texts.sharedBy(site.name)}</Fixed>} title={name}>
      {description && (
        <p dir="auto" className={styles.description}>
          {description}
        </p>
      )}
    </PageIntro>
  )
}

const filePath = 'M14 3v4a1 1 0 0 0 1 1h4M5 12V5a2 2 0 0 1 2-2h7l5 5v4'
/** Letters on the sheet, or the rest of it. */
const pdfIcon = `${filePath}M5 18h1.5a1.5 1.5 0 0 0 0-3H5v6M17 18h2M20 15h-3v6M11 15v6h1a2 2 0 0 0 2-2v-2a2 2 0 0 0-2-2z`
const fileIcon = `${filePath}v7a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-7`

function File({ file: { name, contentType, bytes } }: { file: Required<SharedPage>['file'] }) {
  const { texts, fixed } = usePageTexts()
  const [, ending = ''] = /\.([a-z0-9]{1,5})$/i.exec(name) ?? []
  return (
    <div className={styles.file}>
      <div className={styles.inner}>
        <span className={tile.tile}>
          <PathIcon d={contentType === 'application/pdf' ? pdfIcon : fileIcon} />
        </span>
        <p>
          <b dir="auto">{name}</b>
          <span {...fixed}>{[ending.toUpperCase(), fileSize(bytes, texts)].filter(Boolean).join(', ')}</span>
        </p>
      </div>
      <Download {...fixed}>{texts.download}</Download>
    </div>
  )
}

const Download = ({ children, ...rest }: { children: string; lang?: string }) => (
  <a href={`${placeholder}download`} className={buttonClass({ variant: 'primary' }, styles.button)} {...rest}>
    <PathIcon small d={paths.download} />
    {children}
  </a>
)

/** The days, and whom to ask. */
function Facts({ page, content: { site } }: SharedProps) {
  const { texts, fixed } = usePageTexts()
  return (
    <Card as="aside" flush aria-label={texts.facts} className={styles.facts} {...fixed}>
      <Fact title={texts.sharedOn}>
        <Day day={page.sharedOn} />
      </Fact>
      <Until page={page} />
      <Fact title={texts.questions}>
        <a href={`mailto:${site.email}`}>{texts.writeTo(firstName(site))}</a>
      </Fact>
    </Card>
  )
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h2>{title}</h2>
    <p>{children}</p>
  </div>
)

function Day({ day }: { day: string }) {
  const { texts } = usePageTexts()
  return <time dateTime={day}>{formatDay(day, texts)}</time>
}

function Until({ page: { until } }: Pick<SharedProps, 'page'>) {
  const { texts } = usePageTexts()
  return (
    until && (
      <Fact title={texts.availableUntil}>
        <Day day={until} />
      </Fact>
    )
  )
}

function SharedCv({ page, content }: SharedProps) {
  const { site, cv } = content
  const { file } = page
  const { texts, fixed } = usePageTexts()
  const card = (
    <aside aria-label={texts.facts} className={styles.cv} {...fixed}>
      {file && <Download>{texts.downloadPdf}</Download>}
      <div className={cx(styles.facts, styles.inner)}>
        {file && (
          <p>
            {[...(file.pages ? [texts.pageCount(file.pages)] : []), fileSize(file.bytes, texts)].join(', ')}
            {'. '}
            {texts.updatedOn(formatDay(file.updatedOn, texts))}
          </p>
        )}
        <Until page={page} />
        {cv.languages.length > 0 && (
          <div>
            <h2>{texts.languages}</h2>
            <LanguageList languages={cv.languages} />
          </div>
        )}
      </div>
    </aside>
  )
  return <Cv content={content} eyebrow={<Fixed>{texts.cvSharedBy(site.name)}</Fixed>} card={card} />
}

/** The page of each address that is no share's, whatever the reason. */
function Ended({ content: { site } }: Pick<SharedProps, 'content'>) {
  const { texts, fixed, at } = usePageTexts()
  const name = firstName(site)
  return (
    <div className={text.column} {...fixed}>
      <PageIntro eyebrow={texts.sharedBy(site.name)} title={texts.linkEnded}>
        <p>{texts.linkEndedReason(name)}</p>
      </PageIntro>
      <p className={styles.actions}>
        <a href={`mailto:${site.email}`} className={buttonClass({ variant: 'primary' }, styles.button)}>
          <PathIcon small d={paths.mail} />
          {texts.writeTo(name)}
        </a>
        <a href={at('/')} className={buttonClass({}, styles.button)}>
          {texts.backToHome}
        </a>
      </p>
    </div>
  )
}
