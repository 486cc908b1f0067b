import { undrawnLetter } from '#model/cv/outline'
import { cx } from '../lib/cx'
import { buttonClass } from '../ui/button-class'
import { Card } from '../ui/card'
import { PathIcon } from '../ui/path-icon'
import styles from './cv.module.css'
import type { BuildData, SiteContent } from './page-props'
import { usePageTexts } from './language'
import { paths } from './paths'

interface FactsCardProps {
  content: SiteContent
  cv: BuildData['cv']
}

export function FactsCard({ content, cv }: FactsCardProps) {
  const {
    site,
    cv: { languages },
  } = content
  const { texts, fixed, own, at } = usePageTexts()
  const isDrawn = undrawnLetter(content) === undefined
  /** The build writes these files from the content, so they work without the API. */
  const formats = [
    ...(isDrawn ? [['/cv.pdf', 'PDF'] as const] : []),
    ['/cv.txt', texts.plainText],
    ['/resume.json', 'JSON'],
    ['/card.vcf', 'vCard'],
  ] as const
  return (
    <Card as="aside" className={styles.card} aria-label={texts.contactAndFacts} {...fixed}>
      <div className={styles.actions}>
        {content.language.prefix === '' || !isDrawn ? (
          <CvDownload url={cv} />
        ) : (
          // The current CV is in the main language.
          <DownloadLink url={at('/cv.pdf')} />
        )}
        <a href={`mailto:${site.email}`} className={buttonClass({ wide: true }, styles.mail)}>
          <PathIcon small d={paths.mail} />
          {texts.askForMore}
        </a>
        <details className={styles.formats}>
          <summary>
            {texts.moreFormats}
            <PathIcon small d={paths.chevron} />
          </summary>
          <ul>
            {formats.map(([path, name]) => (
              <li key={path}>
                <a href={at(path)}>{name}</a>
              </li>
            ))}
          </ul>
        </details>
      </div>
      {languages.length > 0 && (
        <>
          <h2>{texts.languages}</h2>
          <LanguageList languages={languages} />
        </>
      )}
      {site.nationality !== undefined && (
        <>
          <h2>{texts.nationality}</h2>
          <p dir="auto" {...own}>
            {site.nationality}
          </p>
        </>
      )}
      {site.links.length > 0 && (
        <>
          <h2>{texts.links}</h2>
          <ul {...own}>
            {site.links.map(({ title, url }) => (
              <li key={url}>
                <a href={url} rel="noopener me">
                  <bdi>{title}</bdi>
                  <PathIcon small pointing d={paths.external} />
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

export function LanguageList({ languages }: Pick<SiteContent['cv'], 'languages'>) {
  const { own } = usePageTexts()
  return (
    <dl className={styles.languages}>
      {languages.map(({ slug, lang, title, level }) => (
        <div key={slug} lang={lang ?? own.lang}>
          <dt dir="auto">{title}</dt>
          <dd dir="auto">{level}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The download button, with the build's link until the API answers. Its height is reserved, so nothing moves. */
function CvDownload({ url }: { url: string | null }) {
  return (
    <cv-download className={cx(styles.download, url === null && 'needs-script')}>
      <DownloadLink url={url} />
      <button
        type="button"
        hidden
        aria-disabled="true"
        className={buttonClass({ variant: 'outline', wide: true })}
      >
        <span className={styles.spinner} />
      </button>
      <p role="status" id="CvFailure" className={styles.failure} />
    </cv-download>
  )
}

function DownloadLink({ url }: { url: string | null }) {
  const { texts } = usePageTexts()
  return (
    <a
      href={url ?? undefined}
      hidden={url === null}
      className={buttonClass({ variant: 'primary', wide: true })}
    >
      <PathIcon small d={paths.download} />
      {texts.downloadCv}
    </a>
  )
}
