import type { SiteContent } from '../model/compile.ts'
import { plainFile, type ImageFiles } from '../model/images.ts'
import { publicPages, type PublicPage } from '../model/public-pages.ts'
import { robotsTxt, securityTxt, sitemap, webManifest } from './crawlers.ts'
import { attribute } from '../model/escape.ts'
import { nameHash } from '../lib/hash.ts'
import { makeIcons } from '../images/icons.ts'
import { drawShareImage, shareImageSize } from '../images/share-image.ts'
import type { SsgOptions } from '../options.ts'
import type { Drawing, OutputFile } from '../lib/output-file.ts'
import { toSvg } from '../lib/vector-image.ts'
import type { Page } from '../document/pages.ts'
import { atomFeed, feedLink } from './feed.ts'
import { linkedData, pageData } from './linked-data.ts'
import { shareTags, type ShareImage } from './share-tags.ts'

/** The site's metadata for search engines, social networks and phones. */
export interface Discovery {
  files: OutputFile[]
  drawings: Drawing[]
  icon: string
  head: (page: Page) => string
  notes: string[]
}

export type DiscoveryOptions = Pick<SsgOptions, 'siteUrl' | 'publicUrl' | 'personPage' | 'themeColor'>

/** Makes the metadata of the pages that answer 200. */
export function makeDiscovery(
  pages: readonly Page[],
  content: SiteContent,
  { siteUrl, publicUrl, personPage, themeColor }: DiscoveryOptions,
  today: Date,
): Discovery {
  const { site } = content
  const found = pages.filter(({ status }) => status === 200)
  // Without that page the first one is about the person.
  const isThere = personPage === undefined || found.some(({ path }) => path === personPage)
  const profile = isThere ? personPage : '/'
  const icons = makeIcons(site.logo)
  const own = site.shareImage && coverImage(site.shareImage, `${site.name}, ${site.role}`)
  const share = siteUrl === undefined || own ? undefined : shareImage(content, siteUrl)
  const usual = own ?? {
    path: `/${share?.name ?? ''}`,
    ...shareImageSize,
    alt: `${site.name}, ${site.role}`,
  }
  const known = new Map(publicPages(content).map((page) => [page.path, page]))
  const feed = siteUrl === undefined ? undefined : atomFeed(content, siteUrl)
  const feedTag = feed && content.pages.notes ? feedLink(content.pages.notes) : ''
  // Phones look for /apple-touch-icon.png without a link.
  const links = '<link rel="manifest" href="/site.webmanifest">'
  const head = ({ path, title, status }: Page) => {
    if (status !== 200) return links
    const page = known.get(path)
    const image = page?.work?.image ? coverImage(page.work.image, page.work.imageAlt ?? '') : usual
    const tags = shareTags({
      title,
      siteName: site.name,
      type: path === profile ? 'profile' : page?.work?.date === undefined ? 'website' : 'article',
      published: page?.work?.date,
      absolute: siteUrl === undefined ? undefined : { siteUrl, path, image },
    })
    const identity =
      path === '/' ? site.links.map(({ url }) => `<link rel="me" href="${attribute(url)}">`) : []
    const alternate = path === '/' || path.startsWith('/notes') ? feedTag : ''
    return [links, tags, alternate, ...identity, dataOf(path, page, image)].join('')
  }
  const dataOf = (path: string, page: PublicPage | undefined, image: ShareImage) => {
    if (siteUrl === undefined) return ''
    if (path === profile) return linkedData(content, siteUrl, path)
    return page && path !== '/' ? pageData(page, content, siteUrl, image) : ''
  }
  const listed = found.map(({ path }) => ({ path, updated: known.get(path)?.updated }))
  return {
    files: [
      icons.svg,
      robotsTxt(siteUrl),
      ...(feed ? [feed] : []),
      ...(siteUrl === undefined ? [] : [sitemap(listed, siteUrl)]),
      securityTxt(site.email, [content.language.code], siteUrl, today),
      webManifest(content, icons, themeColor.light),
    ],
    drawings: [...icons.drawings, ...(share ? [share] : [])],
    icon: `/${icons.svg.name}`,
    head,
    notes: siteUrl === undefined ? [missingAddressNote(publicUrl)] : [],
  }
}

/** An image of the content, as previews of links can show it. */
function coverImage({ width, height, files }: ImageFiles, alt: string): ShareImage {
  const file = plainFile(files)
  return { path: `/${file.name}`, width: file.width, height: Math.round((height * file.width) / width), alt }
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
function shareImage({ site, home }: SiteContent, siteUrl: string): Drawing {
  const { name, role } = site
  const address = siteUrl.replace(/^https?:\/\//, '')
  const image = drawShareImage({ name, role, tagline: home.tagline, address })
  return { name: `assets/share-${nameHash(toSvg(image))}.png`, image }
}
