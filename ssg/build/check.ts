import type { SiteManifest } from '../document/manifest.ts'
import { tags, type Tag } from '../document/markup.ts'
import type { Diagnostic } from '../lib/diagnostics.ts'
import type { RenderedPage } from '../document/render.ts'

/**
 * Finds what React leaves in place of a part that failed or is still pending, attributes that the content policy forbids,
 * and dead links: to a path without an answer, a fragment without an element, a file that is not in the build.
 */
export function checkPages(rendered: readonly RenderedPage[], manifest: SiteManifest): Diagnostic[] {
  const pages = rendered.map(({ path, markup }) => ({ path, markup, tags: [...tags(markup)] }))
  const ids = new Map(pages.map(({ path, tags }) => [path, idsOf(tags)]))
  const answers = pathMatcher(manifest)
  return pages.flatMap(({ path, markup, tags }) => {
    const problems = [
      ...(pendingPart.test(markup) ? [notReady] : []),
      ...tags.flatMap(inlineStyle),
      ...tags.flatMap((tag) =>
        addresses(tag).flatMap(
          (address) => checkAddress(address, tag.name === 'a', path, ids, answers) ?? [],
        ),
      ),
    ]
    return problems.map((problem) => ({ where: path, ...problem }))
  })
}

type Problem = Pick<Diagnostic, 'message' | 'hint'>

/** React's comment around a part that is shown later. */
const pendingPart = /<!--\$[?!~]-->/
const notReady: Problem = {
  message: 'A part of the page was not ready, so its fallback stands there',
  hint: 'Let the page wait for it, or load it in an effect, after the page is there.',
}

function inlineStyle({ name, attributes }: Tag): Problem[] {
  const style = attributes.get('style')
  if (style === undefined) return []
  const message = `<${name} style="${style}"> has an inline style, which the content policy forbids`
  return [{ message, hint: 'Write a class, or set the style in an effect.' }]
}

/** Any origin will do: it only tells the site's own addresses from others. */
const siteOrigin = 'http://inside.invalid'

function checkAddress(
  address: string,
  isLink: boolean,
  page: string,
  ids: Map<string, Set<string>>,
  answers: (path: string) => boolean,
): Problem | undefined {
  const url = URL.canParse(address, siteOrigin + page) ? new URL(address, siteOrigin + page) : undefined
  if (!url) return { message: `"${address}" is no address`, hint: 'Correct it.' }
  if (url.origin !== siteOrigin) {
    if (isLink || url.protocol === 'data:') return undefined
    const hint = 'Keep the file with the site and refer to it from there.'
    return { message: `"${address}" would be loaded from elsewhere, which the content policy forbids`, hint }
  }
  const here = ids.get(url.pathname)
  if (!here && !answers(url.pathname)) {
    const hint = 'Correct the address, or build what it names.'
    return { message: `"${address}" is a dead link: the site has nothing at ${url.pathname}`, hint }
  }
  const fragment = decodeURIComponent(url.hash.slice(1))
  if (fragment === '' || !here || here.has(fragment)) return undefined
  const message = `"${address}" is a dead link: nothing on ${url.pathname} has the id "${fragment}"`
  return { message, hint: 'Correct the fragment, or give the place that id.' }
}

function addresses({ name, attributes }: Tag): string[] {
  const found: string[] = []
  for (const key of name === 'use' ? [] : ['href', 'src', 'poster', 'action']) {
    const value = attributes.get(key)
    if (value !== undefined) found.push(value)
  }
  for (const candidate of attributes.get('srcset')?.split(',') ?? []) {
    const url = candidate.trim().split(/\s/)[0]
    if (url) found.push(url)
  }
  return found
}

const idsOf = (tags: readonly Tag[]) => new Set(tags.flatMap(({ attributes }) => attributes.get('id') ?? []))

function pathMatcher({ routes, proxies }: SiteManifest): (path: string) => boolean {
  const exact = new Set([...routes, ...proxies].map(({ path }) => path))
  const patterns = routes
    .filter(({ path }) => path.includes('/:'))
    .map(({ path }) => new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`))
  const prefixes = proxies.filter(({ path }) => path.endsWith('*')).map(({ path }) => path.slice(0, -1))
  return (path) =>
    exact.has(path) ||
    patterns.some((pattern) => pattern.test(path)) ||
    prefixes.some((prefix) => path.startsWith(prefix))
}
