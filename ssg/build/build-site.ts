import { checkBudgets, weighScreens } from './budgets.ts'
import { checkPages } from './check.ts'
import type { Screen } from './chunks.ts'
import { composeDocuments } from '../document/compose.ts'
import type { Content } from '../content/compile.ts'
import { buildDiscovery } from '../discovery/discovery.ts'
import type { Shell } from '../document/document.ts'
import type { Fonts } from '../document/fonts.ts'
import { headersFile, redirectsFile, siteManifest } from '../document/headers.ts'
import type { Style } from './inline-style.ts'
import { loaderScript } from '../document/loader.ts'
import type { SiteManifest } from '../document/manifest.ts'
import { DiagnosticsError, formatDiagnostic, type Diagnostic } from '../lib/diagnostics.ts'
import type { SsgOptions } from '../options.ts'
import { textFile, type FinishedFile, type OutputFile } from './output-files.ts'
import { listPages, type Page, type ServerEntry } from '../document/pages.ts'
import { renderPages } from '../document/render.ts'
import type { ScreenWeight } from './budgets.ts'
import type { Stopwatch } from './stopwatch.ts'
import { wellKnownFiles } from '../discovery/well-known.ts'

/** The client bundle. */
export interface Client {
  /** The entry and what it imports, in the order in which they run. */
  entryScripts: string[]
  /** The script that brings prerendered pages to life without the app. */
  enhance: string | undefined
  screens: Screen[]
  style: Style
  /** All its files, without the sheets that every document has inline. */
  files: OutputFile[]
}

/** What the browser loads besides the documents. */
export interface Assets {
  client: Client
  fonts: Fonts
  /** All files of both, compressed. */
  finished: Promise<FinishedFile[]>
  finish: (files: readonly OutputFile[]) => Promise<FinishedFile[]>
  /** The CV in its other formats. */
  cvFiles: Promise<OutputFile[]>
}

export interface Site {
  pages: Page[]
  screens: ScreenWeight[]
  manifest: SiteManifest
  documents: OutputFile[]
  /** All that is not a document. */
  others: OutputFile[]
  /** What the builder should know. */
  notes: string[]
}

/** Puts the whole site together in memory; throws DiagnosticsError with all that is wrong in the pages. */
export async function buildSite(
  { client, fonts, finished: assets, finish, cvFiles }: Assets,
  server: ServerEntry,
  content: Pick<Content, 'site' | 'home' | 'cv' | 'apps' | 'pictures'>,
  options: SsgOptions,
  cache: string,
  { time }: Stopwatch,
): Promise<Site> {
  const list = listPages(server.pages)
  if (Array.isArray(list)) throw new DiagnosticsError(list)
  const { files, icon, head, notes } = await buildDiscovery(list.pages, content, options, cache, new Date())
  const shell = await buildShell(client, icon, fonts, options)
  const style = { ...client.style, common: fonts.css + client.style.common }
  const parts = { ...client, shell, style, head, name: content.site.name }
  const { rendered, diagnostics } = await time(() => renderPages(list.pages, server.render))
  const documents = await time(() => composeDocuments(rendered, parts))
  const finished = [
    ...(await finish([
      ...documents.files,
      ...files,
      ...content.pictures,
      ...(await cvFiles),
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
    siteUrl: options.siteUrl,
    hstsSubdomains: options.hstsSubdomains ?? false,
  })
  const screens = weighScreens(client.screens, manifest.files)
  const problems = await time(() => checkPages(rendered, manifest))
  const overBudget = checkBudgets(rendered, screens, client.enhance, manifest.files, options.budgets)
  const warnOnly = options.overBudget === 'warn'
  diagnostics.push(
    ...unknownModules(list.pages, client.screens),
    ...problems,
    ...(warnOnly ? [] : overBudget),
  )
  if (diagnostics.length > 0) throw new DiagnosticsError(diagnostics)
  return {
    pages: list.pages,
    screens,
    manifest,
    documents: documents.files,
    others: otherFiles(finished, documents.files, manifest),
    notes: [
      ...notes,
      ...(warnOnly ? overBudget.map((diagnostic) => `Warning: ${formatDiagnostic(diagnostic).trim()}`) : []),
    ],
  }
}

/** Rows that name a module which is no screen of the client's bundle. */
function unknownModules(pages: readonly Page[], screens: readonly Screen[]): Diagnostic[] {
  return pages
    .filter(({ module }) => module !== undefined && screens.every((screen) => screen.module !== module))
    .map(({ path, module }) => ({
      where: path,
      message: `The route table names "${module}", which no screen is made of`,
      hint: `Name the module that the row imports: ${screens.map((screen) => screen.module).join(', ')}.`,
    }))
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
    loader: await loaderScript({
      entry: `/${entry}`,
      enhance: `/${client.enhance ?? entry}`,
      darkCanvas: themeColor.dark,
    }),
    themeColor: themeColor.light,
    icon,
    font: fonts.preload,
  }
}

function otherFiles(
  finished: readonly FinishedFile[],
  documents: readonly OutputFile[],
  manifest: SiteManifest,
): OutputFile[] {
  const written = new Set(documents.map(({ name }) => name))
  return [
    ...finished.filter(({ name }) => !written.has(name)),
    ...finished.flatMap(({ precompressed }) => precompressed),
    textFile('_site.json', `${JSON.stringify(manifest, null, 2)}\n`),
    textFile('_headers', headersFile(manifest)),
    textFile('_redirects', redirectsFile(manifest)),
  ]
}
