import { checkBudgets, weighScreens } from './budgets.ts'
import { pageChecker } from './check.ts'
import type { Screen } from './chunks.ts'
import { documentComposer } from '../document/compose.ts'
import type { BuiltContent } from './built-content.ts'
import { buildDiscovery } from '../seo/seo.ts'
import type { Shell } from '../document/document.ts'
import type { Fonts } from '../fonts/fonts.ts'
import { headersFile, redirectsFile, siteManifest } from '../document/headers.ts'
import type { Style } from './inline-style.ts'
import { loaderScript } from '../document/loader.ts'
import type { SiteManifest } from '../document/manifest.ts'
import { DiagnosticsError } from '../lib/diagnostics.ts'
import { formatDiagnostic, type Diagnostic } from '../model/diagnostics.ts'
import type { SsgOptions } from '../options.ts'
import {
  textFile,
  type FinishedFile,
  type OutputFile,
  type ServedFile,
  type WriteFiles,
} from './output-files.ts'
import { listPages, type Page, type ServerEntry } from '../document/pages.ts'
import { renderPages } from '../document/render.ts'
import type { ScreenWeight } from './budgets.ts'
import type { Stopwatch } from './stopwatch.ts'
import { wellKnownFiles } from '../seo/well-known.ts'

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
  /** What the builder should know. */
  notes: string[]
}

/**
 * Makes the whole site and writes it, each page by itself: thousands of them are never in memory together. Throws
 * DiagnosticsError with all that is wrong in the pages.
 */
export async function buildSite(
  { client, fonts, finished: assets, finish, cvFiles }: Assets,
  server: ServerEntry,
  content: Pick<BuiltContent, 'site' | 'home' | 'cv' | 'apps' | 'pictures' | 'links'>,
  options: SsgOptions,
  cache: string,
  write: WriteFiles,
  { time }: Stopwatch,
): Promise<Site> {
  const list = listPages(server.pages)
  if (Array.isArray(list)) throw new DiagnosticsError(list)
  const { files, icon, head, notes } = await buildDiscovery(list.pages, content, options, cache, new Date())
  const shell = await buildShell(client, icon, fonts, options)
  const style = { ...client.style, common: fonts.css + client.style.common }
  const compose = documentComposer({ ...client, shell, style, head, name: content.site.name })
  const put = (finished: readonly FinishedFile[]): ServedFile[] => {
    write(finished.flatMap((file) => [file, ...file.precompressed]))
    return finished.map(({ name, headers, served }) => ({ name, served, ...(headers && { headers }) }))
  }
  const checker = pageChecker()
  const { results: documents, diagnostics } = await time(() =>
    renderPages(list.pages, server.render, async (page, markup) => {
      checker.look(page.path, markup)
      const { file, css } = compose.page(page, markup)
      return { css, files: put(await finish([file])) }
    }),
  )
  const app = compose.app()
  const served = [
    ...documents.flatMap(({ files }) => files),
    ...put(
      await finish([
        app.file,
        ...files,
        ...content.pictures,
        ...(await cvFiles),
        ...wellKnownFiles(content.apps),
      ]),
    ),
    ...put(await assets),
  ]
  const manifest = siteManifest({
    ...list,
    loader: shell.loader,
    styles: [...new Set([...documents, app].map(({ css }) => css))],
    files: served,
    apiOrigin: options.apiOrigin,
    preview: options.preview ?? false,
    siteUrl: options.siteUrl,
  })
  const screens = weighScreens(client.screens, manifest.files)
  const overBudget = checkBudgets(list.pages, screens, client.enhance, manifest.files, options.budgets)
  const warnOnly = options.overBudget === 'warn'
  diagnostics.push(
    ...unknownModules(list.pages, client.screens),
    ...checker.diagnostics(manifest, content.links),
    ...(warnOnly ? [] : overBudget),
  )
  if (diagnostics.length > 0) throw new DiagnosticsError(diagnostics)
  write([
    textFile('_site.json', `${JSON.stringify(manifest, null, 2)}\n`),
    textFile('_headers', headersFile(manifest)),
    textFile('_redirects', redirectsFile(manifest)),
  ])
  return {
    pages: list.pages,
    screens,
    manifest,
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
