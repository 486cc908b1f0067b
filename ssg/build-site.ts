import { checkBudgets, weighScreens } from './budgets.ts'
import { checkLinks, checkMarkup } from './check.ts'
import type { Screen } from './chunks.ts'
import type { Content } from './content.ts'
import { cvForms } from './cv/forms.ts'
import { appDocument, pageDocument, type Shell } from './document.ts'
import type { Fonts } from './fonts.ts'
import { headersFile, redirectsFile, siteManifest } from './headers.ts'
import { nameHash } from './hash.ts'
import { iconSvg } from './icon.ts'
import type { Style } from './inline-style.ts'
import { loaderScript } from './loader.ts'
import type { SiteManifest } from './manifest.ts'
import { BuildRefused } from './mistakes.ts'
import type { SsgOptions } from './options.ts'
import { finishFiles, type FinishedFile, type OutputFile } from './outputs.ts'
import { pageStyles, type PageStyle } from './page-style.ts'
import { listPages, type Page, type ServerEntry } from './pages.ts'
import { renderPages, type RenderedPage } from './render.ts'
import type { ScreenWeight } from './budgets.ts'
import { wellKnownFiles } from './well-known.ts'

/** What the client bundle has come to. */
export interface Client {
  /** The entry and what it imports, in the order in which they run. */
  entryScripts: string[]
  screens: Screen[]
  style: Style
  /** All its files, with the style that stands in every page taken out. */
  files: OutputFile[]
}

/** What the browser loads beside the documents. */
export interface Assets {
  client: Client
  fonts: Fonts
  /** All files of both, compressed. */
  finished: Promise<FinishedFile[]>
}

export interface Site {
  pages: Page[]
  screens: ScreenWeight[]
  manifest: SiteManifest
  files: OutputFile[]
}

/** Puts the whole site together in memory; throws BuildRefused with all that a visitor would trip on. */
export async function buildSite(
  { client, fonts, finished: assets }: Assets,
  server: ServerEntry,
  { site, cv, apps }: Pick<Content, 'site' | 'cv' | 'apps'>,
  options: SsgOptions,
): Promise<Site> {
  const list = listPages(server.pages)
  if (Array.isArray(list)) throw new BuildRefused(list)
  const shell = await buildShell(client, site, fonts, options)
  const { rendered, mistakes } = await renderPages(list.pages, server.render)
  const { documents, styles } = composeDocuments(rendered, shell, client, fonts, site, options)
  const finished = [
    ...(await finishFiles([
      ...documents,
      icon(site),
      ...cvForms({ site, cv }, options.siteUrl),
      ...wellKnownFiles(apps),
    ])),
    ...(await assets),
  ]
  const { loader } = shell
  const manifest = siteManifest({ ...list, loader, styles, files: finished, apiOrigin: options.apiOrigin })
  const screens = weighScreens(client.screens, manifest.files)
  mistakes.push(
    ...checkMarkup(rendered),
    ...checkLinks(rendered, manifest),
    ...checkBudgets(rendered, screens, manifest.files, options.budgets),
  )
  if (mistakes.length > 0) throw new BuildRefused(mistakes)
  return { pages: list.pages, screens, manifest, files: allFiles(finished, manifest) }
}

async function buildShell(
  client: Client,
  site: Content['site'],
  fonts: Fonts,
  { themeColor }: SsgOptions,
): Promise<Shell> {
  const entry = client.entryScripts.at(-1) ?? ''
  return {
    lang: 'en',
    loader: await loaderScript(`/${entry}`, themeColor.dark),
    themeColor: themeColor.light,
    icon: `/${icon(site).name}`,
    font: fonts.preload,
  }
}

/** All documents, and the texts of their inline style sheets, each once. */
function composeDocuments(
  rendered: readonly RenderedPage[],
  shell: Shell,
  { style, entryScripts }: Client,
  fonts: Fonts,
  site: Content['site'],
  options: SsgOptions,
): { documents: OutputFile[]; styles: string[] } {
  const styleOf = pageStyles({ ...style, common: fonts.css + style.common })
  const styles = new Set<string>()
  const documents = rendered.map((page) => {
    const style = styleOf(page.markup)
    styles.add(style.css)
    return toDocument(page, style, shell, options)
  })
  const appStyle = styleOf('')
  styles.add(appStyle.css)
  const scripts = entryScripts.map((name) => `/${name}`)
  return {
    documents: [...documents, toFile('app.html', appDocument(shell, site.name, appStyle, scripts))],
    styles: [...styles],
  }
}

function toDocument(
  { markup, ...page }: RenderedPage,
  style: PageStyle,
  shell: Shell,
  { siteUrl }: SsgOptions,
): OutputFile {
  const noindex = page.status !== 200
  const canonical = siteUrl === undefined || noindex ? undefined : siteUrl + page.path
  const head = { title: page.title, description: page.description, canonical, noindex, style }
  return toFile(page.file, pageDocument(shell, head, markup))
}

function icon(site: Content['site']): OutputFile {
  const svg = iconSvg(site.initials)
  return toFile(`assets/icon-${nameHash(svg)}.svg`, svg)
}

const toFile = (name: string, text: string): OutputFile => ({ name, content: Buffer.from(text) })

function allFiles(finished: readonly FinishedFile[], manifest: SiteManifest): OutputFile[] {
  return [
    ...finished.flatMap(({ name, content, twins }) => [{ name, content }, ...twins]),
    toFile('_site.json', `${JSON.stringify(manifest, null, 2)}\n`),
    toFile('_headers', headersFile(manifest)),
    toFile('_redirects', redirectsFile(manifest)),
  ]
}
