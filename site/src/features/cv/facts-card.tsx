import type { CvLanguage } from 'virtual:content/cv'
import site from 'virtual:content/site'
import { buttonClass } from '../../ui/button'
import { Card } from '../../ui/card'
import { PathIcon } from '../../ui/path-icon'
import { CvDownload } from './cv-download'
import styles from './cv.module.css'

/** The CV's other forms, which the build writes from the same content. They are there without the API, too. */
const forms = [
  ['/cv.pdf', 'PDF for print'],
  ['/cv.txt', 'Text'],
  ['/resume.json', 'JSON'],
  ['/card.vcf', 'vCard'],
] as const

/** The download, the contact, and the facts that readers look up. */
export function FactsCard({ languages }: { languages: readonly CvLanguage[] }) {
  return (
    <Card as="aside" className={styles.card} aria-label="Contact and facts">
      <div className={styles.actions}>
        <CvDownload />
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
