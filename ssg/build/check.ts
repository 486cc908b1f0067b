import type { Redirect } from '../model/addresses.ts'
import {
  deadLink,
  parseAddress,
  pathMatcher,
  siteLink,
  type SiteAddresses,
  type SiteLink,
} from '../model/links.ts'
import { tags, type Tag } from '../document/markup.ts'
import type { Diagnostic, Problem } from '../model/diagnostics.ts'
import type { BuiltContent } from './built-content.ts'
import type { SiteManifest } from './manifest.ts'

export interface RenderedPage {
  path: string
  body: string
}

interface CheckedSite {
  rendered: readonly RenderedPage[]
  /** Former addresses of pages. */
  moved: readonly Redirect[]
}

/**
 * Finds attributes that the content policy forbids, duplicate ids, and dead links: to a path without an
 * answer, a fragment without an element, a file that is not in the build. A dead link of a text, one of
 * `textLinks`, is reported there, not on its page.
 */
export function checkPages(
  { rendered, moved }: CheckedSite,
  manifest: SiteManifest,
  textLinks: BuiltContent['links'],
): Diagnostic[] {
  const parsed = rendered.map(({ path, body }) => {
    const all = [...tags(body)]
    return {
      path,
      ids: all.flatMap(({ attributes }) => attributes.get('id') ?? []),
      styles: all.flatMap(inlineStyle),
      links: all.flatMap((tag) =>
        addresses(tag).flatMap((address) => resolve(address, tag.name === 'a', path) ?? []),
      ),
    }
  })
  const ids = new Map(parsed.map((page) => [page.path, new Set(page.ids)]))
  const former = moved.map(({ from }) => ({ path: from }))
  const site = { answers: pathMatcher({ ...manifest, routes: [...manifest.routes, ...former] }), ids }
  const inTexts = textLinks.flatMap((link) => deadTextLink(link, site) ?? [])
  const reported = new Set(inTexts.map(({ address }) => address))
  const onPages = parsed.flatMap((page) => {
    const problems = [
      ...page.styles,
      ...duplicates(page.ids).map(duplicateId),
      ...page.links.flatMap((link): Problem[] => {
        if ('message' in link) return [link]
        const dead = reported.has(link.address) ? undefined : deadLink(link, site)
        return dead ? [dead] : []
      }),
    ]
    return problems.map((problem) => ({ where: page.path, ...problem }))
  })
  return [...onPages, ...inTexts.map(({ diagnostic }) => diagnostic)]
}

function inlineStyle({ name, attributes }: Tag): Problem[] {
  const style = attributes.get('style')
  if (style === undefined) return []
  const message = `<${name} style="${style}"> has an inline style, which the content policy forbids`
  return [{ message, hint: 'Write a class, or set the style in a script.' }]
}

/** The target of an address, or its problem; undefined if it leaves the site. */
function resolve(address: string, isLink: boolean, page: string): SiteLink | Problem | undefined {
  const link = siteLink(address, page)
  // What follows mailto: is text to browsers.
  if (link || (isLink && address.startsWith('mailto:'))) return link
  const url = parseAddress(address, page)
  if (!url) return { message: `"${address}" is not an address`, hint: 'Correct it.' }
  if (isLink || url.protocol === 'data:') return undefined
  const hint = 'Keep the file with the site and refer to it from there.'
  return { message: `"${address}" would be loaded from elsewhere, which the content policy forbids`, hint }
}

/** Says that the error is in published content, not in a file. */
export const publishedProblem = (diagnostic: Diagnostic): Diagnostic => ({
  ...diagnostic,
  hint: `${diagnostic.hint} It was published at /content: fix it there.`,
})

function deadTextLink(
  { where, line, address, published }: BuiltContent['links'][number],
  site: SiteAddresses,
) {
  const link = address.startsWith('#') ? undefined : siteLink(address, '/')
  const problem = link && deadLink(link, site)
  if (!problem) return undefined
  const diagnostic = { where, line, ...problem }
  return { address, diagnostic: published ? publishedProblem(diagnostic) : diagnostic }
}

function addresses({ name, attributes }: Tag): string[] {
  const keys = name === 'use' ? [] : ['href', 'src', 'poster', 'action']
  const candidates = attributes.get('srcset')?.split(',') ?? []
  const all = [
    ...keys.flatMap((key) => attributes.get(key) ?? []),
    ...candidates.flatMap((candidate) => candidate.trim().split(/\s/)[0] || []),
  ]
  // The API named them, and a site of thousands of photos would be checked for a minute.
  return all.filter((address) => !address.startsWith('/media/'))
}

const duplicates = (ids: readonly string[]) => [
  ...new Set(ids.filter((id, index) => ids.indexOf(id) !== index)),
]
const duplicateId = (id: string): Problem => ({
  message: `Several elements have the id "${id}"`,
  hint: "Give each a different id. A heading's id is made of its words.",
})
