import { join, relative } from 'node:path'
import { normalizePath, type Plugin } from 'vite'
import type { Published } from '../fetch/published.ts'
import type { ShownGallery } from '../model/galleries.ts'
import { compileContent, type BuiltContent } from './built-content.ts'

export interface ContentModules extends Plugin {
  /** The compiled content, the same for all who ask until a file changes. */
  compile: (galleries?: Galleries) => Promise<BuiltContent>
}

/** The galleries on the site, which a build puts into its pages. */
export type Galleries = Promise<readonly ShownGallery[]>

/**
 * Compiles the owner's files once a build, with the published content that `fetchPublished` returns. In development, a
 * change below `folder` compiles them again and reloads the page.
 */
export function contentModules(
  folder: string,
  fetchPublished?: (cache: string) => Promise<Published>,
  siteUrl?: string,
): ContentModules {
  let compiled: Promise<BuiltContent> | undefined
  const shownAs = normalizePath(relative(process.cwd(), folder)) || '.'
  let cache: string | undefined
  let load: ContentModules['compile'] = () => compileContent(folder, shownAs, cache)
  const compile: ContentModules['compile'] = (galleries) => (compiled ??= load(galleries))
  return {
    name: 'ssg:content',
    // One compilation serves the client's and the server's bundle.
    sharedDuringBuild: true,
    compile,
    configResolved({ command, cacheDir }) {
      const own = (cache = join(cacheDir, 'ssg'))
      if (command !== 'build' || !fetchPublished) return
      load = async (galleries) => {
        const { edits, publications, notes, photos } = await fetchPublished(own)
        const content = await compileContent(folder, shownAs, own, edits, photos, siteUrl, await galleries)
        return { ...content, publications, warnings: [...notes, ...content.warnings] }
      }
    },
    configureServer(server) {
      server.watcher.add(folder)
      const refresh = (file: string) => {
        if (!normalizePath(file).startsWith(normalizePath(folder) + '/')) return
        compiled = undefined
        server.environments.client.hot.send({ type: 'full-reload' })
      }
      for (const event of ['add', 'change', 'unlink'] as const) server.watcher.on(event, refresh)
    },
  }
}
