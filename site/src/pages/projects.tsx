import { cx } from '../lib/cx'
import { PageIntro } from '../ui/page-intro'
import { RichText } from '../ui/rich-text'
import { Fixed } from './fixed'
import { usePageTexts } from './language'
import type { PageProps } from './page-props'
import { ProjectCards } from './project-cards'
import styles from './projects.module.css'

/** All projects. */
export function Projects({ content: { pages, projects } }: Pick<PageProps, 'content'>) {
  const { texts } = usePageTexts()
  const { heading = texts.projects, intro = '', labelLanguage } = pages.projects ?? {}
  return (
    <div className={cx(styles.page, 'contained')}>
      <PageIntro eyebrow={<Fixed>{texts.work}</Fixed>} title={heading} titleLanguage={labelLanguage}>
        {intro !== '' && <RichText html={intro} />}
      </PageIntro>
      <ProjectCards projects={projects} heading="h2" first className={styles.grid} />
    </div>
  )
}
