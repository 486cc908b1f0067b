import { publishedMistake } from '../fetch/edits.ts'
import {
  deadLink,
  parseAddress,
  pathMatcher,
  siteLink,
  type SiteAddresses,
  type SiteLink,
} from '../model/links.ts'
import type { BuiltContent } from './built-content.ts'
import type { SiteManifest } from '../document/manifest.ts'
import { tags, type Tag } from '../document/markup.ts'
import type { Diagnostic, Problem } from '../model/diagnostics.ts'

/** Checks pages one after the other, and their links when all are known. */
export interface PageChecker {
  look: (path: string, markup: string) => void
  /** What is wrong in all the pages, and with `links`. A dead link of a text is reported there, not on its page. */
  diagnostics: (manifest: SiteManifest, links: BuiltContent['links']) => Diagnostic[]
}

/**
 * Finds what React leaves in place of a part that failed or is still pending, attributes that the content policy forbids,
 * duplicate ids, and dead links: to a path without an answer, a fragment without an element, a file that is not in the build.
 */
export function pageChecker(): PageChecker {
  const pages: { path: string; problems: Problem[]; links: SiteLink[] }[] = []
  const ids = new Map<string, Set<string>>()
  // Most pages have the same links.
  const known = new Map<string, SiteLink>()
  return {
    look(path, markup) {
      const all = [...tags(markup)]
      const pageIds = idsOf(all)
      const problems = [
        ...(pendingPart.test(markup) ? [notReady] : []),
        ...all.flatMap(inlineStyle),
        ...duplicates(pageIds).map(duplicateId),
      ]
      const links: SiteLink[] = []
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
      ids.set(path, new Set(pageIds))
    },
    diagnostics(manifest, textLinks) {
      const site = { answers: pathMatcher(manifest), ids }
      const inTexts = textLinks.flatMap((link) => deadTextLink(link, site) ?? [])
      const told = new Set(inTexts.map(({ address }) => address))
      const onPages = pages.flatMap(({ path, problems, links }) => {
        const dead = links.flatMap((link) => (told.has(link.address) ? [] : (deadLink(link, site) ?? [])))
        return [...problems, ...dead].map((problem) => ({ where: path, ...problem }))
      })
      return [...onPages, ...inTexts.map(({ diagnostic }) => diagnostic)]
    },
  }
}

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

/** What is wrong with an address whatever the site has, or where it leads; undefined when out of the site. */
function resolve(address: string, isLink: boolean, page: string): SiteLink | Problem | undefined {
  const url = parseAddress(address, page)
  if (!url) return { message: `"${address}" is no address`, hint: 'Correct it.' }
  const link = siteLink(copy(address), page)
  if (link || isLink || url.protocol === 'data:') return link
  const hint = 'Keep the file with the site and refer to it from there.'
  return { message: `"${address}" would be loaded from elsewhere, which the content policy forbids`, hint }
}

/** Undefined too for an address that means another place on each page. */
function deadTextLink(
  { where, line, address, published }: BuiltContent['links'][number],
  site: SiteAddresses,
) {
  const link = address.startsWith('#') ? undefined : siteLink(address, '/')
  const problem = link && deadLink(link, site)
  if (!problem) return undefined
  const diagnostic = { where, line, ...problem }
  return { address, diagnostic: published ? publishedMistake(diagnostic) : diagnostic }
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

const idsOf = (tags: readonly Tag[]) => tags.flatMap(({ attributes }) => attributes.get('id') ?? []).map(copy)

const duplicates = (ids: readonly string[]) => [
  ...new Set(ids.filter((id, index) => ids.indexOf(id) !== index)),
]
const duplicateId = (id: string): Problem => ({
  message: `Several elements have the id "${id}"`,
  hint: 'Give each an id of its own; that of a heading in a text follows from its words.',
})
