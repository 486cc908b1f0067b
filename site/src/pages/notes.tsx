import { PageIntro } from '../ui/page-intro'
import { RichText } from '../ui/rich-text'
import type { PageProps } from './page-props'

/** All notes. */
export function Notes({ content: { pages, notes } }: Pick<PageProps, 'content'>) {
  const { heading = 'Notes', intro = '' } = pages.notes ?? {}
  return (
    <div className="contained">
      <PageIntro eyebrow="Writing" title={heading}>
        {intro !== '' && <RichText html={intro} />}
      </PageIntro>
      <ul>
        {notes.map(({ path, title, date, day }) => (
          <li key={path} dir="auto">
            <time dateTime={date}>{day}</time> <a href={path}>{title}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
