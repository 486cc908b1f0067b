import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuildEnvironment, CSSOptions, EnvironmentOptions, Rolldown, ViteBuilder } from 'vite'
import type { Script } from '../document/document.ts'
import { moduleClassPattern } from '../document/page-style.ts'
import type { PagesModule } from '../document/pages.ts'
import type { OutputFile } from '../lib/output-file.ts'

type Chunk = Rolldown.OutputChunk
type Output = Rolldown.RolldownOutput['output'][number]

export const publicEntry = 'src/elements/public.ts'
export const appEntry = 'src/app/main.tsx'
export const pagesEntry = 'src/pages/index.tsx'

/** A page repeats its classes' names often. The hash is that of the file's path, the same in each bundle. */
export const shortClassNames = {
  transformer: 'lightningcss',
  // Grid lines and areas keep their names.
  lightningcss: { cssModules: { pattern: moduleClassPattern, grid: false } },
} satisfies CSSOptions

/** A file without an extension, such as a package's licence, is a text. */
export const assetNames = ({ names }: Rolldown.PreRenderedAsset): string =>
  `assets/[name]-[hash:7]${names.every((name) => name.includes('.')) ? '[extname]' : '.txt'}`

const fileNames = {
  // A letter fewer in each name is worth it: documents and scripts repeat them. 42 bits tell versions apart.
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: assetNames,
}

/** Keeps modules that the app shares with public pages out of the app's chunks. */
const sharedChunks = [
  { name: 'public', test: /[\\/]src[\\/]elements[\\/]public\.ts$/, priority: 3 },
  { name: 'session', test: /[\\/]src[\\/](session[\\/]|elements[\\/]account)/, priority: 2 },
]

/** The elements of the documents, and the app. */
export const clientBuild: EnvironmentOptions = {
  build: {
    rolldownOptions: {
      input: { public: publicEntry, app: appEntry },
      output: { ...fileNames, codeSplitting: { groups: sharedChunks } },
    },
  },
}

/** The pages, which this process renders. Each file of `src/pages` is an entry, so that each has a separate style sheet. */
export function pagesBuild(root: string): EnvironmentOptions {
  const files = readdirSync(join(root, 'src/pages')).filter((name) => /^[\w-]+\.tsx$/.test(name))
  const input = files.map((name) => [name.replace('.tsx', ''), `src/pages/${name}`] as const)
  return {
    build: {
      ssr: true,
      emitAssets: true,
      write: true,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(input),
        output: { ...fileNames, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash:7].js' },
      },
    },
  }
}

/** Builds both, one after the other: Vite keeps the classes of one build's CSS modules at a time. */
export async function buildBundles(
  vite: ViteBuilder,
  cache: string,
): Promise<{ pages: Pages; client: Client }> {
  const pages = await buildPages(vite, cache)
  return { pages, client: await buildClient(vite) }
}

export interface Client {
  elements: Script
  app: Script
  appSheets: string[]
  files: OutputFile[]
}

async function buildClient(vite: ViteBuilder): Promise<Client> {
  const output = await bundle(vite, vite.environments['client'])
  const chunks = chunksOf(output)
  const elements = entry(chunks, 'public')
  const app = entry(chunks, 'app')
  const sheets = closure(chunks, app).flatMap(sheetsOf)
  return {
    elements: script(chunks, elements),
    app: script(chunks, app),
    appSheets: [...new Set(sheets)].map((name) => `/${name}`),
    files: output.map(outputFile),
  }
}

export interface Pages extends PagesModule {
  /** The style of the pages, in the order in which it applies. */
  sheets: string[]
  /** The images and other files that the pages name. */
  files: OutputFile[]
}

/** Builds the pages in a folder below `cache`, where Node resolves the project's packages, and imports them. */
async function buildPages(vite: ViteBuilder, cache: string): Promise<Pages> {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'pages-'))
  try {
    const environment = vite.environments['ssr']
    if (environment) environment.config.build.outDir = folder
    const output = await bundle(vite, environment)
    const chunks = chunksOf(output)
    const index = entry(chunks, 'index')
    // The style of all pages, which the index imports itself, before that of some.
    const sheets = new Set([index, ...closure(chunks, index)].flatMap(sheetsOf))
    const content = new Map(output.map((file) => [file.fileName, outputFile(file).content]))
    const module = (await import(pathToFileURL(join(folder, 'index.js')).href)) as PagesModule
    return {
      ...module,
      sheets: [...sheets].map((name) => (content.get(name) ?? '').toString().trim()),
      files: output.filter(({ type, fileName }) => type === 'asset' && !sheets.has(fileName)).map(outputFile),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function bundle(vite: ViteBuilder, environment: BuildEnvironment | undefined): Promise<Output[]> {
  if (!environment) throw new Error('The build has no environment of that name.')
  const result = await vite.build(environment)
  if (!('output' in result)) throw new Error('The prerenderer builds once; it cannot watch.')
  return result.output
}

const chunksOf = (output: readonly Output[]) =>
  new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))

function entry(chunks: ReadonlyMap<string, Chunk>, name: string): Chunk {
  const found = [...chunks.values()].find((chunk) => chunk.isEntry && chunk.name === name)
  if (!found) throw new Error(`The bundle has no entry "${name}".`)
  return found
}

/** `first` after all that it imports statically. */
function closure(chunks: ReadonlyMap<string, Chunk>, first: Chunk): Chunk[] {
  const begun = new Set<string>()
  const found: Chunk[] = []
  const visit = (name: string) => {
    const chunk = chunks.get(name)
    // Chunks may import each other.
    if (!chunk || begun.has(name)) return
    begun.add(name)
    chunk.imports.forEach(visit)
    found.push(chunk)
  }
  visit(first.fileName)
  return found
}

const sheetsOf = (chunk: Chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]

function script(chunks: ReadonlyMap<string, Chunk>, first: Chunk): Script {
  const imports = closure(chunks, first).filter((chunk) => chunk !== first)
  return { src: `/${first.fileName}`, imports: imports.map(({ fileName }) => `/${fileName}`) }
}

const outputFile = (file: Output): OutputFile => ({
  name: file.fileName,
  content: Buffer.from(file.type === 'chunk' ? file.code : file.source),
})
