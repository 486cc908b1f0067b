import { join, relative } from 'node:path'
import { normalizePath, type Plugin } from 'vite'
import type { PhotoReader } from '../fetch/photos.ts'
import type { PublishedEdits } from '../fetch/published-edits.ts'
import { virtualModules } from '../lib/virtual-modules.ts'
import { compileContent, type BuiltContent } from './built-content.ts'

export interface ContentModules extends Plugin {
  /** The compiled content, the same for all who ask until a file changes. */
  compile: () => Promise<BuiltContent>
}

/** What was published in the browser, and the photos that texts show. */
export interface Published extends PublishedEdits {
  /** Whether a server is told of the files when the site is built. */
  told: boolean
  photos?: PhotoReader
}

/**
 * Serves the owner's files as the modules `virtual:content/*`, and what reads and changes them in the browser as
 * `virtual:content-model`. The files are compiled once a build, with what `fetchPublished` gives over them; while developing, a
 * change below `folder` compiles them anew and reloads the page.
 */
export function contentModules(
  folder: string,
  fetchPublished?: (cache: string) => Promise<Published>,
): ContentModules {
  let compiled: Promise<BuiltContent> | undefined
  const shownAs = normalizePath(relative(process.cwd(), folder)) || '.'
  let cache: string | undefined
  let load = () => compileContent(folder, shownAs, cache)
  const compile = () => (compiled ??= load())
  return {
    name: 'ssg:content',
    // One compilation serves the client's and the server's bundle.
    sharedDuringBuild: true,
    compile,
    config: () => ({
      resolve: {
        alias: {
          'virtual:content-model': join(import.meta.dirname, '..', 'model', 'content-model.ts'),
        },
      },
    }),
    configResolved({ command, cacheDir }) {
      const own = (cache = join(cacheDir, 'ssg'))
      if (command !== 'build' || !fetchPublished) return
      load = async () => {
        const { edits, publications, told, notes, photos } = await fetchPublished(own)
        const content = await compileContent(folder, shownAs, own, edits, photos)
        const files = told ? content.files : new Map<string, string>()
        return { ...content, files, publications, warnings: [...notes, ...content.warnings] }
      }
    },
    ...virtualModules('content', async () => {
      const { onTheWeb, imageFiles, unusedFiles, ...content } = await compile()
      return { ...content, 'on-the-web': onTheWeb, 'picture-files': imageFiles, 'unused-files': unusedFiles }
    }),
    configureServer(server) {
      server.watcher.add(folder)
      const refresh = (file: string) => {
        if (!normalizePath(file).startsWith(normalizePath(folder) + '/')) return
        compiled = undefined
        const { moduleGraph, hot } = server.environments.client
        for (const [id, module] of moduleGraph.idToModuleMap) {
          if (id.startsWith('\0virtual:content/')) moduleGraph.invalidateModule(module)
        }
        hot.send({ type: 'full-reload' })
      }
      for (const event of ['add', 'change', 'unlink'] as const) server.watcher.on(event, refresh)
    },
  }
}
