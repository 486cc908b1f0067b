import { useId, type ReactNode } from 'react'
import styles from './cv-section.module.css'

/** One headed part of the CV. */
export function CvSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
