import { cx } from '../lib/cx'
import { PageIntro } from '../ui/page-intro'
import { PathIcon } from '../ui/path-icon'
import { RichText } from '../ui/rich-text'
import { NoteRows } from './note-rows'
import styles from './notes.module.css'
import type { PageProps } from './page-props'
import { paths } from './paths'

/** All notes. */
export function Notes({ content: { pages, notes }, data }: PageProps) {
  const { heading = 'Notes', intro = '' } = pages.notes ?? {}
  return (
    <div className={cx(styles.page, 'contained')}>
      <PageIntro eyebrow="Writing" title={heading}>
        {intro !== '' && <RichText html={intro} />}
        {!data.withoutFeed && (
          <a href="/notes/feed.xml" type="application/atom+xml" className={styles.feed}>
            <PathIcon small d={paths.feed} />
            Subscribe by feed
          </a>
        )}
      </PageIntro>
      <NoteRows notes={notes} heading="h2" />
    </div>
  )
}
