import type { ReactNode } from 'react'
import { Card } from './card'
import styles from './record-card.module.css'

interface RecordCardProps {
  /** The heading's id, which names the table too. */
  id: string
  title: string
  /** The table, with what chooses its rows. */
  children: ReactNode
  /** Shown when there are no rows. */
  empty?: ReactNode
}

/** A card with a table of records. Its heading takes the focus when the last row is removed. */
export function RecordCard({ id, title, children, empty }: RecordCardProps) {
  return (
    <Card as="section" aria-labelledby={id} className={styles.card}>
      <h2 id={id} tabIndex={-1} data-list-heading className={styles.title}>
        {title}
      </h2>
      {children}
      {empty && <p className={styles.empty}>{empty}</p>}
    </Card>
  )
}
