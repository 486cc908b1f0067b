import {
  appDocument,
  pageDocument,
  type ContentImages,
  type Script,
  type Shell,
} from '../document/document.ts'
import { pageStyles } from '../document/page-style.ts'
import { listPages, type Page, type PageData, type PageList, type PagesModule } from '../document/pages.ts'
import type { Fonts } from '../fonts/fonts.ts'
import { DiagnosticsError } from '../lib/diagnostics.ts'
import { nameHash } from '../lib/hash.ts'
import { textFile, type Drawing, type OutputFile } from '../lib/output-file.ts'
import type { Redirect } from '../model/addresses.ts'
import { accentStyle } from '../model/accent.ts'
import { audienceContent } from '../model/audiences.ts'
import { compile, type Compiled, type SiteContent } from '../model/compile.ts'
import { undrawnLetter } from '../model/cv/outline.ts'
import type { Diagnostic } from '../model/diagnostics.ts'
import { parseEntries } from '../model/entry.ts'
import { isOfGalleries, ratioStyle } from '../model/galleries.ts'
import { pathIn } from '../model/language.ts'
import { newSite } from '../model/new-site.ts'
import type { PrivatePage } from '../model/private-page.ts'
import { makeIcons } from '../images/icons.ts'
import { makeDiscovery, type DiscoveryOptions } from '../seo/seo.ts'
import { retiredWorkers } from '../seo/retired-workers.ts'
import { wellKnownFiles } from '../seo/well-known.ts'
import type { RenderedPage } from './check.ts'
import { appFile, neutralAppFile } from './manifest.ts'

/** What documents contain that does not depend on the content. */
export interface SiteParts {
  headScript: string
  suggestionScript: string
  /** The style of the pages, in the order in which it applies. */
  sheets: readonly string[]
  fonts: Pick<Fonts, 'css' | 'preload'>
  elements: Script
  app: Script
  appSheets: readonly string[]
}

interface ComposedSite extends PageList {
  /** The inline scripts of public pages. */
  scripts: string[]
  /** The public pages without their documents. */
  rendered: RenderedPage[]
  files: OutputFile[]
  drawings: Drawing[]
  /** Former addresses of pages. */
  moved: Redirect[]
  /** The inline styles of all documents. */
  styles: string[]
  notes: string[]
}

/**
 * Renders all documents of the site in its main language and in `translations`, and the files that name them. Throws
 * DiagnosticsError for pages that do not render.
 */
export function composeSite(
  content: SiteContent & { images: ContentImages },
  translations: readonly SiteContent[],
  data: PageData,
  pages: PagesModule,
  parts: SiteParts,
  options: DiscoveryOptions,
  today: Date,
): ComposedSite {
  const list = listPages(pages.routes(content))
  const further = translations.map((content) => ({
    content,
    pages: listPages(pages.routes(content), content.language).pages,
  }))
  const sites = [{ content, pages: list.pages }, ...further] as const
  const discovery = makeDiscovery(sites, options, today)
  const shell: Shell = {
    headScript: parts.headScript,
    suggestionScript: translations.length > 0 ? parts.suggestionScript : undefined,
    themeColor: options.themeColor.light,
    icon: discovery.icon,
    font: parts.fonts.preload,
  }
  const accent = accentStyle(content.site.accent)
  const pageStyle = pageStyles(parts.sheets)
  const styleOf = (body: string) => parts.fonts.css + pageStyle(body)
  const withoutFeed = options.siteUrl === undefined
  const rendered = sites.flatMap(({ content, pages: list }, index) =>
    renderPages(list, pages, content, { ...data, withoutFeed }).map((page) => {
      return { ...page, language: content.language, head: discovery.heads[index] }
    }),
  )
  const ratios = ratioStyle(content.galleries)
  const ratioFile = textFile(`assets/ratios-${nameHash(ratios)}.css`, ratios)
  const documents = rendered.map(({ page, body, language, head }) => {
    const css = styleOf(body) + accent
    const tags = head?.(page) ?? ''
    const sheets = isOfGalleries(page.path) ? [`/${ratioFile.name}`] : []
    return {
      css,
      file: textFile(
        page.file,
        pageDocument(shell, {
          ...page,
          language,
          tags,
          css,
          sheets,
          script: parts.elements,
          body,
        }),
      ),
    }
  })
  const addApp = (name: string, of: SiteContent, shell: Shell, images: ContentImages, accent = '') => {
    const body = pages.renderShell(of, data)
    const css = withoutReferrer(parts.fonts.css) + pageStyle(body) + accent
    const app = {
      language: of.language,
      name: of.site.name,
      logo: of.site.logo,
      css,
      images,
      siteUrl: options.siteUrl,
    }
    const { app: script, appSheets: sheets } = parts
    documents.push({ css, file: textFile(name, appDocument(shell, { ...app, sheets, script, body })) })
  }
  addApp(appFile, content, shell, content.images, accent)
  addApp(neutralAppFile, nobody(), { ...shell, icon: 'data:,' }, { files: {}, unused: [] })
  return {
    ...list,
    scripts: [shell.headScript, shell.suggestionScript ?? []].flat(),
    pages: sites.flatMap(({ pages }) => pages),
    rendered: rendered.map(({ page, body }) => ({ path: page.path, body })),
    files: [
      ...documents.map(({ file }) => file),
      ...discovery.files,
      ...(ratios === '' ? [] : [ratioFile]),
      ...wellKnownFiles(content.apps),
      ...retiredWorkers,
    ],
    drawings: discovery.drawings,
    moved: sites.flatMap(({ content }) => [
      ...content.redirects,
      ...(undrawnLetter(content) === undefined ? [] : [withoutPdf(content)]),
    ]),
    styles: [...new Set(documents.map(({ css }) => css))],
    notes: discovery.notes,
  }
}

/** A private page and the file of its document. */
export interface NamedPage {
  name: string
  page: PrivatePage
}

/**
 * The fonts of a document whose address is secret. Chromium sends it as the `Referer` of fonts that an inline style names,
 * whatever the document's policy is. Browsers that do not know the modifier take the first source.
 */
const withoutReferrer = (css: string) =>
  css.replace(
    /src:url\(([^)]+)\)format\('woff2'\)/g,
    `$&;src:url("$1" referrer-policy(no-referrer))format('woff2')`,
  )

const privateTags = '<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">'

/**
 * The documents of private pages. Nothing of them is in any other file, and none names them. The CV for an audience that
 * is missing has none: it must not be the whole CV.
 */
export function composePrivatePages(
  asked: readonly NamedPage[],
  {
    content,
    translations,
    audiences,
  }: Pick<Compiled, 'translations' | 'audiences'> & { content: SiteContent },
  pages: PagesModule,
  parts: SiteParts,
  themeColor: DiscoveryOptions['themeColor'],
): OutputFile[] {
  const icon = String(makeIcons(content.site.logo).svg.content)
  const shell: Shell = {
    headScript: parts.headScript,
    themeColor: themeColor.light,
    // A server without the public pages has no file of it.
    icon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
    font: parts.fonts.preload,
  }
  const pageStyle = pageStyles(parts.sheets)
  const accent = accentStyle(content.site.accent)
  const contentOf = (page: PrivatePage) => {
    if (page.kind !== 'cv') return content
    const audience = audiences.find(({ slug }) => slug === page.audience)
    return audience && audienceContent(content, translations, audience)
  }
  return asked.flatMap(({ name, page }) => {
    const shown = contentOf(page)
    if (!shown) return []
    const { css: own, ...rendered } = pages.renderPrivatePage(page, shown)
    const css = withoutReferrer(parts.fonts.css) + pageStyle(rendered.body) + accent + own
    return textFile(
      name,
      pageDocument(shell, {
        ...rendered,
        status: 200,
        tags: privateTags,
        css,
        sheets: [],
        script: parts.elements,
      }),
    )
  })
}

/** Where links to the CV's PDF lead if it cannot be drawn. */
const withoutPdf = ({ language }: SiteContent): Redirect => ({
  from: pathIn(language, '/cv.pdf'),
  to: '/cv-download',
  isTemporary: true,
})

/** The content of a site that shows nothing of its owner. */
function nobody(): SiteContent {
  const facts = { name: 'A', role: 'A', description: 'A', email: 'a@site.invalid', places: [] }
  const { content } = compile(parseEntries(new Map(Object.entries(newSite(facts)))))
  if (!content) throw new Error('A new site has errors.')
  return { ...content, site: { ...content.site, name: '', logo: '' } }
}

function renderPages(
  pages: readonly Page[],
  { renderPage }: PagesModule,
  content: SiteContent,
  data: PageData,
) {
  const diagnostics: Diagnostic[] = []
  const rendered = pages.flatMap((page) => {
    try {
      return [{ page, body: renderPage(page.path, content, data) }]
    } catch (error) {
      if (process.env['DEBUG'] === 'ssg') console.error(error)
      const message = `The page does not render (${error instanceof Error ? error.message : String(error)})`
      const hint = 'Correct the component that fails; run the build with DEBUG=ssg to see where.'
      diagnostics.push({ where: page.path, message, hint })
      return []
    }
  })
  if (diagnostics.length > 0) throw new DiagnosticsError(diagnostics)
  return rendered
}
