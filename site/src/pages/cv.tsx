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
import { paths } from './paths'

type Cv = SiteContent['cv']

export function CvPage({ content: { cv, site }, data }: PageProps) {
  return (
    <div className={cx(styles.page, print.sheet, 'contained')} data-fade-in="">
      <PageIntro eyebrow={cv.heading} title={site.name}>
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
        <RichText html={cv.summary} />
      </PageIntro>
      <div>
        <CvSection title="Education" entries={cv.education}>
          <Timeline entries={cv.education} />
        </CvSection>
        <CvSection title="Business Experiences" entries={cv.experience}>
          <Timeline entries={cv.experience} />
        </CvSection>
        <CvSection title="Early Experiences" entries={cv.early}>
          <Timeline entries={cv.early} />
        </CvSection>
        <CvSection title="Skills" entries={cv.skills}>
          <ChipGroups groups={cv.skills} />
        </CvSection>
        <CvSection title="Certifications" entries={cv.certifications}>
          <Certifications certifications={cv.certifications} />
        </CvSection>
      </div>
      <FactsCard site={site} languages={cv.languages} cv={data.cv} />
      <CvSection title="Productivity Tools" entries={cv.tools}>
        <ChipGroups groups={cv.tools} />
      </CvSection>
    </div>
  )
}

interface CvSectionProps {
  title: string
  entries: readonly unknown[]
  children: ReactNode
}

/** A part of the CV with a heading; nothing without entries. */
function CvSection({ title, entries, children }: CvSectionProps) {
  // Ids in the content have no capitals.
  const id = title.replaceAll(' ', '')
  if (entries.length === 0) return null
  return (
    <section aria-labelledby={id} className={cx(styles.section, 'laid-out-later')}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** Entries along a line, newest first. An entry without an end is highlighted. */
function Timeline({ entries }: { entries: Cv['experience'] }) {
  return (
    <ol className={styles.line}>
      {entries.map((entry) => (
        <li key={entry.slug} className={cx(styles.entry, entry.end === undefined && styles.present)}>
          <time dateTime={entry.start}>{entry.period}</time>
          <h3 dir="auto">
            {entry.title} <span>{[entry.organisation, entry.place].filter(Boolean).join(', ')}</span>
          </h3>
          <RichText html={entry.body} />
        </li>
      ))}
    </ol>
  )
}

function ChipGroups({ groups }: { groups: Cv['skills'] }) {
  return groups.map(({ slug, title, items }) => (
    <div key={slug} className={styles.group}>
      <h3 dir="auto">{title}</h3>
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

function Certifications({ certifications }: { certifications: Cv['certifications'] }) {
  return (
    <ul className={styles.rows}>
      {certifications.map(({ slug, title, issuer, date, period }) => (
        <li key={slug}>
          <h3 dir="auto">{title}</h3>
          <p dir="auto">{issuer}</p>
          <time dateTime={date}>{period}</time>
        </li>
      ))}
    </ul>
  )
}
