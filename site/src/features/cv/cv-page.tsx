import { useId, type ReactNode } from 'react'
import cv from 'virtual:content/cv'
import site from 'virtual:content/site'
import { cx } from '../../lib/cx'
import { FadeIn } from '../../ui/fade-in'
import { ReadingHead } from '../../ui/reading-head'
import { RichText } from '../../ui/rich-text'
import { Certifications, ChipGroups } from './cv-lists'
import styles from './cv-page.module.css'
import print from './cv-print.module.css'
import { FactsCard } from './facts-card'
import { Timeline } from './timeline'

/** The whole CV, in the order in which readers of CVs look for things. */
export function CvPage() {
  return (
    <FadeIn className={cx(styles.page, print.sheet)}>
      <ReadingHead eyebrow={cv.heading} title={site.name}>
        <p className={styles.role}>{site.role}</p>
        <p className={print.mail}>{site.email}</p>
        <RichText html={cv.summary} />
      </ReadingHead>
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
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
