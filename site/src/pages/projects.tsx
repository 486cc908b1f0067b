import { PageIntro } from '../ui/page-intro'
import { RichText } from '../ui/rich-text'
import type { PageProps } from './page-props'

/** All projects. */
export function Projects({ content: { pages, projects } }: Pick<PageProps, 'content'>) {
  const { heading = 'Projects', intro = '' } = pages.projects ?? {}
  return (
    <div className="contained">
      <PageIntro eyebrow="Work" title={heading}>
        {intro !== '' && <RichText html={intro} />}
      </PageIntro>
      <ul>
        {projects.map(({ path, title, summary }) => (
          <li key={path} dir="auto">
            <a href={path}>{title}</a>
            <p>{summary}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
