import { PathIcon } from '../ui/path-icon'
import styles from './note-rows.module.css'
import { usePageTexts } from './language'
import type { SiteContent } from './page-props'
import { paths } from './paths'

interface NoteRowsProps {
  notes: SiteContent['notes']
  /** The level of their headings. */
  heading: 'h2' | 'h3'
}

/** Notes, each a row that is one link. */
export function NoteRows({ notes, heading: Heading }: NoteRowsProps) {
  const { fixedIn } = usePageTexts()
  return (
    <ul className={styles.rows}>
      {notes.map(({ path, title, lang, summary, date, day }) => (
        <li key={path} lang={lang}>
          <time dateTime={date} {...fixedIn(lang)}>
            {day}
          </time>
          <div>
            <Heading dir="auto">
              <a href={path}>{title}</a>
            </Heading>
            {summary && <p dir="auto">{summary}</p>}
          </div>
          <PathIcon pointing d={paths.next} />
        </li>
      ))}
    </ul>
  )
}
