/**
 * Prepares a built site for a host with fewer features than Netlify: node scripts/tools/host-files.mjs cloudflare | github [FOLDER]
 * FOLDER is dist/ by default; it must be built with API_ORIGIN. docs/hosts.md lists the limits of each host.
 * Needs: Node.js 20.19. Leaves behind: the changed FOLDER, without the files for the Go server.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const policyName = 'Content-Security-Policy'
const lines = (rules) => rules.map((rule) => `${rule}\n`).join('')
const isApp = ({ file }) => file === 'app.html'

/**
 * The `_headers` of Cloudflare Pages, which has room for 100 rules. Cached copies last a day, not a year: the rule also applies to
 * the answer for a missing file.
 */
function cloudflareHeaders({ headers, routes }) {
  const rules = [
    ['/*', headers],
    ['/assets/*', { 'Cache-Control': 'public, max-age=86400' }],
  ]
  // A rule for unknown paths would be for the pages below them, too.
  for (const { path, file, headers: own } of routes.filter(({ status }) => status === 200)) {
    // Pages have only no-cache, which is Cloudflare's default.
    const { 'Cache-Control': caching, [policyName]: policy, ...rest } = own
    const kept = { ...rest }
    if (!path.startsWith('/assets/') && caching !== 'no-cache') kept['Cache-Control'] = caching
    if (policy) Object.assign(kept, { [`! ${policyName}`]: undefined, [policyName]: policy })
    if (Object.keys(kept).length > 0 && file) rules.push([path, kept])
  }
  return lines(
    rules.flatMap(([path, values]) => [
      path,
      ...Object.entries(values).map(([name, value]) =>
        value === undefined ? `  ${name}` : `  ${name}: ${value}`,
      ),
    ]),
  )
}

/**
 * The `_redirects` of Cloudflare Pages, which serves app.html as /app and cannot forward requests to another host. `built` is the
 * file that the build has written.
 */
function cloudflareRedirects({ routes, proxies }, built) {
  return lines([
    ...built.split('\n').filter((rule) => rule.endsWith(' 301')),
    ...routes.filter(isApp).map(({ path }) => `${path} /app 200`),
    ...proxies.map(({ path, to }) => `${path} ${to.replace(/\*$/, ':splat')} 302`),
  ])
}

/** The documents that GitHub Pages needs in place of forwards: those of the app and of the CV lead to the API's host. */
function githubForwards({ routes, proxies, redirects }) {
  const origin = new URL(proxies[0].to).origin
  const paths = [...routes.filter(isApp), ...proxies]
    .map(({ path }) => path)
    .filter((path) => !/[:*]/.test(path))
  const forwards = paths.flatMap((path) => {
    const hasChildren = paths.some((other) => other.startsWith(`${path}/`))
    const names = [`${path}.html`, ...(hasChildren ? [`${path}/index.html`] : [])]
    return names.map((name) => [name, origin + path])
  })
  // Feed readers follow no document.
  const pages = new Set(routes.filter(({ file }) => file.endsWith('.html')).map(({ path }) => path))
  const former = redirects
    .filter(({ from, to }) => pages.has(to) && !from.endsWith('/') && !isSpelling(from, to))
    .map(({ from, to }) => [from.endsWith('.html') ? from : `${from}/index.html`, to])
  return new Map(
    [...forwards, ...former].map(([name, target]) => [
      name.slice(1),
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex"><title>${target}</title><meta http-equiv="refresh" content="0;url=${target}"><a href="${target}">${target}</a></html>\n`,
    ]),
  )
}

/** Whether a file of the page at `to`, which GitHub finds itself, may take the place of one at `from`. */
const isSpelling = (from, to) =>
  (from.replace(/(\/index)?\.html$/, '') || '/').toLowerCase() === to.toLowerCase()

/** Adds the policies that a document can contain. */
function withPolicy(html, headers) {
  // Browsers ignore frame-ancestors in a document.
  const policy = headers[policyName].replace(/; frame-ancestors [^;]*/, '')
  const meta = `<meta http-equiv="${policyName}" content="${policy}"><meta name="referrer" content="${headers['Referrer-Policy']}">`
  return html.replace(
    /<meta charset="utf-8">(?:<meta http-equiv="Content-Security-Policy"[^>]*>)?/,
    `<meta charset="utf-8">${meta}`,
  )
}

/** Names the photos of the library on the API's host. */
function withMedia(html, { proxies }) {
  const { to } = proxies.find(({ path }) => path === '/media/*')
  return html.replaceAll(/(?<=[" ])(?:https?:\/\/[^/" ]+)?\/media\//g, to.replace('*', ''))
}

async function main(host, folder) {
  const manifest = JSON.parse(await readFile(join(folder, '_site.json'), 'utf8'))
  if (manifest.proxies.some(({ to }) => to === null)) throw new Error('Build the site with API_ORIGIN first.')
  const write = async (name, text) => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  for (const name of await readdir(folder, { recursive: true })) {
    if (/\.(?:br|gz)$/.test(name) && existsSync(join(folder, name.slice(0, -3)))) await rm(join(folder, name))
  }
  if (host === 'cloudflare') {
    await write('_headers', cloudflareHeaders(manifest))
    const built = await readFile(join(folder, '_redirects'), 'utf8')
    await write('_redirects', cloudflareRedirects(manifest, built))
  } else {
    for (const name of (await readdir(folder, { recursive: true })).filter((each) =>
      each.endsWith('.html'),
    )) {
      const html = withMedia(await readFile(join(folder, name), 'utf8'), manifest)
      await write(name, withPolicy(html, manifest.headers))
    }
    for (const [name, text] of githubForwards(manifest)) await write(name, text)
    for (const name of ['_headers', '_redirects', 'app.html']) await rm(join(folder, name))
    await write('.nojekyll', '')
  }
  for (const name of ['_site.json', '_app.html']) await rm(join(folder, name), { force: true })
}

const [program, host, folder = 'dist'] = process.argv.slice(1)
if (program === import.meta.filename) {
  if (host !== 'cloudflare' && host !== 'github') throw new Error('Name a host: cloudflare or github.')
  await main(host, folder)
}
