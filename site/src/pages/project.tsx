import { PageIntro } from '../ui/page-intro'
import { RichText } from '../ui/rich-text'
import type { SiteContent } from './page-props'

interface ProjectPageProps {
  project: SiteContent['projects'][number]
  content: SiteContent
}

export function ProjectPage({ project: { title, summary, period, body }, content }: ProjectPageProps) {
  return (
    <div className="contained">
      <a href="/projects">{content.pages.projects?.label}</a>
      <PageIntro eyebrow={period} title={title}>
        <p dir="auto">{summary}</p>
      </PageIntro>
      <RichText html={body} />
    </div>
  )
}
