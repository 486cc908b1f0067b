import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { buildSite } from './build/build-site.ts'
import { clientBuild, pagesBuild, shortClassNames } from './build/bundles.ts'
import { devServer } from './build/dev-server.ts'
import { contentModules } from './build/content-modules.ts'
import { fetchPublished } from './fetch/published.ts'
import type { SsgOptions } from './options.ts'

/**
 * Makes `vite build` write the whole site: every public page as a document that needs no script, a document
 * for the screens of the app, and the manifest that tells servers how to answer. The project's root has
 * `src/pages/index.tsx`, which exports what `PagesModule` says, `src/elements/public.ts`, the script of the
 * public pages, and `src/app/main.tsx`, the app. A failed build keeps the previous output.
 * `vite dev` serves the same documents.
 */
export function ssg(options: SsgOptions): Plugin[] {
  // The server's renderer contains the content folder, which a start imports.
  const isForServer = options.rendererFolder !== undefined
  const fetchContent = isForServer ? undefined : (cache: string) => fetchPublished(options, cache)
  const content = contentModules(options.content, fetchContent, options.siteUrl)
  const build: Plugin = {
    name: 'ssg:build',
    sharedDuringBuild: true,
    config: ({ root = '.' }, { command }) => ({
      define: {
        'import.meta.env.API_ORIGIN': JSON.stringify(calledOrigin(options, command)),
      },
      publicDir: false,
      // The server has the scripts below /s/assets too: see readPrograms in api/server/site.go.
      experimental: {
        renderBuiltUrl: (_, { hostType }) => (hostType === 'js' ? { relative: true } : undefined),
      },
      ...(command === 'build' && {
        logLevel: 'warn',
        css: shortClassNames,
        environments: { client: clientBuild, ssr: pagesBuild(resolve(root)) },
      }),
      build: {
        write: false,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        // Owners cannot act on a warning about slow plugins.
        rolldownOptions: { checks: { bundlerTimings: false } },
      },
      // Otherwise Vite reads and evaluates this configuration again for each bundle.
      builder: { sharedConfigBuild: true },
    }),
    buildApp: {
      order: 'pre',
      handler: (vite) => buildSite(vite, options, content.compile),
    },
  }
  return [content, devServer(options, content), build]
}

/** Where pages call the API. In development and on a preview a proxy answers at their own origin. */
function calledOrigin({ apiOrigin = '', preview = false }: SsgOptions, command: 'build' | 'serve'): string {
  return command === 'build' && !preview ? apiOrigin : ''
}
