import { join, resolve } from 'node:path'
import { createLogger, type ViteBuilder } from 'vite'
import type { SiteContent } from '../model/compile.ts'
import { cvFiles } from '../cv/cv-files.ts'
import { appDocument, pageDocument, type Shell } from '../document/document.ts'
import { headScript } from '../document/head-script.ts'
import { pageStyle } from '../document/page-style.ts'
import { listPages, type Page, type PageData, type PagesModule } from '../document/pages.ts'
import { fetchBuildData } from '../fetch/build-data.ts'
import { reportContent } from '../fetch/published.ts'
import { siteFonts } from '../fonts/fonts.ts'
import { DiagnosticsError } from '../lib/diagnostics.ts'
import { formatDiagnostic, type Diagnostic } from '../model/diagnostics.ts'
import { pruneCache } from '../lib/disk-cache.ts'
import { textFile } from '../lib/output-file.ts'
import type { SsgOptions } from '../options.ts'
import { buildDiscovery } from '../seo/seo.ts'
import { wellKnownFiles } from '../seo/well-known.ts'
import { checkBudgets, scriptSizes } from './budgets.ts'
import type { BuiltContent } from './built-content.ts'
import { buildBundles } from './bundles.ts'
import { checkPages } from './check.ts'
import { headersFile, redirectsFile, siteManifest } from './headers.ts'
import { finishFiles, replaceFolder } from './output-files.ts'
import { reportLines } from './report.ts'

/** Builds and writes the whole site. Throws DiagnosticsError for errors in the pages, and keeps the previous output. */
export async function buildSite(
  vite: ViteBuilder,
  options: SsgOptions,
  compile: () => Promise<BuiltContent>,
): Promise<void> {
  const start = Date.now()
  const cache = join(vite.config.cacheDir, 'ssg')
  const [content, data] = await Promise.all([compile(), fetchBuildData(options.buildDataOrigin, cache)])

  const fonts = siteFonts()
  const [{ pages, client }, cv] = await Promise.all([buildBundles(vite, cache), cvFiles(content, options)])
  const list = listPages(pages.routes(content))
  const discovery = await buildDiscovery(list.pages, content, options, cache, new Date())

  const rendered = renderPages(list.pages, pages, content, data)
  const shell: Shell = {
    lang: 'en',
    headScript: await headScript(options.themeColor.dark),
    themeColor: options.themeColor.light,
    icon: discovery.icon,
    font: fonts.preload,
  }
  const styleOf = (body: string) => fonts.css + pageStyle(pages.sheets, body)
  const documents = rendered.map(({ page, body }) => {
    const css = styleOf(body)
    const html = pageDocument(shell, {
      ...page,
      tags: discovery.head(page),
      css,
      script: client.elements,
      body,
    })
    return { css, file: textFile(page.file, html) }
  })
  const body = pages.renderShell(content, data)
  const css = styleOf(body)
  const app = {
    name: content.site.name,
    css,
    sheets: client.appSheets,
    script: client.app,
    body,
    images: content.images,
  }
  documents.push({ css, file: textFile('app.html', appDocument(shell, app)) })

  const files = await finishFiles(
    [
      ...documents.map(({ file }) => file),
      ...discovery.files,
      ...content.pictures,
      ...cv,
      ...wellKnownFiles(content.apps),
      ...client.files,
      ...pages.files,
      ...fonts.files,
      ...data.files,
    ],
    join(cache, 'compressed'),
  )
  const manifest = siteManifest({
    ...list,
    headScript: shell.headScript,
    styles: [...new Set(documents.map(({ css }) => css))],
    files,
    apiOrigin: options.apiOrigin,
    preview: options.preview ?? false,
    siteUrl: options.siteUrl,
  })

  const sizes = scriptSizes(client.elementFiles, manifest.files)
  const overBudget = checkBudgets(list.pages, sizes, manifest.files, options.budgets)
  // Staff choose the length of published content.
  const warnOnly = options.overBudget === 'warn' || content.edited
  const diagnostics = [
    ...checkPages(
      rendered.map(({ page, body }) => ({ path: page.path, body })),
      manifest,
      content.links,
    ),
    ...(warnOnly ? [] : overBudget),
  ]
  if (diagnostics.length > 0) throw new DiagnosticsError(diagnostics)

  replaceFolder(resolve(vite.config.root, vite.config.build.outDir), [
    ...files.flatMap((file) => [file, ...file.copies]),
    textFile('_site.json', `${JSON.stringify(manifest, null, 2)}\n`),
    textFile('_headers', headersFile(manifest)),
    textFile('_redirects', redirectsFile(manifest)),
  ])
  const unreported = await reportContent(options, content)
  for (const name of ['compressed', 'drawn', 'photos', 'pictures']) await pruneCache(join(cache, name), start)

  // Vite's own output is limited to warnings; this is the build's report.
  const logger = vite.config.customLogger ?? createLogger('info')
  logger.info(
    [
      ...reportLines(list.pages, sizes, manifest.files, Date.now() - start),
      ...discovery.notes,
      ...(warnOnly ? overBudget.map((diagnostic) => `Warning: ${formatDiagnostic(diagnostic).trim()}`) : []),
      ...data.notes,
      ...content.warnings,
      ...unreported,
    ].join('\n'),
  )
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
