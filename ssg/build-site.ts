import { checkBudgets, weighScreens } from './budgets.ts'
import { checkLinks, checkMarkup } from './check.ts'
import type { Screen } from './chunks.ts'
import { composeDocuments, toFile } from './compose.ts'
import type { Content } from './content.ts'
import { buildDiscovery } from './discovery.ts'
import type { Shell } from './document.ts'
import type { Fonts } from './fonts.ts'
import { headersFile, redirectsFile, siteManifest } from './headers.ts'
import type { Style } from './inline-style.ts'
import { loaderScript } from './loader.ts'
import type { SiteManifest } from './manifest.ts'
import { BuildRefused } from './mistakes.ts'
import type { SsgOptions } from './options.ts'
import { finishFiles, type FinishedFile, type OutputFile } from './outputs.ts'
import { listPages, type Page, type ServerEntry } from './pages.ts'
import { renderPages } from './render.ts'
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
  /** The CV's other forms. */
  forms: Promise<OutputFile[]>
}

export interface Site {
  pages: Page[]
  screens: ScreenWeight[]
  manifest: SiteManifest
  files: OutputFile[]
  /** What the builder should know. */
  notes: string[]
}

/** Puts the whole site together in memory; throws BuildRefused with all that a visitor would trip on. */
export async function buildSite(
  { client, fonts, finished: assets, forms }: Assets,
  server: ServerEntry,
  content: Pick<Content, 'site' | 'home' | 'cv' | 'apps' | 'pictures'>,
  options: SsgOptions,
  cache: string,
): Promise<Site> {
  const list = listPages(server.pages)
  if (Array.isArray(list)) throw new BuildRefused(list)
  const { files, icon, head, notes } = await buildDiscovery(list.pages, content, options, cache, new Date())
  const shell = await buildShell(client, icon, fonts, options)
  const { rendered, mistakes } = await renderPages(list.pages, server.render)
  const documents = composeDocuments(rendered, {
    shell,
    style: { ...client.style, common: fonts.css + client.style.common },
    head,
    name: content.site.name,
    scripts: client.entryScripts.map((name) => `/${name}`),
  })
  const finished = [
    ...(await finishFiles([
      ...documents.files,
      ...files,
      ...content.pictures,
      ...(await forms),
      ...wellKnownFiles(content.apps),
    ])),
    ...(await assets),
  ]
  const { loader } = shell
  const manifest = siteManifest({
    ...list,
    loader,
    styles: documents.styles,
    files: finished,
    apiOrigin: options.apiOrigin,
    preview: options.preview ?? false,
  })
  const screens = weighScreens(client.screens, manifest.files)
  mistakes.push(
    ...checkMarkup(rendered),
    ...checkLinks(rendered, manifest),
    ...checkBudgets(rendered, screens, manifest.files, options.budgets),
  )
  if (mistakes.length > 0) throw new BuildRefused(mistakes)
  return { pages: list.pages, screens, manifest, files: allFiles(finished, manifest), notes }
}

async function buildShell(
  client: Client,
  icon: string,
  fonts: Fonts,
  { themeColor }: SsgOptions,
): Promise<Shell> {
  const entry = client.entryScripts.at(-1) ?? ''
  return {
    lang: 'en',
    loader: await loaderScript(`/${entry}`, themeColor.dark),
    themeColor: themeColor.light,
    icon,
    font: fonts.preload,
  }
}

function allFiles(finished: readonly FinishedFile[], manifest: SiteManifest): OutputFile[] {
  return [
    ...finished.flatMap(({ name, content, twins }) => [{ name, content }, ...twins]),
    toFile('_site.json', `${JSON.stringify(manifest, null, 2)}\n`),
    toFile('_headers', headersFile(manifest)),
    toFile('_redirects', redirectsFile(manifest)),
  ]
}
