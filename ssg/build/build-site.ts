import { join, resolve } from 'node:path'
import { createLogger, type ViteBuilder } from 'vite'
import { audienceCvs } from '../cv/audience-cvs.ts'
import { cvFiles, pdfName } from '../cv/cv-files.ts'
import { cvPdf } from '../cv/cv-pdf.ts'
import { headScript, suggestionScript } from '../document/head-script.ts'
import { fetchBuildData } from '../fetch/build-data.ts'
import { reportCvs } from '../fetch/published.ts'
import { siteFonts } from '../fonts/fonts.ts'
import { DiagnosticsError } from '../lib/diagnostics.ts'
import { pruneCache } from '../lib/disk-cache.ts'
import { textFile, type OutputFile } from '../lib/output-file.ts'
import type { SsgOptions } from '../options.ts'
import { draw } from '../images/drawing.ts'
import { buildBundles } from './bundles.ts'
import { checkPages } from './check.ts'
import { composeSite, type SiteParts } from './compose.ts'
import type { ContentModules } from './content-modules.ts'
import { headersFile, redirectsFile, siteManifest } from './headers.ts'
import { finishFiles, replaceFolder } from './output-files.ts'
import { writeRenderer } from './renderer.ts'

/** Builds and writes the whole site. Throws DiagnosticsError for errors in the pages, and keeps the previous output. */
export async function buildSite(
  vite: ViteBuilder,
  options: SsgOptions,
  compile: ContentModules['compile'],
): Promise<void> {
  const start = Date.now()
  const cache = join(vite.config.cacheDir, 'ssg')
  const fetched = fetchBuildData(options.buildDataOrigin, cache)
  const galleries = fetched.then((data) => data.galleries ?? [])
  const [content, data] = await Promise.all([compile(galleries), fetched])

  const fonts = siteFonts()
  const [{ pages, client }, pdfs] = await Promise.all([
    buildBundles(vite, cache),
    Promise.all([content, ...content.translations].map((content) => cvPdf(content, options.siteUrl))),
  ])
  const parts: SiteParts = {
    headScript: await headScript(options.themeColor.dark),
    suggestionScript: await suggestionScript(),
    sheets: pages.sheets,
    fonts: { css: fonts.css, preload: fonts.preload },
    elements: client.elements,
    app: client.app,
    appSheets: client.appSheets,
  }
  const site = composeSite(content, content.translations, data, pages, parts, options, new Date())
  const drawn = await Promise.all(site.drawings.map((drawing) => draw(drawing, cache)))

  const finish = (files: readonly OutputFile[]) => finishFiles(files, join(cache, 'compressed'))
  const shared = await finish([...client.files, ...pages.files, ...fonts.files, ...content.imageFiles])
  const own = await finish([
    ...site.files,
    ...drawn,
    ...[content, ...content.translations].flatMap((content, index) =>
      cvFiles(pdfs[index], content, options.siteUrl),
    ),
    ...data.files,
  ])
  const files = [...own, ...shared]
  const manifest = siteManifest({
    ...site,
    files,
    apiOrigin: options.apiOrigin,
    preview: options.preview ?? false,
    siteUrl: options.siteUrl,
    publications: content.publications,
  })

  const diagnostics = checkPages(site, manifest, content.links)
  if (diagnostics.length > 0) throw new DiagnosticsError(diagnostics)

  replaceFolder(resolve(vite.config.root, vite.config.build.outDir), [
    ...files.flatMap((file) => [file, ...file.copies]),
    textFile('_site.json', `${JSON.stringify(manifest, null, 2)}\n`),
    textFile('_headers', headersFile(manifest)),
    textFile('_redirects', redirectsFile(manifest)),
  ])
  if (options.rendererFolder !== undefined)
    await writeRenderer(vite, options.rendererFolder, { parts, shared, own, manifest, content, options })
  const unreported = await reportCvs(options, { fileName: pdfName(content), pdf: pdfs[0] }, () =>
    audienceCvs(content, content, (content) => cvPdf(content, options.siteUrl)),
  )
  for (const name of ['compressed', 'drawn', 'images', 'photos']) await pruneCache(join(cache, name), start)

  // Vite's own output is limited to warnings; this is the build's report.
  const logger = vite.config.customLogger ?? createLogger('info')
  logger.info(
    [
      `${site.pages.length} pages built in ${Date.now() - start} ms`,
      ...site.notes,
      ...data.notes,
      ...content.warnings,
      ...unreported,
    ].join('\n'),
  )
}
