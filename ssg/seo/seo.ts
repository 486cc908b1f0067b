import { join } from 'node:path'
import type { SiteContent } from '../model/compile.ts'
import { robotsTxt, securityTxt, sitemap, webManifest } from './crawlers.ts'
import { attribute } from '../model/escape.ts'
import { nameHash } from '../lib/hash.ts'
import { buildIcons, svgToPng } from '../pictures/icons.ts'
import { cached } from '../lib/disk-cache.ts'
import type { SsgOptions } from '../options.ts'
import type { OutputFile } from '../lib/output-file.ts'
import type { Page } from '../document/pages.ts'
import { linkedData } from './linked-data.ts'
import { shareTags } from './share-tags.ts'

/** The site's metadata for search engines, social networks and phones. */
export interface Discovery {
  files: OutputFile[]
  icon: string
  head: (page: Page) => string
  notes: string[]
}

type Words = Pick<SiteContent, 'site' | 'home' | 'cv'>

/** Makes the metadata of the pages that answer 200. Images are cached below `cache`. */
export async function buildDiscovery(
  pages: readonly Page[],
  words: Words,
  { siteUrl, publicUrl, personPage, themeColor }: SsgOptions,
  cache: string,
  today: Date,
): Promise<Discovery> {
  const { site } = words
  const found = pages.filter(({ status }) => status === 200)
  const icons = await buildIcons(site.initials, join(cache, 'drawn'))
  const share = siteUrl === undefined ? undefined : await drawShareImage(words, siteUrl, cache)
  // Phones look for /apple-touch-icon.png without a link.
  const links = '<link rel="manifest" href="/site.webmanifest">'
  const head = (page: Page) => {
    if (page.status !== 200) return links
    const isPerson = page.path === personPage
    const tags = shareTags({
      title: page.title,
      siteName: site.name,
      type: isPerson ? 'profile' : 'website',
      absolute:
        siteUrl === undefined
          ? undefined
          : { page: siteUrl + page.path, picture: `${siteUrl}/${share?.name ?? ''}` },
    })
    const identity =
      page.path === '/' ? site.links.map(({ url }) => `<link rel="me" href="${attribute(url)}">`) : []
    const data = isPerson && siteUrl !== undefined ? linkedData(words, siteUrl, page.path) : ''
    return [links, tags, ...identity, data].join('')
  }
  return {
    files: [
      ...icons.files,
      ...(share ? [share] : []),
      robotsTxt(siteUrl),
      ...(siteUrl === undefined ? [] : [sitemap(found, siteUrl)]),
      securityTxt(site.email, siteUrl, today),
      webManifest(site, icons, { theme: themeColor.light, background: themeColor.light }),
    ],
    icon: `/${icons.files[0]?.name ?? ''}`,
    head,
    notes: siteUrl === undefined ? [missingAddressNote(publicUrl)] : [],
  }
}

/**
 * The note for a build without SITE_URL: a warning if `publicUrl` shows that the site is published.
 */
function missingAddressNote(publicUrl: string | undefined): string {
  const lost =
    'SITE_URL is not set: canonical links, share pictures, structured data and the sitemap are left out, for they name the ' +
    "site's own address"
  return publicUrl?.startsWith('https://')
    ? `Warning: PUBLIC_URL is ${publicUrl}, but ${lost}. Build with SITE_URL=${publicUrl}.`
    : lost
}

/** Draws the image for previews of links to the site. */
async function drawShareImage({ site, home }: Words, siteUrl: string, cache: string): Promise<OutputFile> {
  // sharp and fontkit take a tenth of a second to load.
  const { pictureSvg } = await import('../pictures/share-picture.ts')
  const { name, role } = site
  const svg = pictureSvg({
    name,
    role,
    tagline: home.tagline,
    address: siteUrl.replace(/^https?:\/\//, ''),
  })
  const content = await cached(join(cache, 'drawn', `share-${nameHash(svg)}`), () => svgToPng(svg))
  return { name: `assets/share-${nameHash(content)}.png`, content }
}
