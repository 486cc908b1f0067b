import type { ReactNode } from 'react'
import { cx } from '../lib/cx'
import { Badge } from '../ui/badge'
import { PageIntro } from '../ui/page-intro'
import { PathIcon } from '../ui/path-icon'
import { RichText } from '../ui/rich-text'
import print from './cv-print.module.css'
import styles from './cv.module.css'
import { FactsCard } from './facts-card'
import type { PageProps, SiteContent } from './page-props'
import { usePageTexts } from './language'
import { paths } from './paths'

type CvContent = SiteContent['cv']
type Texts = SiteContent['language']['texts']

export const CvPage = ({ content, data }: PageProps) => (
  <Cv content={content} eyebrow={content.cv.heading} card={<FactsCard content={content} cv={data.cv} />} />
)

interface CvProps {
  content: SiteContent
  eyebrow: ReactNode
  /** Beside the sections, or between them on narrow screens. */
  card: ReactNode
}

export function Cv({ content, eyebrow, card }: CvProps) {
  const { cv, site } = content
  const { texts, fixed } = usePageTexts()
  const parts = partsOf(cv, texts, fixed)
  const shown = cv.sections.filter((name) => name === 'facts' || parts[name])
  const facts = shown.indexOf('facts')
  const part = (name: string) => parts[name] && <CvSection key={name} {...parts[name]} />
  const [before, after] = [shown.slice(0, facts).map(part), shown.slice(facts + 1).map(part)]
  return (
    <div className={cx(styles.page, print.sheet, 'contained')} data-fade-in="">
      <PageIntro eyebrow={eyebrow} title={site.name}>
        <p dir="auto" className={styles.role}>
          {site.role}
        </p>
        <ul className={styles.contact}>
          {site.location && (
            <li dir="auto">
              <PathIcon small d={paths.pin} />
              {site.location}
            </li>
          )}
          <li>
            <PathIcon small d={paths.mail} />
            <a href={`mailto:${site.email}`}>{site.email}</a>
          </li>
        </ul>
        {cv.summary !== '' && <RichText html={cv.summary} />}
      </PageIntro>
      {before.length > 0 && <div>{before}</div>}
      {card}
      {/* Each child is a row of the grid. */}
      {after.length > 1 ? <div>{after}</div> : after}
    </div>
  )
}

interface Part {
  /** Ids in the content have no capitals. */
  id: string
  title: string
  /** Attributes of the title. */
  attributes: { lang?: string; dir?: 'auto' }
  content: ReactNode
}

/** The sections that have entries, keyed by name. */
function partsOf(cv: CvContent, texts: Texts, attributes: Part['attributes']): Record<string, Part> {
  const parts: [name: string, title: string, entries: readonly unknown[], content: ReactNode][] = [
    ['education', texts.education, cv.education, <Timeline entries={cv.education} />],
    ['experience', texts.businessExperiences, cv.experience, <Timeline entries={cv.experience} />],
    ['early', texts.earlyExperiences, cv.early, <Timeline entries={cv.early} />],
    ['volunteering', texts.volunteering, cv.volunteering, <Timeline entries={cv.volunteering} />],
    ['skills', texts.skills, cv.skills, <ChipGroups of={texts.skills} groups={cv.skills} />],
    ['certifications', texts.certifications, cv.certifications, <Certifications of={cv.certifications} />],
    [
      'awards',
      texts.awards,
      cv.awards,
      <Timeline entries={cv.awards.map((award) => past(award, award.awarder))} />,
    ],
    [
      'publications',
      texts.publications,
      cv.publications,
      <Timeline entries={cv.publications.map((entry) => past(entry, entry.publisher))} />,
    ],
    [
      'tools',
      texts.productivityTools,
      cv.tools,
      <ChipGroups of={texts.productivityTools} groups={cv.tools} />,
    ],
  ]
  const own = cv.own.map(({ slug, lang, title, body }): [string, Part] => {
    return [
      `sections/${slug}`,
      {
        id: `Own-${slug}`,
        title,
        attributes: { dir: 'auto', ...(lang && { lang }) },
        content: (
          <div lang={lang}>
            <RichText html={body} />
          </div>
        ),
      },
    ]
  })
  const filled = parts.flatMap(([name, title, entries, content]): [string, Part][] =>
    entries.length > 0 ? [[name, { id: `Section-${name}`, title, attributes, content }]] : [],
  )
  return Object.fromEntries([...filled, ...own])
}

const CvSection = ({ id, title, attributes, content }: Part) => (
  <section aria-labelledby={id} className={cx(styles.section, 'laid-out-later')}>
    <h2 id={id} {...attributes}>
      {title}
    </h2>
    {content}
  </section>
)

interface TimelineEntry {
  slug: string
  lang?: string | undefined
  title: string
  organisation?: string | undefined
  place?: string | undefined
  url?: string | undefined
  /** The day it began; undefined without dates. */
  start: string | undefined
  end?: string | undefined
  period: string
  body: string
}

/** Something of one day, or without one. */
const past = (
  entry: CvContent['awards' | 'publications'][number],
  organisation: string | undefined,
): TimelineEntry => ({ ...entry, organisation, start: entry.date, end: entry.date ?? '' })

/** Entries along a line, newest first. An entry without an end is highlighted. */
function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const { fixedIn } = usePageTexts()
  return (
    <ol className={styles.line}>
      {entries.map(({ slug, lang, title, organisation, place, url, start, end, period, body }) => (
        <li key={slug} lang={lang} className={cx(styles.entry, end === undefined && styles.present)}>
          {period !== '' && (
            <time dateTime={start} {...fixedIn(lang)}>
              {period}
            </time>
          )}
          <h3 dir="auto">
            <Linked url={url}>{title}</Linked>{' '}
            {(organisation ?? place) !== undefined && (
              <span>{[organisation, place].filter(Boolean).join(', ')}</span>
            )}
          </h3>
          {body !== '' && <RichText html={body} />}
        </li>
      ))}
    </ol>
  )
}

/** The name of something that may have an address. */
const Linked = ({ url, children }: { url: string | undefined; children: string }) =>
  url === undefined ? (
    children
  ) : (
    <a href={url} rel="noopener">
      {children}
    </a>
  )

/** The groups of the section `of`, whose title a group that is alone may have too. */
function ChipGroups({ of: section, groups }: { of: string; groups: CvContent['skills'] }) {
  return groups.map(({ slug, lang, title, items }) => (
    <div key={slug} lang={lang} className={styles.group}>
      {(groups.length > 1 || title !== section) && <h3 dir="auto">{title}</h3>}
      <ul className={styles.chips}>
        {items.map((item) => (
          <li key={item} dir="auto">
            <Badge>{item}</Badge>
          </li>
        ))}
      </ul>
    </div>
  ))
}

function Certifications({ of: certifications }: { of: CvContent['certifications'] }) {
  const { fixedIn } = usePageTexts()
  return (
    <ul className={styles.rows}>
      {certifications.map(({ slug, lang, title, issuer, date, period, url }) => (
        <li key={slug} lang={lang}>
          <h3 dir="auto">
            <Linked url={url}>{title}</Linked>
          </h3>
          <p dir="auto">{issuer}</p>
          <time dateTime={date} {...fixedIn(lang)}>
            {period}
          </time>
        </li>
      ))}
    </ul>
  )
}
