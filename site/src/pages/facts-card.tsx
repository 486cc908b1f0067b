import { undrawnLetter } from '#model/cv/outline'
import { cx } from '../lib/cx'
import { buttonClass } from '../ui/button-class'
import { Card } from '../ui/card'
import { PathIcon } from '../ui/path-icon'
import styles from './cv.module.css'
import type { BuildData, SiteContent } from './page-props'
import { paths } from './paths'

/** The build writes these files from the content, so they work without the API. */
const formats = [
  ['/cv.pdf', 'PDF'],
  ['/cv.txt', 'Text'],
  ['/resume.json', 'JSON'],
  ['/card.vcf', 'vCard'],
] as const

interface FactsCardProps {
  content: SiteContent
  cv: BuildData['cv']
}

export function FactsCard({ content, cv }: FactsCardProps) {
  const {
    site,
    cv: { languages },
  } = content
  const isDrawn = undrawnLetter(content) === undefined
  const shown = formats.filter(([path]) => isDrawn || path !== '/cv.pdf')
  return (
    <Card as="aside" className={styles.card} aria-label="Contact and facts">
      <div className={styles.actions}>
        <CvDownload url={cv} />
        <a href={`mailto:${site.email}`} className={buttonClass({ wide: true }, styles.mail)}>
          <PathIcon small d={paths.mail} />
          Ask for More Information
        </a>
        <details className={styles.formats}>
          <summary>
            More formats
            <PathIcon small d={paths.chevron} />
          </summary>
          <ul>
            {shown.map(([path, name]) => (
              <li key={path}>
                <a href={path}>{name}</a>
              </li>
            ))}
          </ul>
        </details>
      </div>
      {languages.length > 0 && (
        <>
          <h2>Languages</h2>
          <dl>
            {languages.map(({ slug, title, level }) => (
              <div key={slug}>
                <dt dir="auto">{title}</dt>
                <dd dir="auto">{level}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {site.nationality !== undefined && (
        <>
          <h2>Nationality</h2>
          <p dir="auto">{site.nationality}</p>
        </>
      )}
      {site.links.length > 0 && (
        <>
          <h2>Links</h2>
          <ul>
            {site.links.map(({ title, url }) => (
              <li key={url} dir="auto">
                <a href={url} rel="noopener me">
                  {title}
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

/** The download button, with the build's link until the API answers. Its height is reserved, so nothing moves. */
const CvDownload = ({ url }: { url: string | null }) => (
  <cv-download className={cx(styles.download, url === null && 'needs-script')}>
    <a
      href={url ?? undefined}
      hidden={url === null}
      className={buttonClass({ variant: 'primary', wide: true })}
    >
      <PathIcon small d={paths.download} />
      Download CV (Current)
    </a>
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
