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
        <p className={styles.role}>{site.role}</p>
        <p className={print.mail}>{site.email}</p>
        <RichText html={cv.summary} />
      </PageIntro>
      <div>
        <CvSection title="Education">
          <Timeline entries={cv.education} />
        </CvSection>
        <CvSection title="Business Experiences">
          <Timeline entries={cv.experience} />
        </CvSection>
        <CvSection title="Early Experiences">
          <Timeline entries={cv.early} />
        </CvSection>
        <CvSection title="Skills">
          <ChipGroups groups={cv.skills} />
        </CvSection>
        <CvSection title="Certifications">
          <Certifications certifications={cv.certifications} />
        </CvSection>
      </div>
      <FactsCard languages={cv.languages} />
      <CvSection title="Productivity Tools">
        <ChipGroups groups={cv.tools} />
      </CvSection>
    </FadeIn>
  )
}

/** One headed part of the CV. */
function CvSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
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
        <li key={entry.slug} className={cx(styles.entry, entry.end === null && styles.present)}>
          <time dateTime={entry.start}>{entry.period}</time>
          <h3>
            {entry.title}, {entry.organisation}
            {entry.place && `, ${entry.place}`}
          </h3>
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
      <h3>{title}</h3>
      <ul className={styles.chips}>
        {items.map((item) => (
          <li key={item}>
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
      {certifications.map(({ slug, title, issuer, date }) => (
        <li key={slug}>
          <h3>{title}</h3>
          <p>{issuer}</p>
          <time dateTime={date}>{date}</time>
        </li>
      ))}
    </ul>
  )
}
