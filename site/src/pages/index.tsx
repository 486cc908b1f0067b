// First, because the layers' order is that of their first mention.
import '../styles/tokens.css'
import '../styles/reset.css'
import '../styles/base.css'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ratioStyle, sharedGallery } from '#model/galleries'
import type { PrivatePage } from '#model/private-page'
import { contactPage } from '#model/addresses'
import { pathIn } from '#model/language'
import { publicPages } from '#model/public-pages'
import { originalPath } from '#model/translations'
import { routes as table, type Route } from '../routes'
import { About } from './about'
import { ContactPage } from './contact'
import { CvPage } from './cv'
import { Frame } from './frame'
import { Galleries } from './galleries'
import { GalleryPage } from './gallery'
import { Home } from './home'
import { libraryLanguage, PageLanguage } from './language'
import { NotFound } from './not-found'
import { OnTheWeb } from './on-the-web'
import { NotePage } from './note'
import { Notes } from './notes'
import type { BuildData, PageProps, SiteContent } from './page-props'
import { ProjectPage } from './project'
import { Projects } from './projects'
import { SharePage } from './share'
import { Shell } from './shell'
import { TermsPage } from './terms'
import { TextPage } from './text-page'

/** The pages that exist once, between the header and the footer. */
const pages: Record<string, (props: PageProps) => ReactNode> = {
  '/': Home,
  '/cv': CvPage,
  '/on-the-web': OnTheWeb,
  '/about': About,
  '/contact': ContactPage,
  '/terms': TermsPage,
  '/projects': Projects,
  '/notes': Notes,
  '/gallery': Galleries,
}

/** Every address of the site in one language. */
export function routes(content: SiteContent): Route[] {
  const { texts } = content.language
  return [
    ...publicPages(content).map(({ path, title, description }): Route => {
      return { path, kind: 'public', title, description }
    }),
    ...table.map((route) =>
      route.kind === 'not-found'
        ? { ...route, title: texts.notFoundTitle, description: texts.notFoundReason }
        : { ...route, title: `${route.title} · ${content.site.name}` },
    ),
  ]
}

/** The body of the public page at `path`, even without content; that of the not-found page at any other. */
export function renderPage(path: string, content: SiteContent, data: BuildData): string {
  const page = pageAt(path, content, data)
  return markup(
    content,
    page === undefined ? (
      <NotFound site={content.site} />
    ) : (
      <Frame content={content} path={path}>
        {page}
      </Frame>
    ),
  )
}

function pageAt(path: string, content: SiteContent, data: BuildData): ReactNode {
  const Page = pages[originalPath(content.language, path)]
  if (Page) return <Page content={content} data={data} />
  const at = (entry: { path: string }) => entry.path === path
  const project = content.projects.find(at)
  if (project) return <ProjectPage project={project} content={content} />
  const note = content.notes.find(at)
  if (note) return <NotePage note={note} content={content} />
  const gallery = content.galleries.find(({ pages }) => pages.some(at))
  const list = content.galleries.length > 1 ? content.pages.gallery : undefined
  if (gallery)
    return <GalleryPage gallery={gallery} path={path} list={list} lang={libraryLanguage(content)} />
  const own = content.ownPages.find(at)
  return own && <TextPage eyebrow={content.site.name} {...own} />
}

/** The body of the document that starts the app. */
export const renderShell = (content: SiteContent): string => markup(content, <Shell content={content} />)

/** The document of a page that no address of the public has. */
export function renderPrivatePage(page: PrivatePage, content: SiteContent) {
  const { language, site } = content
  const body =
    page.kind === 'contact' ? (
      <Frame content={content} path={pathIn(language, contactPage)}>
        <ContactPage content={content} state={page.state} />
      </Frame>
    ) : (
      <SharePage page={page} content={content} />
    )
  return {
    language,
    title: titleOf(page, content),
    description: page.kind === 'contact' ? site.description : language.texts.sharedPrivately(site.name),
    body: markup(content, body),
    css: page.kind === 'gallery' ? ratioStyle([sharedGallery(page, language)]) : '',
  }
}

/** The name of a CV's audience is for its owner alone. */
function titleOf(page: PrivatePage, { language: { texts }, site: { name } }: SiteContent) {
  if (page.kind === 'cv') return texts.cvSharedBy(name)
  const title = { ended: texts.linkEnded, contact: texts.getInTouch }
  return `${'name' in page ? page.name : title[page.kind]} · ${name}`
}

const markup = ({ language }: SiteContent, page: ReactNode) =>
  renderToStaticMarkup(<PageLanguage value={language}>{page}</PageLanguage>)
