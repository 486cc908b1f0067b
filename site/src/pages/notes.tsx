import { cx } from '../lib/cx'
import { PageIntro } from '../ui/page-intro'
import { PathIcon } from '../ui/path-icon'
import { RichText } from '../ui/rich-text'
import { Fixed } from './fixed'
import { usePageTexts } from './language'
import { NoteRows } from './note-rows'
import styles from './notes.module.css'
import type { PageProps } from './page-props'
import { paths } from './paths'

/** All notes. */
export function Notes({ content: { pages, notes }, data }: PageProps) {
  const { texts, fixed, at } = usePageTexts()
  const { heading = texts.notes, intro = '', labelLanguage } = pages.notes ?? {}
  return (
    <div className={cx(styles.page, 'contained')}>
      <PageIntro eyebrow={<Fixed>{texts.writing}</Fixed>} title={heading} titleLanguage={labelLanguage}>
        {intro !== '' && <RichText html={intro} />}
        {!data.withoutFeed && (
          <a href={at('/notes/feed.xml')} type="application/atom+xml" className={styles.feed} {...fixed}>
            <PathIcon small d={paths.feed} />
            {texts.subscribe}
          </a>
        )}
      </PageIntro>
      <NoteRows notes={notes} heading="h2" />
    </div>
  )
}
