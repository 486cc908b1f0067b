import { join } from 'node:path'
import type { SiteContent } from '../model/compile.ts'
import { robotsTxt, securityTxt, sitemap, webManifest } from './crawlers.ts'
import { codeHash } from '../lib/code-hash.ts'
import { attribute } from '../model/escape.ts'
import { nameHash } from '../lib/hash.ts'
import { buildIcons } from '../pictures/icons.ts'
import { cached } from '../lib/disk-cache.ts'
import type { SsgOptions } from '../options.ts'
import type { OutputFile } from '../build/output-files.ts'
import type { Page } from '../document/pages.ts'
import { linkedData } from './linked-data.ts'
import type { PictureText } from '../pictures/share-picture.ts'
import { shareTags } from './share-tags.ts'

/** The site's metadata for search engines, social networks and phones. */
export interface Discovery {
  files: OutputFile[]
  /** The address of the icon of the browser's tab. */
  icon: string
  /** The tags of a page's head. */
  head: (page: Page) => string
  /** For the build's report. */
  notes: string[]
}

type Words = Pick<SiteContent, 'site' | 'home' | 'cv'>

/** Makes the metadata of the pages that answer 200. Images are cached below `cache`. */
export async function buildDiscovery(
  pages: readonly Page[],
  words: Words,
  { siteUrl, publicUrl, subjects = {}, themeColor }: SsgOptions,
  cache: string,
  today: Date,
): Promise<Discovery> {
  const { site } = words
  const found = pages.filter(({ status }) => status === 200)
  const icons = await buildIcons(site.initials, join(cache, 'drawn'))
  const pictures =
    siteUrl === undefined
      ? new Map<string, OutputFile>()
      : await drawSharePictures(found, words, siteUrl, cache)
  const links = [
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
  ].join('')
  const head = (page: Page) => {
    if (page.status !== 200) return links
    const subject = subjects[page.path]
    const absolute = siteUrl !== undefined && {
      page: siteUrl + page.path,
      picture: `${siteUrl}/${pictures.get(page.path)?.name ?? ''}`,
    }
    const tags = shareTags({
      title: page.title,
      description: page.description ?? '',
      siteName: site.name,
      type: subject === 'person' ? 'profile' : 'website',
      absolute: absolute || undefined,
    })
    const identity =
      subject === 'site' ? site.links.map(({ url }) => `<link rel="me" href="${attribute(url)}">`) : []
    const data = subject && siteUrl !== undefined ? linkedData(subject, words, siteUrl, page.path) : ''
    return [links, tags, ...identity, data].join('')
  }
  return {
    files: [
      ...icons.files,
      ...pictures.values(),
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

async function drawSharePictures(
  pages: readonly Page[],
  content: Words,
  siteUrl: string,
  cache: string,
): Promise<Map<string, OutputFile>> {
  const code = codeHash(join(import.meta.dirname, '..', 'pictures'))
  const draw = async (page: Page) => {
    const text = pictureText(page, content, siteUrl)
    const path = join(cache, 'drawn', `share-${nameHash(JSON.stringify([text, code]))}`)
    const image = await cached(path, async () =>
      // sharp and fontkit take a tenth of a second to load.
      (await import('../pictures/share-picture.ts')).drawPicture(text),
    )
    return [page.path, { name: `assets/share-${nameHash(image)}.png`, content: image }] as const
  }
  return new Map(await Promise.all(pages.map(draw)))
}

function pictureText({ path, title }: Page, { site, home }: Words, siteUrl: string): PictureText {
  const { name, role } = site
  const own = title.replace(` · ${name}`, '')
  return {
    name,
    title: path === '/' ? name : own,
    tagline: home.tagline,
    role,
    address: siteUrl.replace(/^https?:\/\//, ''),
  }
}
