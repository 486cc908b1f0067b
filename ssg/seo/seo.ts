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
import { pathIn } from '../model/language.ts'
import { originalPath, translationsOf } from '../model/translations.ts'
import { atomFeed, feedLink } from './feed.ts'
import { linkedData, pageData } from './linked-data.ts'
import { shareTags, type ShareImage } from './share-tags.ts'

/** The site's metadata for search engines, social networks and phones. */
interface Discovery {
  files: OutputFile[]
  drawings: Drawing[]
  icon: string
  /** The tags of a page, in the order of the languages. */
  heads: ((page: Page) => string)[]
  notes: string[]
}

export type DiscoveryOptions = Pick<SsgOptions, 'siteUrl' | 'publicUrl' | 'personPage' | 'themeColor'>

/** Makes the metadata of the pages that answer 200, in each language of the site; the first is the main one. */
export function makeDiscovery(
  sites: readonly [LocalPages, ...LocalPages[]],
  options: DiscoveryOptions,
  today: Date,
): Discovery {
  const { siteUrl, publicUrl, themeColor } = options
  const [{ content }] = sites
  const icons = makeIcons(content.site.logo)
  const languages = sites.map((site) => inLanguage(site, options))
  const codes = sites.map(({ content }) => content.language.code)
  return {
    files: [
      icons.svg,
      robotsTxt(siteUrl),
      ...languages.flatMap(({ feed }) => feed ?? []),
      ...(siteUrl === undefined
        ? []
        : [
            sitemap(
              languages.flatMap(({ listed }) => listed),
              siteUrl,
            ),
          ]),
      securityTxt(content.site.email, codes, siteUrl, today),
      webManifest(content, icons, themeColor.light),
    ],
    drawings: [...icons.drawings, ...languages.flatMap(({ share }) => share ?? [])],
    icon: `/${icons.svg.name}`,
    heads: languages.map(({ head }) => head),
    notes: siteUrl === undefined ? [missingAddressNote(publicUrl)] : [],
  }
}

/** The pages in one language. */
interface LocalPages {
  pages: readonly Page[]
  content: SiteContent
}

function inLanguage({ pages, content }: LocalPages, { siteUrl, personPage }: DiscoveryOptions) {
  const { language, site } = content
  const home = pathIn(language, '/')
  const found = pages.filter(({ status }) => status === 200)
  // Without that page the first one is about the person.
  const person = personPage && pathIn(language, personPage)
  const isThere = person === undefined || found.some(({ path }) => path === person)
  const profile = isThere ? person : home
  const own = site.shareImage && coverImage(site.shareImage, `${site.name}, ${site.role}`)
  const share = siteUrl === undefined || own ? undefined : shareImage(content, siteUrl)
  const usual = own ?? {
    path: `/${share?.name ?? ''}`,
    ...shareImageSize,
    alt: `${site.name}, ${site.role}`,
  }
  const known = new Map(publicPages(content).map((page) => [page.path, page]))
  const feed = siteUrl === undefined ? undefined : atomFeed(content, siteUrl)
  const feedTag = feed && content.pages.notes ? feedLink(language, content.pages.notes.title) : ''
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
      path === home ? site.links.map(({ url }) => `<link rel="me" href="${attribute(url)}">`) : []
    const isOfNotes = originalPath(language, path).startsWith('/notes')
    const alternate = path === home || isOfNotes ? feedTag : ''
    return [
      links,
      tags,
      alternateTags(alternates(path)),
      alternate,
      ...identity,
      dataOf(path, page, image),
    ].join('')
  }
  const dataOf = (path: string, page: PublicPage | undefined, image: ShareImage) => {
    if (siteUrl === undefined) return ''
    if (path === profile) return linkedData(content, siteUrl, path)
    return page && path !== home ? pageData(page, content, siteUrl, image) : ''
  }
  const alternates = (path: string) => (siteUrl === undefined ? [] : alternatesOf(content, path, siteUrl))
  const listed = found.map(({ path }) => ({
    path,
    updated: known.get(path)?.updated,
    alternates: alternates(path),
  }))
  return { head, listed, feed, share }
}

/** The same page in another language; `x-default` is for readers of all others. */
export interface Alternate {
  language: string
  url: string
}

function alternatesOf(content: SiteContent, path: string, siteUrl: string): Alternate[] {
  const same = translationsOf(content, path).filter(({ isSame }) => isSame)
  const [first] = same
  if (!first || same.length < 2) return []
  const all = first.prefix === '' ? [...same, { ...first, code: 'x-default' }] : same
  return all.map(({ code, path }) => ({ language: code, url: siteUrl + path }))
}

const alternateTags = (alternates: readonly Alternate[]) =>
  alternates
    .map(({ language, url }) => `<link rel="alternate" hreflang="${language}" href="${attribute(url)}">`)
    .join('')

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
