import { join, resolve } from 'node:path'
import { cpSync } from 'node:fs'
import { build, type ViteBuilder } from 'vite'
import { tagHash } from '../lib/hash.ts'
import { textFile } from '../lib/output-file.ts'
import type { SsgOptions } from '../options.ts'
import { isSampleSite } from '../model/sample.ts'
import type { Kit } from '../renderer/input.ts'
import { retiredWorkers } from '../seo/retired-workers.ts'
import type { BuiltContent } from './built-content.ts'
import { assetNames, pagesEntry, shortClassNames } from './bundles.ts'
import type { SiteParts } from './compose.ts'
import { appFile, neutralAppFile, type SiteManifest } from './manifest.ts'
import { replaceFolder, type FinishedFile } from './output-files.ts'

interface RendererParts {
  parts: SiteParts
  /** The files that no content changes, and the images in the content folder. */
  shared: readonly FinishedFile[]
  /** All other files, and how the site answers. */
  own: readonly FinishedFile[]
  manifest: SiteManifest
  content: BuiltContent
  options: SsgOptions
}

const here = (path: string) => join(import.meta.dirname, '..', path)

/**
 * Writes the server's renderer into `folder`: one script with the pages, the prerenderer and all packages, the files
 * that no content changes, with the screens of the app as a site without pages, and the content.
 */
export async function writeRenderer(
  vite: ViteBuilder,
  folder: string,
  { parts, shared, own, manifest, content, options }: RendererParts,
): Promise<void> {
  const { themeColor, personPage } = options
  const files = shared.map(({ name, served, headers }) => ({ name, served, ...(headers && { headers }) }))
  const isSample = isSampleSite(content.files.get('site.md') ?? '')
  const kit: Kit = {
    parts,
    options: { themeColor, ...(personPage !== undefined && { personPage }) },
    isSample,
    images: content.images,
    files,
  }
  const screens = withoutPages(manifest)
  const shown = own.filter(({ name }) => Object.hasOwn(screens.files, name))
  replaceFolder(folder, [
    textFile('renderer.js', await bundle(vite)),
    textFile('kit.json', JSON.stringify(kit)),
    textFile('content.json', JSON.stringify({ isSample, files: Object.fromEntries(content.files) })),
    ...[...shared, ...shown]
      .flatMap((file) => [file, ...file.copies])
      .concat(textFile('_site.json', JSON.stringify(screens)), missingPage)
      .map(({ name, content }) => ({ name: `files/${name}`, content })),
  ])
  for (const fonts of ['fonts/pdf', 'fonts/web'])
    cpSync(here(fonts), join(folder, fonts), { recursive: true })
  // An export writes them beside the texts.
  const isImage = (path: string) => !path.endsWith('.md')
  cpSync(options.content, join(folder, 'content'), { recursive: true, filter: isImage })
}

/** Stands for all pages of a server that has not rendered any yet, or cannot. The server writes its own page. */
const missingPage = textFile('503.html', '')

/** Files outside the assets that a site without pages has. */
const kept = new Set([neutralAppFile, ...retiredWorkers.map(({ name }) => name)])

function withoutPages(manifest: SiteManifest): SiteManifest {
  const { name, content } = missingPage
  const routes = manifest.routes
    .map((route) => (route.file === appFile ? { ...route, file: neutralAppFile } : route))
    .filter(({ file }) => kept.has(file) || file.startsWith('assets/'))
  const names = new Set(routes.map(({ file }) => file))
  const served = {
    type: 'text/html; charset=utf-8',
    bytes: content.length,
    etag: `"${tagHash(content)}"`,
    encodings: [],
  }
  const files = Object.entries(manifest.files).filter(([name]) => names.has(name))
  return {
    ...manifest,
    routes,
    redirects: manifest.redirects.filter(({ to }) => routes.some(({ path }) => path === to)),
    notFound: { ...manifest.notFound, file: name, status: 503 },
    files: Object.fromEntries([...files, [name, served]]),
  }
}

/** Packages resolve the addresses of files that the renderer does not need. */
const address = { 'import.meta.url': '"file:///"' }

async function bundle({ config }: ViteBuilder): Promise<string> {
  const result = await build({
    configFile: false,
    root: config.root,
    cacheDir: config.cacheDir,
    logLevel: 'error',
    publicDir: false,
    define: { ...config.define, 'process.env': '{}', global: 'globalThis', ...address },
    css: shortClassNames,
    resolve: {
      alias: [
        { find: '#pages', replacement: resolve(config.root, pagesEntry) },
        { find: 'node:crypto', replacement: here('renderer/host.ts') },
        { find: /^.*\/string-punycode-to-ascii$/, replacement: here('renderer/host.ts') },
        { find: /^.*\/fonts\/read-font\.ts$/, replacement: here('renderer/host.ts') },
      ],
    },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      // Otherwise the script would add the style to a document.
      cssCodeSplit: false,
      rolldownOptions: {
        input: here('renderer/entry.ts'),
        output: { format: 'iife', codeSplitting: false, assetFileNames: assetNames },
      },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const [chunk] = outputs.flatMap((each) =>
    'output' in each ? each.output.filter(({ type }) => type === 'chunk') : [],
  )
  if (chunk?.type !== 'chunk') throw new Error('The renderer has no script.')
  return chunk.code
}
