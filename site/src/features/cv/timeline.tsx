import type { CvEntry } from 'virtual:content/cv'
import { cx } from '../../lib/cx'
import { RichText } from '../../ui/rich-text'
import styles from './timeline.module.css'

/** Entries along a line, newest first. An entry without an end is highlighted. */
export function Timeline({ entries }: { entries: readonly CvEntry[] }) {
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
