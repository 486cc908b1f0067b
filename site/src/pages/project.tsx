import { cx } from '../lib/cx'
import { buttonClass } from '../ui/button-class'
import { Card } from '../ui/card'
import { PageIntro } from '../ui/page-intro'
import { PathIcon } from '../ui/path-icon'
import { RichText } from '../ui/rich-text'
import { Cover } from './cover'
import { BackLink, Neighbours } from './entry-links'
import { Fixed } from './fixed'
import { usePageTexts } from './language'
import type { SiteContent } from './page-props'
import { paths } from './paths'
import { Tags } from './project-cards'
import styles from './project.module.css'
import { serviceIcons } from './service-icons'
import text from './text-page.module.css'

type Project = SiteContent['projects'][number]

interface ProjectPageProps {
  project: Project
  content: SiteContent
}

export function ProjectPage({ project, content: { pages, projects } }: ProjectPageProps) {
  const { texts, at } = usePageTexts()
  const { path, lang, title, summary, period, cover, cover_alt, body } = project
  const hasFacts = Boolean(project.url ?? project.code ?? project.role ?? project.tags)
  return (
    <div className={hasFacts ? cx(styles.page, 'contained') : text.column}>
      <BackLink href={at('/projects')} page={pages.projects} />
      <div className={styles.head}>
        <PageIntro eyebrow={period && <Fixed>{period}</Fixed>} title={title} titleLanguage={lang}>
          <p dir="auto" lang={lang}>
            {summary}
          </p>
        </PageIntro>
      </div>
      <div className={cx(styles.columns, hasFacts && styles.withFacts)}>
        <div className={styles.column}>
          {cover && <Cover image={cover} alt={cover_alt} eager sizes={columnSizes} />}
          {body !== '' && <RichText html={body} lang={lang} className={text.body} />}
        </div>
        {hasFacts && <Facts {...project} />}
      </div>
      <Neighbours
        entries={projects}
        path={path}
        label={texts.previousAndNext}
        names={[texts.previousProject, texts.nextProject]}
      />
    </div>
  )
}

/** A column of text is 40rem wide. */
const columnSizes = '(min-width:42.5rem) 40rem, calc(100vw - 2.5rem)'

/** The facts besides the text. */
function Facts({ lang, url, code, role, tags }: Project) {
  const { texts, fixed, own } = usePageTexts()
  return (
    <Card as="aside" flush aria-label={texts.facts} className={styles.facts} {...fixed}>
      {(url ?? code) && (
        <div className={styles.links}>
          {url && (
            <a href={url} rel="noopener" className={buttonClass({ variant: 'primary', wide: true })}>
              {texts.visitSite}
              <PathIcon small pointing d={paths.external} />
            </a>
          )}
          {code && (
            <a href={code} rel="noopener" className={buttonClass({ wide: true })}>
              <PathIcon small d={serviceIcons[hostOf(code)]} />
              {texts.sourceCode}
            </a>
          )}
        </div>
      )}
      {role && (
        <div>
          <h2>{texts.role}</h2>
          <p dir="auto" lang={lang ?? own.lang}>
            {role}
          </p>
        </div>
      )}
      {tags && (
        <div>
          <h2>{texts.tags}</h2>
          <Tags tags={tags} lang={lang ?? own.lang} />
        </div>
      )}
    </Card>
  )
}

const hostOf = (code: string) =>
  (['github', 'gitlab'] as const).find((name) => code.startsWith(`https://${name}.com/`)) ?? 'code'
