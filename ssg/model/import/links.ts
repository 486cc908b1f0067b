import { pageOf } from '../addresses.ts'
import { answersOf } from '../check.ts'
import { compile } from '../compile.ts'
import { parseEntries } from '../entry.ts'
import { isOfGalleries } from '../galleries.ts'
import { siteLink } from '../links.ts'
import { publicPages } from '../public-pages.ts'

/**
 * Returns `files` without dead links on a site that has `others` too: a link to a missing page becomes its words, and one
 * to a missing place on a page leads to the page.
 */
export function withoutDeadLinks(
  files: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const entries = parseEntries(new Map(Object.entries({ ...others, ...files })))
  const { content, links } = compile(entries)
  if (!content || links.length === 0) return files
  const answers = answersOf(
    [...publicPages(content), ...content.redirects.map(({ from }) => ({ path: from }))].map(
      ({ path }) => path,
    ),
  )
  const ids = entries.flatMap(({ path, body }) =>
    body.tree.map(({ token }) => `${pageOf(path)}#${String(token.attrGet('id'))}`),
  )
  /** Undefined for a dead link. */
  const addressOf = (address: string, from: string) => {
    const link = siteLink(address, pageOf(from) ?? '/')
    if (!link || isOfGalleries(link.path)) return address
    if (!answers(link.path)) return undefined
    return link.fragment === '' || ids.includes(`${link.path}#${link.fragment}`) ? address : link.path
  }
  const linking = new Set(links.map(({ path }) => path))
  return Object.fromEntries(
    Object.entries(files).map(([path, source]) => [
      path,
      linking.has(path)
        ? source.replace(link, (whole, words: string, address: string) => {
            const found = addressOf(address, path)
            return found === address ? whole : found === undefined ? words : `[${words}](${found})`
          })
        : source,
    ]),
  )
}

const link = /(?<![!\\])\[([^[\]]*)\]\(<?([^()\s<>]*)>?(?:\s+"[^"]*")?\)/g
