import { useId, type ReactNode } from 'react'
import cv, { type CvCertification, type CvEntry, type CvGroup } from 'virtual:content/cv'
import site from 'virtual:content/site'
import { cx } from '../../lib/cx'
import { Badge } from '../../ui/badge'
import { FadeIn } from '../../ui/fade-in'
import { PageIntro } from '../../ui/page-intro'
import { RichText } from '../../ui/rich-text'
import styles from './cv.module.css'
import print from './cv-print.module.css'
import { FactsCard } from './facts-card'

/** For the preview. */
export { default as content } from 'virtual:content/cv'

/** The whole CV, in the order in which readers of CVs look for things. */
export default function CvPage() {
  return (
    <FadeIn className={cx(styles.page, print.sheet)}>
      <PageIntro eyebrow={cv.heading} title={site.name}>
        <p dir="auto" className={styles.role}>
          {site.role}
        </p>
        <p className={print.mail}>{site.email}</p>
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
      <FactsCard languages={cv.languages} />
      <CvSection title="Productivity Tools" entries={cv.tools}>
        <ChipGroups groups={cv.tools} />
      </CvSection>
    </FadeIn>
  )
}

interface CvSectionProps {
  title: string
  entries: readonly unknown[]
  children: ReactNode
}

/** One headed part of the CV; nothing when it has no entries. */
function CvSection({ title, entries, children }: CvSectionProps) {
  const id = useId()
  if (entries.length === 0) return null
  return (
    <section aria-labelledby={id} className={cx(styles.section, 'laid-out-later')}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** Entries along a line, newest first. An entry without an end is highlighted. */
function Timeline({ entries }: { entries: readonly CvEntry[] }) {
  return (
    <ol className={styles.line}>
      {entries.map((entry) => (
        <li key={entry.slug} className={cx(styles.entry, entry.end === undefined && styles.present)}>
          <time dateTime={entry.start}>{entry.period}</time>
          <h3 dir="auto">{[entry.title, entry.organisation, entry.place].filter(Boolean).join(', ')}</h3>
          <RichText html={entry.body} />
        </li>
      ))}
    </ol>
  )
}

/** Short things that belong together, as plain chips under the name of their group. */
function ChipGroups({ groups }: { groups: readonly CvGroup[] }) {
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

function Certifications({ certifications }: { certifications: readonly CvCertification[] }) {
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
