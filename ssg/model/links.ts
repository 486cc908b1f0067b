import type { Problem } from './diagnostics.ts'

/** The problem with a link's address that no site could have, if any. */
export function addressProblem(address: string): Problem | undefined {
  if (address === '') return noAddress
  const [scheme] = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(address.toLowerCase()) ?? []
  if (/^(http|https)$/.test(scheme ?? '')) {
    return /^https?:\/\/[^/?#]/i.test(address) && URL.canParse(address) ? undefined : wrongAddress(address)
  }
  if (mistypedScheme.test(scheme ?? '') || /^(mailto|tel):$/i.test(address)) return wrongAddress(address)
  if (mailAddress.test(address)) return withoutBeginning(address, 'mailto:')
  return otherSite.test(address) ? withoutBeginning(address, 'https://') : undefined
}

/** A misspelt http or https. Other schemes may belong to apps. */
const mistypedScheme = /^(?=.*t)(?=.*p)[htps]+$/
const mailAddress = /^[^\s/:?#@]+@[^\s/:?#@]+\.[^\s/:?#@]+$/
/** No folder of this site has a dot in its name. */
const otherSite = /^(www\.|[a-z0-9-]+(\.[a-z0-9-]+)+(\/|:\d))/i

const noAddress: Problem = {
  message: 'A link has no address',
  hint: 'Write it between the round brackets: [words](https://example.test/).',
}
const wrongAddress = (address: string): Problem => ({
  message: `"${address}" is not an address`,
  hint: 'Begin it with "https://" for another site, and with "/" for a page of this one.',
})
const withoutBeginning = (address: string, beginning: string): Problem => ({
  message: `"${address}" leads to a page of this site, without "${beginning}" before it`,
  hint: `Write ${beginning}${address}.`,
})

/** The beginning of another site's address. */
const absolute = /^(https?:)?\/\/[^/?#]/i

/** The address of another site as browsers send it, with its host in ASCII. Others and invalid ones are returned unchanged. */
export function normalAddress(address: string): string {
  const protocol = address.startsWith('//') ? 'https:' : ''
  const url = absolute.test(address) ? parse(protocol + address) : undefined
  if (!url) return address
  // Not every engine knows yet that this sign is escaped in paths.
  return url.href.slice(protocol.length).replace(/^[^?#]*/, (path) => path.replaceAll('^', '%5E'))
}

export interface SiteLink {
  address: string
  path: string
  fragment: string
}

export interface SiteAddresses {
  /** Whether something is at that path. */
  answers: (path: string) => boolean
  /** The ids on each page. */
  ids: ReadonlyMap<string, ReadonlySet<string>>
}

/** Any origin works: it only separates the site's addresses from others. */
const siteOrigin = 'http://inside.invalid'

/** Resolves `address` on a page; undefined if it is invalid. */
export const parseAddress = (address: string, page: string): URL | undefined =>
  parse(address, /^https?:\/\//i.test(address) ? undefined : siteOrigin + page)

function parse(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}

/** A path and a fragment that parsing does not change. It takes the server's engine about a millisecond. */
const plain = /^(\/|(?:\/\w[\w.-]*)+)?(?:#([\w-]*))?$/

/** The beginning of an address that leaves the site. */
const elsewhere = /^(?:(?:https?:)?\/\/[^/?#]|mailto:)/i

/** The target of an address on this site; undefined if it leaves the site. */
export function siteLink(address: string, page: string): SiteLink | undefined {
  const [whole, path = page, fragment = ''] = plain.exec(address) ?? []
  if (whole) return { address, path, fragment }
  const url = elsewhere.test(address) ? undefined : parseAddress(address, page)
  if (url?.origin !== siteOrigin) return undefined
  return { address, path: url.pathname, fragment: decode(url.hash.slice(1)) }
}

/** Decodes a part of an address; one that is not encoded is returned unchanged. */
export function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Fragments that work on every page: its top, and text fragments. */
const withoutId = /^(top)?$|:~:/i

/** An address that begins with no scheme and may be a host, such as example.com, or the name of a file. */
const mayBeHost = /^[a-z0-9-]+(\.[a-z0-9-]+)+(?=[?#]|$)/i

export function deadLink(
  { address, path, fragment }: SiteLink,
  { ids, answers }: SiteAddresses,
): Problem | undefined {
  const there = ids.get(path)
  if (!there && !answers(path)) {
    const hint = mayBeHost.test(address)
      ? `Write https://${address} if it is another site's, or correct it.`
      : 'Correct the address, or add the page.'
    return { message: `"${address}" is a dead link: the site has nothing at ${path}`, hint }
  }
  if (!there || there.has(fragment) || withoutId.test(fragment)) return undefined
  const message = `"${address}" is a dead link: nothing on ${path} has the id "${fragment}"`
  return { message, hint: 'Correct the fragment, or give the place that id.' }
}

interface Answering {
  routes: readonly { path: string }[]
  proxies: readonly { path: string }[]
}

/** Returns whether a path has a route or a proxy. */
export function pathMatcher({ routes, proxies }: Answering): (path: string) => boolean {
  const exact = new Set([...routes, ...proxies].map(({ path }) => path))
  const patterns = routes
    .filter(({ path }) => path.includes('/:'))
    .map(({ path }) => new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`))
  const prefixes = proxies.filter(({ path }) => path.endsWith('*')).map(({ path }) => path.slice(0, -1))
  return (path) =>
    exact.has(path) ||
    exact.has(decode(path)) ||
    patterns.some((pattern) => pattern.test(path)) ||
    prefixes.some((prefix) => path.startsWith(prefix))
}
