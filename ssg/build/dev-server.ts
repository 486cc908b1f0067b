import type { Plugin } from 'vite'
import { type ContentModules } from './content-modules.ts'
import { cvFiles } from '../cv/cv-files.ts'
import { appDocument } from '../document/document.ts'
import { siteFonts } from '../fonts/fonts.ts'
import { buildIcons } from '../pictures/icons.ts'
import { loaderScript } from '../document/loader.ts'
import { proxied } from '../document/proxied.ts'
import { localApi, type SsgOptions } from '../options.ts'
import { fileType } from './output-files.ts'

/**
 * `vite dev`: one empty document for every address, the fonts, the CV's other forms, and the API behind the same
 * origin.
 */
export function devServer(options: SsgOptions, content: ContentModules): Plugin {
  return {
    name: 'ssg:dev',
    apply: 'serve',
    config: () => {
      const target = options.apiOrigin ?? localApi()
      const paths = proxied.map((path) => path.replace('/*', ''))
      return {
        appType: 'custom',
        // The terminal may hold a password that is shown once.
        clearScreen: false,
        server: {
          host: '127.0.0.1',
          watch: { ignored: ['**/e2e/results/**'] },
          proxy: Object.fromEntries(paths.map((path) => [path, { target, changeOrigin: true }])),
        },
      }
    },
    async configureServer(server) {
      const fonts = siteFonts()
      const find = async (path: string) => {
        if (!/^\/(assets\/.*|[\w-]+\.(pdf|txt|json|vcf))$/.test(path)) return undefined
        const compiled = await content.compile()
        const made = path.startsWith('/assets/')
          ? [...fonts.files, ...compiled.pictures]
          : await cvFiles(compiled, options)
        return made.find(({ name }) => `/${name}` === path)
      }
      const loader = await loaderScript({
        entry: '/src/entry-client.tsx',
        enhance: '/src/enhance.ts',
        darkCanvas: options.themeColor.dark,
      })
      server.middlewares.use((request, response, next) => {
        const answer = async () => {
          const file = await find(request.url ?? '')
          if (!file) {
            next()
            return
          }
          response.setHeader('Content-Type', fileType(file.name).type)
          response.end(file.content)
        }
        answer().catch(next)
      })
      // After Vite's own middleware: what is left is a navigation.
      return () => {
        server.middlewares.use((request, response, next) => {
          if (!request.headers.accept?.includes('text/html')) {
            next()
            return
          }
          const answer = async () => {
            const compiled = await content.compile()
            const { site } = compiled
            const { svg } = await buildIcons(site.initials, `${server.config.cacheDir}/ssg/drawn`)
            const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
            const shell = {
              lang: 'en',
              loader,
              themeColor: options.themeColor.light,
              icon,
              font: fonts.preload,
            }
            const html = appDocument(shell, site.name, { css: fonts.css, inlined: [] }, [])
            response.setHeader('Content-Type', 'text/html; charset=utf-8')
            response.end(await server.transformIndexHtml(request.originalUrl ?? '/', html))
          }
          answer().catch(next)
        })
      }
    },
  }
}
