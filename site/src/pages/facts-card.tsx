import { cx } from '../lib/cx'
import { buttonClass } from '../ui/button-class'
import { Card } from '../ui/card'
import { PathIcon } from '../ui/path-icon'
import styles from './cv.module.css'
import type { BuildData, SiteContent } from './page-props'

/** The CV's other forms, which the build writes from the same content. They are there without the API, too. */
const forms = [
  ['/cv.pdf', 'PDF for print'],
  ['/cv.txt', 'Text'],
  ['/resume.json', 'JSON'],
  ['/card.vcf', 'vCard'],
] as const

interface FactsCardProps {
  site: SiteContent['site']
  languages: SiteContent['cv']['languages']
  cv: BuildData['cv']
}

/** The download, the contact, and the facts that readers look up. */
export function FactsCard({ site, languages, cv }: FactsCardProps) {
  return (
    <Card as="aside" className={styles.card} aria-label="Contact and facts">
      <div className={styles.actions}>
        <CvDownload url={cv} />
        <a href={`mailto:${site.email}`} className={buttonClass({ wide: true }, styles.mail)}>
          Ask for More Information
        </a>
        <ul className={styles.forms} aria-label="The CV in other forms">
          {forms.map(([path, name]) => (
            <li key={path}>
              <a href={path}>{name}</a>
            </li>
          ))}
        </ul>
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
      <h2>Nationality</h2>
      <p dir="auto">{site.nationality}</p>
      {site.links.length > 0 && (
        <>
          <h2>Links</h2>
          <ul>
            {site.links.map(({ title, url }) => (
              <li key={url} dir="auto">
                <a href={url} rel="noopener me">
                  {title}
                  <PathIcon
                    small
                    d="M12 6H6a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6M11 13l9-9h-5m5 0v5"
                  />
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

/**
 * The button that downloads the CV: the link that the build knew, until the API answers. It has one size in all its states.
 * Without scripts nothing is being loaded, but the room for the button is there from the start.
 */
const CvDownload = ({ url }: { url: string | null }) => (
  <cv-download className={cx(styles.download, url === null && 'needs-script')}>
    <a
      href={url ?? undefined}
      hidden={url === null}
      className={buttonClass({ variant: 'primary', wide: true })}
    >
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
