import { cx } from '../lib/cx'
import { buttonClass } from '../ui/button-class'
import { PageIntro } from '../ui/page-intro'
import { PathIcon } from '../ui/path-icon'
import { RichText } from '../ui/rich-text'
import { contactAddress } from './owner'
import { BackLink, Neighbours } from './entry-links'
import { usePageTexts } from './language'
import type { SiteContent } from './page-props'
import { paths } from './paths'
import styles from './text-page.module.css'

interface NotePageProps {
  note: SiteContent['notes'][number]
  content: SiteContent
}

export function NotePage({ note, content: { pages, notes, site } }: NotePageProps) {
  const { texts, fixed, at } = usePageTexts()
  const { path, lang, title, date, day, body } = note
  return (
    <div className={styles.column}>
      <BackLink href={at('/notes')} page={pages.notes} />
      <PageIntro
        eyebrow={
          <time dateTime={date} {...fixed}>
            {day}
          </time>
        }
        title={title}
        titleLanguage={lang}
      />
      <RichText html={body} lang={lang} className={cx(styles.body, styles.only)} />
      <a href={contactAddress(site, at, title)} className={buttonClass({}, styles.action)} {...fixed}>
        <PathIcon small d={paths.mail} />
        {site.contact_form ? texts.getInTouch : texts.replyByMail}
      </a>
      <Neighbours
        entries={notes}
        path={path}
        label={texts.newerAndOlder}
        names={[texts.newerNote, texts.olderNote]}
      />
    </div>
  )
}
