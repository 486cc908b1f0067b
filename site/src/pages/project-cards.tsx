import { cx } from '../lib/cx'
import { Card } from '../ui/card'
import { Cover } from './cover'
import { Fixed } from './fixed'
import type { SiteContent } from './page-props'
import styles from './project-cards.module.css'

type Project = SiteContent['projects'][number]

interface ProjectCardsProps {
  projects: readonly Project[]
  /** The level of their headings. */
  heading: 'h2' | 'h3'
  /** Whether they come first on their page. */
  first?: boolean
  className: string | undefined
}

/** Of the page with two columns; elsewhere there are up to three. */
const sizes = '(min-width:44rem) 36rem, calc(100vw - 2.5rem)'

/** Projects, each a card that is one link. */
export function ProjectCards({ projects, heading: Heading, first = false, className }: ProjectCardsProps) {
  return (
    <ul className={cx(className, (first || projects.length === 1) && styles.pairs)}>
      {projects.map(({ path, title, lang, summary, role, period, tags, cover }, index) => (
        <Card as="li" flush data-fade-in="" key={path} lang={lang} className={styles.card}>
          <Cover image={cover} eager={first && index < 2} {...(first && { sizes })} />
          <div className={styles.text}>
            {(role ?? period) !== '' && (
              <p dir="auto">
                {role}
                {role && period && ', '}
                {period && <Fixed>{period}</Fixed>}
              </p>
            )}
            <Heading dir="auto">
              <a href={path}>{title}</a>
            </Heading>
            <p dir="auto" className={styles.summary}>
              {summary}
            </p>
            {tags && <Tags tags={tags} />}
          </div>
        </Card>
      ))}
    </ul>
  )
}

export const Tags = ({ tags, lang }: { tags: readonly string[]; lang?: string | undefined }) => (
  <ul lang={lang} className={styles.tags}>
    {tags.map((tag) => (
      <li key={tag} dir="auto">
        {tag}
      </li>
    ))}
  </ul>
)
