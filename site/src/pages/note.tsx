import { PageIntro } from '../ui/page-intro'
import { RichText } from '../ui/rich-text'
import styles from './about.module.css'
import type { SiteContent } from './page-props'

interface NotePageProps {
  note: SiteContent['notes'][number]
  content: SiteContent
}

export function NotePage({ note: { title, day, body }, content }: NotePageProps) {
  return (
    <div className={styles.column}>
      <a href="/notes">{content.pages.notes?.label}</a>
      <PageIntro eyebrow={day} title={title} />
      <RichText html={body} className={styles.body} />
    </div>
  )
}
