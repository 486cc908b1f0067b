import type { SiteManifest } from '../document/manifest.ts'
import { tags, type Tag } from '../document/markup.ts'
import type { Diagnostic } from '../lib/diagnostics.ts'

/** Checks pages one after the other, and their links when all are known. */
export interface PageChecker {
  look: (path: string, markup: string) => void
  /** What is wrong in all the pages. */
  diagnostics: (manifest: SiteManifest) => Diagnostic[]
}

/**
 * Finds what React leaves in place of a part that failed or is still pending, attributes that the content policy forbids,
 * and dead links: to a path without an answer, a fragment without an element, a file that is not in the build.
 */
export function pageChecker(): PageChecker {
  const pages: { path: string; problems: Problem[]; links: Link[] }[] = []
  const ids = new Map<string, Set<string>>()
  // Most pages have the same links.
  const known = new Map<string, Link>()
  return {
    look(path, markup) {
      const all = [...tags(markup)]
      const problems = [...(pendingPart.test(markup) ? [notReady] : []), ...all.flatMap(inlineStyle)]
      const links: Link[] = []
      for (const tag of all) {
        for (const address of addresses(tag)) {
          const target = known.get(address) ?? resolve(address, tag.name === 'a', path)
          if (!target) continue
          if ('message' in target) problems.push(target)
          else {
            links.push(target)
            if (address.startsWith('/')) known.set(target.address, target)
          }
        }
      }
      pages.push({ path, problems, links })
      ids.set(path, idsOf(all))
    },
    diagnostics(manifest) {
      const answers = pathMatcher(manifest)
      return pages.flatMap(({ path, problems, links }) =>
        [...problems, ...links.flatMap((link) => deadLink(link, ids, answers) ?? [])].map((problem) => ({
          where: path,
          ...problem,
        })),
      )
    },
  }
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

/** An address of the site's own. */
interface Link {
  address: string
  path: string
  fragment: string
}

/** What is wrong with an address whatever the site has, or where it leads; undefined when out of the site. */
function resolve(address: string, isLink: boolean, page: string): Link | Problem | undefined {
  const url = URL.canParse(address, siteOrigin + page) ? new URL(address, siteOrigin + page) : undefined
  if (!url) return { message: `"${address}" is no address`, hint: 'Correct it.' }
  if (url.origin === siteOrigin)
    return { address: copy(address), path: url.pathname, fragment: decodeURIComponent(url.hash.slice(1)) }
  if (isLink || url.protocol === 'data:') return undefined
  const hint = 'Keep the file with the site and refer to it from there.'
  return { message: `"${address}" would be loaded from elsewhere, which the content policy forbids`, hint }
}

function deadLink(
  { address, path, fragment }: Link,
  ids: Map<string, Set<string>>,
  answers: (path: string) => boolean,
): Problem | undefined {
  const there = ids.get(path)
  if (!there && !answers(path)) {
    const hint = 'Correct the address, or build what it names.'
    return { message: `"${address}" is a dead link: the site has nothing at ${path}`, hint }
  }
  if (fragment === '' || !there || there.has(fragment)) return undefined
  const message = `"${address}" is a dead link: nothing on ${path} has the id "${fragment}"`
  return { message, hint: 'Correct the fragment, or give the place that id.' }
}

/** A text of its own: as a part of a page's, it would hold all of that in memory. */
const copy = (text: string) => Buffer.from(text).toString()

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

const idsOf = (tags: readonly Tag[]) =>
  new Set(tags.flatMap(({ attributes }) => attributes.get('id') ?? []).map(copy))

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
