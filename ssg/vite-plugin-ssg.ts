import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  createLogger,
  type BuildEnvironment,
  type Plugin,
  type Rolldown,
  type UserConfig,
  type ViteBuilder,
} from 'vite'
import { buildDataModules, type BuildDataModules } from './fetch/build-data-modules.ts'
import type { EditSource } from './fetch/published-edits.ts'
import { collectGarbage } from './build/collect-garbage.ts'
import { buildSite, type Assets, type Client } from './build/build-site.ts'
import {
  enhanceChunk,
  entryChunk,
  lazyModule,
  publicChunks,
  publicScreens,
  staticClosure,
} from './build/chunks.ts'
import { contentModules, type ContentModules, type Published } from './build/content-modules.ts'
import type { BuiltContent } from './build/built-content.ts'
import { cvFiles } from './cv/cv-files.ts'
import { cvModules } from './cv/cv-modules.ts'
import { devServer } from './build/dev-server.ts'
import { siteFonts } from './fonts/fonts.ts'
import { inlineStyle, type InlineStyle } from './build/inline-style.ts'
import { pruneCache } from './lib/disk-cache.ts'
import { modulesRead } from './build/modules-read.ts'
import type { SsgOptions } from './options.ts'
import { finishFiles, replaceFolder, type OutputFile } from './build/output-files.ts'
import type { ServerEntry } from './document/pages.ts'
import { reportLines } from './build/report.ts'
import { stopwatch } from './build/stopwatch.ts'

/**
 * Makes `vite build` write the whole site: the app's bundle, every public page as a document that needs no script, an
 * empty document for the other screens, and the manifest that tells servers how to answer. The project's root has
 * `src/entry-client.tsx`, and `src/entry-server.tsx` that exports what `ServerEntry` says; what `src/enhance.ts`, which the
 * former may import, brings to life in a prerendered page needs no app. A build that fails leaves
 * the previous output as it was. `vite dev` serves the same app without prerendering.
 */
export function ssg(options: SsgOptions): Plugin[] {
  const content = contentModules(options.content, (cache) => askPublished(options, cache))
  const buildData = buildDataModules(options.buildDataOrigin)
  const style = inlineStyle()
  const modules = modulesRead()
  const build = builder(options, content, buildData, style, modules.read)
  return [content, cvModules(), buildData, style, modules, devServer(options, content), build]
}

function builder(
  options: SsgOptions,
  content: ContentModules,
  buildData: BuildDataModules,
  style: InlineStyle,
  modulesRead: Promise<void>,
): Plugin {
  return {
    name: 'ssg:build',
    sharedDuringBuild: true,
    config: (_, { command }) => ({
      define: {
        'import.meta.env.API_ORIGIN': JSON.stringify(calledOrigin(options, command)),
        'import.meta.env.SITE_URL': JSON.stringify(options.siteUrl ?? ''),
      },
      publicDir: false,
      ...(command === 'build' ? { logLevel: 'warn', css: shortClassNames } : {}),
      build: {
        write: false,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        // On a slow machine it would warn the owner, who cannot change that, of plugins that took long.
        rolldownOptions: { checks: { bundlerTimings: false } },
      },
      // Otherwise Vite reads and evaluates this configuration anew for each bundle.
      builder: { sharedConfigBuild: true },
      environments: {
        client: {
          build: {
            rolldownOptions: {
              input: 'src/entry-client.tsx',
              output: {
                // The app names them all, on every page: a letter fewer in each is a tenth of a kilobyte. 42 bits tell
                // the versions of one file apart.
                chunkFileNames: 'assets/[name]-[hash:7].js',
                // A file without an extension, such as a package's licence, is a text.
                assetFileNames: ({ names }) =>
                  `assets/[name]-[hash:7]${names.every((name) => name.includes('.')) ? '[extname]' : '.txt'}`,
                codeSplitting: {
                  groups: [
                    // A prerendered page runs it before the app, and most often without.
                    { name: enhanceChunk, test: /\/src\/enhance\.ts$/, priority: 2 },
                    // What every page needs comes in one file, which compresses better than its parts, by two kilobytes.
                    { name: 'entry', tags: ['$initial'], priority: 1 },
                  ],
                },
              },
            },
          },
        },
        ssr: {
          build: {
            ssr: true,
            write: true,
            emptyOutDir: true,
            minify: false,
            rolldownOptions: { input: 'src/entry-server.tsx' },
          },
        },
      },
    }),
    load: {
      filter: { id: lazyModule },
      handler() {
        return this.environment.name === 'ssr' ? 'export default null' : undefined
      },
    },
    buildApp: {
      order: 'pre',
      handler: (vite) => buildApp(vite, options, content, buildData, style, modulesRead),
    },
  }
}

/** What was published in the browser, where the build knows whom to ask and may. */
async function askPublished(options: SsgOptions, cache: string): Promise<Published> {
  const source = editSource(options)
  if (!source)
    return { edits: [], told: false, notes: options.buildDataOrigin === undefined ? [] : [noToken] }
  // With it come packages that a build that asks nobody saves.
  const { fetchEdits } = await import('./fetch/published-edits.ts')
  const { photoReader } = await import('./fetch/photos.ts')
  return { ...(await fetchEdits(source, cache)), told: isTold(options), photos: photoReader(source, cache) }
}

const noToken =
  'Warning: published texts: without BUILD_TOKEN the pages are made of the files alone, and nothing that was published at /words is on them. docs/publishing.md says where to set it.'

/** Whether the server is told what the content folder holds. A preview shows what is not the site's yet. */
const isTold = ({ preview = false }: SsgOptions) => !preview

async function tellFiles(options: SsgOptions, { files, publications }: BuiltContent): Promise<string[]> {
  const source = editSource(options)
  if (!source || !isTold(options)) return []
  const { reportFiles } = await import('./fetch/published-edits.ts')
  return reportFiles(source, files, publications)
}

function editSource({ buildDataOrigin: origin, buildToken: token }: SsgOptions): EditSource | undefined {
  return origin === undefined || token === undefined ? undefined : { origin, token }
}

/**
 * A page repeats its classes' names often, and these are shorter than Vite's own. The hash is that of the file's path, the
 * same for all of its classes and in both bundles.
 */
const shortClassNames = {
  transformer: 'lightningcss',
  // Grid lines and areas keep their names.
  lightningcss: { cssModules: { pattern: 'c[hash]-[local]', grid: false } },
} satisfies UserConfig['css']

/** Where pages call the API. In development and on a preview a proxy answers at their own origin. */
function calledOrigin({ apiOrigin = '', preview = false }: SsgOptions, command: 'build' | 'serve'): string {
  return command === 'build' && !preview ? apiOrigin : ''
}

async function buildApp(
  vite: ViteBuilder,
  options: SsgOptions,
  content: ContentModules,
  buildData: BuildDataModules,
  style: InlineStyle,
  modulesRead: Promise<void>,
): Promise<void> {
  const start = Date.now()
  const cache = join(vite.config.cacheDir, 'ssg')
  const folder = await serverFolder(vite, cache)
  const client = buildClient(vite, style)
  // Fonts and the CV keep this thread busy, for which the bundler waits while it reads modules. The failure of a bundle is
  // reported where it is awaited.
  const free = Promise.race([modulesRead, client]).catch(() => undefined)
  const cv = free.then(() => content.compile()).then((compiled) => cvFiles(compiled, options))
  const compressed = options.precompress === false ? undefined : join(cache, 'compressed')
  const finish = (files: readonly OutputFile[]) => finishFiles(files, compressed)
  // While the browser's bundle is linked and minified.
  const serverBundle = free.then(() => buildServer(vite, folder))
  // A failure before anything awaits them is reported where they are awaited.
  const settled = Promise.allSettled([cv, serverBundle])
  try {
    const assets = await buildAssets(client, buildData, finish)
    const server = await serverBundle
    collectGarbage(server.pages.length)
    const watch = stopwatch()
    const compiled = await content.compile()
    const outDir = resolve(vite.config.root, vite.config.build.outDir)
    // The sample person's texts are within the budgets; what somebody makes of them may be longer, and so may the name of
    // another host, which each address of the API has.
    const budgeted: SsgOptions =
      compiled.edited || options.apiOrigin ? { ...options, overBudget: 'warn' } : options
    const built = await replaceFolder(outDir, (write) =>
      buildSite({ ...assets, finish, cvFiles: cv }, server, compiled, budgeted, cache, write, watch),
    )
    const untold = await tellFiles(options, compiled)
    const total = Date.now() - start
    for (const name of ['compressed', 'drawn', 'photos', 'pictures'])
      await pruneCache(join(cache, name), start)
    const lines = reportLines(built.pages, built.screens, built.manifest.files, total)
    options.onBuilt?.({ pages: built.pages.length, pageStage: watch.times, total })
    // Vite's own output is limited to warnings; this is the build's report.
    const logger = vite.config.customLogger ?? createLogger('info')
    logger.info(
      [...lines, ...built.notes, ...(await buildData.data()).notes, ...compiled.warnings, ...untold].join(
        '\n',
      ),
    )
  } catch (error) {
    // Every module made of the content fails when a file is wrong, and the bundler repeats the error for each: it is thrown once.
    await content.compile()
    throw error
  } finally {
    await settled
    await rm(folder, { recursive: true, force: true })
  }
}

/** Builds what the browser loads and begins to compress it, which takes about as long as the rest of the build. */
async function buildAssets(
  building: Promise<Client>,
  buildData: BuildDataModules,
  finish: Assets['finish'],
): Promise<Omit<Assets, 'cvFiles' | 'finish'>> {
  const fonts = siteFonts()
  const [client, { files }] = await Promise.all([building, buildData.data()])
  const finished = finish([...client.files, ...fonts.files, ...files])
  // A failure before anything awaits it is reported where it is awaited.
  finished.catch(() => undefined)
  return { client, fonts, finished }
}

async function buildClient(vite: ViteBuilder, style: InlineStyle): Promise<Client> {
  const output = await bundle(vite, vite.environments['client'])
  const outputs = Object.fromEntries(output.map((file) => [file.fileName, file]))
  const loaded = new Set(publicChunks(outputs).map(({ fileName }) => fileName))
  return {
    entryScripts: [...staticClosure(outputs, entryChunk(outputs).fileName)],
    enhance: output.find((file) => file.type === 'chunk' && file.name === enhanceChunk)?.fileName,
    screens: publicScreens(outputs).map((screen) => ({
      ...screen,
      module: relative(vite.config.root, screen.module),
    })),
    style: style.style(),
    files: output.map((file) => ({
      name: file.fileName,
      content: Buffer.from(file.type === 'chunk' ? file.code : file.source),
      lazy: file.type === 'chunk' && !loaded.has(file.fileName),
    })),
  }
}

/** A folder for one build's server bundle, where Node resolves the project's packages. */
async function serverFolder(vite: ViteBuilder, cache: string): Promise<string> {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'server-'))
  const environment = vite.environments['ssr']
  if (environment) environment.config.build.outDir = folder
  return folder
}

/** Builds the server's bundle and imports it. Its dynamic imports read from the folder while pages render. */
async function buildServer(vite: ViteBuilder, folder: string): Promise<ServerEntry> {
  const output = await bundle(vite, vite.environments['ssr'])
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry)
  return (await import(pathToFileURL(join(folder, entry?.fileName ?? '')).href)) as ServerEntry
}

async function bundle(vite: ViteBuilder, environment: BuildEnvironment | undefined): Promise<Output> {
  if (!environment) throw new Error('The build has no environment of that name.')
  const result = await vite.build(environment)
  if (!('output' in result)) throw new Error('The prerenderer builds once; it cannot watch.')
  return result.output
}

type Output = Rolldown.RolldownOutput['output']
