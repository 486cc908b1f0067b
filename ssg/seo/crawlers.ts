import type { Alternate } from './seo.ts'
import type { SiteContent } from '../model/compile.ts'
import { attribute, text } from '../model/escape.ts'
import type { Icons } from '../images/icons.ts'
import { namedFile, type OutputFile } from '../lib/output-file.ts'

/** Allows everything: crawlers must read a page to see its noindex. */
export function robotsTxt(siteUrl: string | undefined): OutputFile {
  const map = siteUrl === undefined ? '' : `\nSitemap: ${siteUrl}/sitemap.xml\n`
  return namedFile('robots.txt', `User-agent: *\nAllow: /\n${map}`)
}

/** The public pages, with the day of the last change if the content says it, and their translations. */
export function sitemap(
  pages: readonly { path: string; updated: string | undefined; alternates: readonly Alternate[] }[],
  siteUrl: string,
): OutputFile {
  const urls = pages.map(({ path, updated, alternates }) => {
    const day = updated === undefined ? '' : `<lastmod>${updated}</lastmod>`
    const others = alternates.map(
      ({ language, url }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${attribute(url)}"/>`,
    )
    return `<url><loc>${text(siteUrl + path)}</loc>${day}${others.join('')}</url>\n`
  })
  const links = pages.some(({ alternates }) => alternates.length > 0)
    ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    : ''
  return namedFile(
    'sitemap.xml',
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${links}>\n${urls.join('')}</urlset>\n`,
  )
}

/** RFC 9116. It holds for a year; builds on the same day give the same file. */
export function securityTxt(
  email: string,
  languages: readonly string[],
  siteUrl: string | undefined,
  today: Date,
): OutputFile {
  const expires = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + 364))
  const lines = [
    `Contact: mailto:${email}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    `Preferred-Languages: ${[...new Set([...languages, 'en'])].join(', ')}`,
    ...(siteUrl === undefined ? [] : [`Canonical: ${siteUrl}/.well-known/security.txt`]),
  ]
  return namedFile('.well-known/security.txt', lines.map((line) => `${line}\n`).join(''))
}

export function webManifest(
  { language, site: { name, description } }: Pick<SiteContent, 'language' | 'site'>,
  { manifestIcons }: Pick<Icons, 'manifestIcons'>,
  colour: string,
): OutputFile {
  const value = {
    name,
    short_name: name.split(' ')[0],
    description,
    lang: language.code,
    ...(language.direction === 'rtl' && { dir: language.direction }),
    id: '/',
    start_url: '/',
    display: 'minimal-ui',
    theme_color: colour,
    background_color: colour,
    icons: manifestIcons,
  }
  return namedFile('site.webmanifest', `${JSON.stringify(value, null, 2)}\n`)
}
