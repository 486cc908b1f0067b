import type { ProfileLink } from './site-content.ts'

export type Place = ProfileLink

interface Service {
  title: string
  icon: Place['icon']
  /** Matches the address without its scheme and `www.`; the first group is the handle. */
  pattern: RegExp
}

const services: readonly Service[] = [
  { title: 'GitHub', icon: 'github', pattern: /^github\.com\/([^/]+)$/i },
  { title: 'GitLab', icon: 'gitlab', pattern: /^gitlab\.com\/([^/]+)$/i },
  { title: 'Codeberg', icon: 'code', pattern: /^codeberg\.org\/([^/]+)$/i },
  { title: 'Stack Overflow', icon: 'code', pattern: /^stackoverflow\.com\/users\/\d+\/([^/]+)$/i },
  { title: 'LinkedIn', icon: 'linkedin', pattern: /^(?:[a-z]{2}\.)?linkedin\.com\/in\/([^/]+)$/i },
  { title: 'YouTube', icon: 'youtube', pattern: /^(?:m\.)?youtube\.com\/(?:c\/|channel\/|user\/)?([^/]+)$/i },
  { title: 'Vimeo', icon: 'video', pattern: /^vimeo\.com\/([^/]+)$/i },
  { title: 'Medium', icon: 'medium', pattern: /^medium\.com\/(@[^/]+)$/i },
  { title: 'Medium', icon: 'medium', pattern: /^([^.]+)\.medium\.com$/i },
  { title: 'Substack', icon: 'article', pattern: /^([^.]+)\.substack\.com$/i },
  { title: 'Bluesky', icon: 'network', pattern: /^bsky\.app\/profile\/([^/]+)$/i },
  { title: 'Instagram', icon: 'network', pattern: /^instagram\.com\/([^/]+)$/i },
  { title: 'Facebook', icon: 'network', pattern: /^facebook\.com\/([^/]+)$/i },
  { title: 'X', icon: 'network', pattern: /^(?:x|twitter)\.com\/([^/]+)$/i },
  { title: 'ORCID', icon: 'network', pattern: /^orcid\.org\/([\dX-]+)$/i },
]
/** Sites with addresses of Mastodon's form that are not Mastodon. */
const notMastodon = /^(?:.*\.)?(?:medium|youtube|tiktok|threads|substack)\.(?:com|net)$/i

/** Returns the service and the handle that an address names; undefined if it is not an address. */
export function placeOf(address: string): Place | undefined {
  const url = webAddress(address)
  if (url === undefined) return undefined
  const { hostname, pathname } = new URL(url)
  const host = hostname.replace(/^www\./, '')
  const path = readable(pathname).replace(/\/+$/, '')
  const [, account] = (!notMastodon.test(host) && /^\/(@[^/@]+)$/.exec(path)) || []
  if (account !== undefined) return { title: 'Mastodon', icon: 'mastodon', handle: `${account}@${host}`, url }
  for (const { title, icon, pattern } of services) {
    const handle = pattern.exec(host + path)?.[1]
    if (handle !== undefined) return { title, icon, handle, url }
  }
  return { title: host, icon: 'site', handle: host + path, url }
}

/** Returns a full address, with `https://` in front if it has no scheme; undefined if it is not one of the web. */
function webAddress(text: string): string | undefined {
  const plain = text.trim()
  if (/\s/.test(plain)) return undefined
  const address = /^[a-z][a-z\d+.-]*:/i.test(plain) ? plain : `https://${plain}`
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  const { hostname, username } = new URL(address)
  // Without a dot it is a word, and before an @ is a mailbox.
  return /^[\w-]+(?:\.[\w-]+)+$/.test(hostname) && username === '' ? address : undefined
}

function readable(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
