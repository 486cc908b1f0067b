import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createBuilder, createLogger, type InlineConfig } from 'vite'
import { onTestFinished } from 'vitest'
import { compileContent } from '../build/built-content.ts'
import type { SiteManifest } from '../build/manifest.ts'
import type { PhotoReader } from '../fetch/photos.ts'
import type { Published } from '../fetch/published.ts'
import type { SsgOptions } from '../options.ts'
import { temporaryFolder } from './folder.ts'
import { ssg } from '../vite-plugin-ssg.ts'

const testdata = join(import.meta.dirname, '..', 'testdata')
/** Can resolve packages, and the project's tools ignore it. */
const workFolder = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'ssg-test')

/** Files to write; null removes one. */
export type Changes = Record<string, string | Buffer | null>

export type Project = Awaited<ReturnType<typeof tinyProject>>

/** Copies the tiny site's content with `changes` into a folder that is gone after the test. */
export async function contentFolder(changes: Changes = {}): Promise<string> {
  const content = join(await temporaryFolder(), 'content')
  await cp(join(testdata, 'content'), content, { recursive: true })
  await change(content, changes)
  return content
}

/** Compiles a content folder, or published content, with a cache beside it. */
export const compileFolder = (content: string, published?: Published) =>
  compileContent(content, 'content', join(content, '..', 'cache'), published)

/** Content as the server has it, without photos unless `photos` reads them. */
export const publishedContent = (
  files: ReadonlyMap<string, string>,
  changes: Record<string, string | null> = {},
  photos: PhotoReader = { read: () => Promise.resolve(null), notes: () => [] },
): Published => {
  const changed = new Map<string, string | null>([...files, ...Object.entries(changes)])
  const texts = [...changed].flatMap(([path, text]) => (text === null ? [] : [[path, text] as const]))
  return { files: new Map(texts), changed: {}, publications: 1, photos }
}

/** Compiles the tiny site's content with `changes`. */
export const compileChanged = async (changes: Changes = {}) => compileFolder(await contentFolder(changes))

/** Copies the tiny project of testdata with `changes` into a folder that is gone after `atEnd`: by default, the test. */
export async function tinyProject(
  changes: Changes = {},
  options: Partial<SsgOptions> = {},
  atEnd: (clean: () => Promise<void>) => void = onTestFinished,
) {
  await mkdir(workFolder, { recursive: true })
  const folder = await mkdtemp(join(workFolder, 'project-'))
  // A build that was refused may still be writing into its cache.
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await cp(testdata, folder, { recursive: true })
  await shareCaches(join(folder, 'cache', 'ssg'))
  await change(folder, changes)
  const dist = join(folder, 'dist')
  const output: string[] = []
  const logger = createLogger('info')
  logger.info = (text) => void output.push(text)
  const config = (): InlineConfig => ({
    root: join(folder, 'site'),
    configFile: false,
    customLogger: logger,
    logLevel: 'warn',
    cacheDir: join(folder, 'cache'),
    build: { outDir: dist },
    plugins: [ssg({ ...defaults(folder), ...options })],
  })
  const read = (name: string): Promise<Buffer> => readFile(join(dist, name))
  return {
    folder,
    dist,
    /** The lines of the build's report. */
    output,
    /** For Vite, with new plugins each time. */
    config,
    read,
    build: async () => (await createBuilder(config(), null)).buildApp(),
    manifest: async () => JSON.parse((await read('_site.json')).toString()) as SiteManifest,
  }
}

/** Drawn images are slow, and their names contain a hash of their inputs. */
async function shareCaches(cache: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const shared = join(workFolder, 'shared', 'drawn')
  await mkdir(shared, { recursive: true })
  await symlink(shared, join(cache, 'drawn'))
}

export async function change(folder: string, changes: Changes): Promise<void> {
  for (const [name, text] of Object.entries(changes)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    if (text === null) await rm(path)
    else await writeFile(path, text)
  }
}

export async function builtProject(...of: Parameters<typeof tinyProject>): Promise<Project> {
  const project = await tinyProject(...of)
  await project.build()
  return project
}

const defaults = (folder: string): SsgOptions => ({
  content: join(folder, 'content'),
  themeColor: { light: '#ffffff', dark: '#000000' },
})
