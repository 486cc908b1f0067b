import {
  isCSSRequest,
  isRunnableDevEnvironment,
  type EnvironmentModuleNode,
  type Plugin,
  type ViteDevServer,
} from 'vite'
import type { ContentModules } from './content-modules.ts'
import { pathMatcher } from '../model/links.ts'
import { cvFiles } from '../cv/cv-files.ts'
import { cvPdf } from '../cv/cv-pdf.ts'
import { appDocument, pageDocument, type Script, type Shell } from '../document/document.ts'
import { headScript } from '../document/head-script.ts'
import { listPages, type PageData, type PagesModule } from '../document/pages.ts'
import { siteFonts } from '../fonts/fonts.ts'
import { ratioStyle } from '../model/galleries.ts'
import { accentStyle } from '../model/accent.ts'
import type { OutputFile } from '../lib/output-file.ts'
import { proxied } from '../model/addresses.ts'
import { localApi, type SsgOptions } from '../options.ts'
import { makeIcons } from '../images/icons.ts'
import { appEntry, pagesEntry, publicEntry } from './bundles.ts'
import { fileType } from './file-types.ts'

/** Elements and the app ask the API themselves. */
const noData: PageData = { banner: null, cv: null, withoutFeed: true }

/**
 * `vite dev`: the same documents as those of a build, the fonts, the images of the content, the CV's other
 * forms, and the API behind the same origin. A change of the content, the pages or their style reloads.
 */
export function devServer(options: SsgOptions, content: ContentModules): Plugin {
  return {
    name: 'ssg:dev',
    apply: 'serve',
    config: () => {
      const target = options.apiOrigin ?? localApi()
      const paths = proxied.map((path) => path.replace('*', ''))
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
    hotUpdate({ server, modules }) {
      if (this.environment.name === 'ssr' && modules.length > 0)
        server.environments.client.hot.send({ type: 'full-reload' })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        findFile(request.url ?? '', options, content)
          .then((file) => {
            if (!file) {
              next()
              return
            }
            response.setHeader('Content-Type', fileType(file.name).type)
            response.end(file.content)
          })
          .catch(next)
      })
      // Runs after Vite's middleware, so only navigations are left.
      return () => {
        server.middlewares.use((request, response, next) => {
          if (!request.headers.accept?.includes('text/html')) {
            next()
            return
          }
          const address = request.originalUrl ?? '/'
          renderDocument(server, new URL(address, 'http://localhost').pathname, options, content)
            .then(async ({ status, html }) => {
              const whole = await server.transformIndexHtml(address, html)
              response.statusCode = status
              response.setHeader('Content-Type', 'text/html; charset=utf-8')
              response.end(whole)
            })
            .catch(next)
        })
      }
    },
  }
}

async function findFile(
  path: string,
  options: SsgOptions,
  content: ContentModules,
): Promise<OutputFile | undefined> {
  if (!/^\/(assets\/.*|([a-z-]+\/)?[\w-]+\.(pdf|txt|json|vcf))$/.test(path)) return undefined
  const compiled = await content.compile()
  const made = path.startsWith('/assets/')
    ? [...siteFonts().files, ...compiled.imageFiles]
    : (
        await Promise.all(
          [compiled, ...compiled.translations].map(async (content) =>
            cvFiles(await cvPdf(content, options.siteUrl), content, options.siteUrl),
          ),
        )
      ).flat()
  return made.find(({ name }) => `/${name}` === path)
}

async function renderDocument(
  server: ViteDevServer,
  path: string,
  { themeColor, siteUrl }: SsgOptions,
  content: ContentModules,
): Promise<{ status: number; html: string }> {
  const compiled = await content.compile()
  const { module, sheets } = await loadPages(server)
  const fonts = siteFonts()
  const css = fonts.css + accentStyle(compiled.site.accent) + ratioStyle(compiled.galleries)
  const icon = String(makeIcons(compiled.site.logo).svg.content)
  const shell: Shell = {
    headScript: await headScript(themeColor.dark),
    themeColor: themeColor.light,
    icon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
    font: fonts.preload,
  }
  const { pages, appPaths } = listPages(module.routes(compiled))
  const translation = compiled.translations.find((site) =>
    module.routes(site).some((row) => row.path === path && row.kind === 'public'),
  )
  const isApp = pathMatcher({ routes: appPaths.map((path) => ({ path })), proxies: [] })
  if (isApp(path)) {
    const body = module.renderShell(compiled, noData)
    const app = {
      language: compiled.language,
      name: compiled.site.name,
      logo: compiled.site.logo,
      css,
      sheets,
      script: scriptAt(appEntry),
      body,
      images: compiled.images,
      siteUrl,
    }
    return { status: 200, html: appDocument(shell, app) }
  }
  const shownPages = translation ? listPages(module.routes(translation)).pages : pages
  const page = shownPages.find((page) => page.path === path) ?? pages.at(-1)
  if (!page) throw new Error('The site has no pages.')
  const site = translation ?? compiled
  const body = module.renderPage(page.path, site, noData)
  // The policy of a real not-found page would not admit Vite's own scripts.
  const { language } = site
  const shown = { ...page, language, status: 200, tags: '', css, sheets, script: scriptAt(publicEntry), body }
  return { status: page.status, html: pageDocument(shell, shown) }
}

const scriptAt = (module: string): Script => ({ src: `/${module}`, imports: [] })

async function loadPages(server: ViteDevServer): Promise<{ module: PagesModule; sheets: string[] }> {
  const environment = server.environments.ssr
  if (!isRunnableDevEnvironment(environment)) throw new Error('The pages cannot be run in this process.')
  const module = await environment.runner.import<PagesModule>(`/${pagesEntry}`)
  const sheets: string[] = []
  const seen = new Set<EnvironmentModuleNode>()
  const visit = (node: EnvironmentModuleNode | undefined) => {
    if (!node || seen.has(node)) return
    seen.add(node)
    node.importedModules.forEach(visit)
    if (isCSSRequest(node.url)) sheets.push(node.url)
  }
  visit(await environment.moduleGraph.getModuleByUrl(`/${pagesEntry}`))
  return { module, sheets }
}
