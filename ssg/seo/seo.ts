import type { SiteContent } from '../model/compile.ts'
import { robotsTxt, securityTxt, sitemap, webManifest } from './crawlers.ts'
import { attribute } from '../model/escape.ts'
import { nameHash } from '../lib/hash.ts'
import { makeIcons } from '../images/icons.ts'
import { shareImageSvg } from '../images/share-image.ts'
import type { SsgOptions } from '../options.ts'
import type { Drawing, OutputFile } from '../lib/output-file.ts'
import type { Page } from '../document/pages.ts'
import { linkedData } from './linked-data.ts'
import { shareTags } from './share-tags.ts'

/** The site's metadata for search engines, social networks and phones. */
export interface Discovery {
  files: OutputFile[]
  drawings: Drawing[]
  icon: string
  head: (page: Page) => string
  notes: string[]
}

type Words = Pick<SiteContent, 'site' | 'home' | 'cv'>

export type DiscoveryOptions = Pick<SsgOptions, 'siteUrl' | 'publicUrl' | 'personPage' | 'themeColor'>

/** Makes the metadata of the pages that answer 200. */
export function makeDiscovery(
  pages: readonly Page[],
  words: Words,
  { siteUrl, publicUrl, personPage, themeColor }: DiscoveryOptions,
  today: Date,
): Discovery {
  const { site } = words
  const found = pages.filter(({ status }) => status === 200)
  // Without that page the first one is about the person.
  const isThere = personPage === undefined || found.some(({ path }) => path === personPage)
  const profile = isThere ? personPage : '/'
  const icons = makeIcons(site.logo)
  const share = siteUrl === undefined ? undefined : shareImage(words, siteUrl)
  // Phones look for /apple-touch-icon.png without a link.
  const links = '<link rel="manifest" href="/site.webmanifest">'
  const head = (page: Page) => {
    if (page.status !== 200) return links
    const isPerson = page.path === profile
    const tags = shareTags({
      title: page.title,
      siteName: site.name,
      type: isPerson ? 'profile' : 'website',
      absolute:
        siteUrl === undefined
          ? undefined
          : { page: siteUrl + page.path, image: `${siteUrl}/${share?.name ?? ''}` },
    })
    const identity =
      page.path === '/' ? site.links.map(({ url }) => `<link rel="me" href="${attribute(url)}">`) : []
    const data = isPerson && siteUrl !== undefined ? linkedData(words, siteUrl, page.path) : ''
    return [links, tags, ...identity, data].join('')
  }
  return {
    files: [
      icons.svg,
      robotsTxt(siteUrl),
      ...(siteUrl === undefined ? [] : [sitemap(found, siteUrl)]),
      securityTxt(site.email, siteUrl, today),
      webManifest(site, icons, themeColor.light),
    ],
    drawings: [...icons.drawings, ...(share ? [share] : [])],
    icon: `/${icons.svg.name}`,
    head,
    notes: siteUrl === undefined ? [missingAddressNote(publicUrl)] : [],
  }
}

/** The note for a build without SITE_URL: a warning if `publicUrl` says it is published. */
function missingAddressNote(publicUrl: string | undefined): string {
  const lost =
    'SITE_URL is not set: canonical links, share images, structured data and the sitemap are left out, for they name the ' +
    "site's own address"
  return publicUrl?.startsWith('https://')
    ? `Warning: PUBLIC_URL is ${publicUrl}, but ${lost}. Build with SITE_URL=${publicUrl}.`
    : lost
}

/** The image for previews of links to the site. */
function shareImage({ site, home }: Words, siteUrl: string): Drawing {
  const { name, role } = site
  const address = siteUrl.replace(/^https?:\/\//, '')
  const svg = shareImageSvg({ name, role, tagline: home.tagline, address })
  return { name: `assets/share-${nameHash(svg)}.png`, svg }
}
