import type { SiteContent } from '../model/compile.ts'
import { pathIn } from '../model/language.ts'
import { publicPages, type PublicPage } from '../model/public-pages.ts'
import type { ShareImage } from './share-tags.ts'

type Known = Pick<SiteContent, 'language' | 'site' | 'cv'>

/** Structured data about the person for search engines (schema.org), as a script that no browser runs. */
export const linkedData = ({ language, site, cv }: Known, siteUrl: string, path: string): string =>
  script({
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    inLanguage: language.code,
    url: siteUrl + path,
    mainEntity: {
      ...person(site, siteUrl),
      jobTitle: site.role,
      sameAs: site.links.map(({ url }) => url),
      knowsLanguage: cv.languages.map(({ title }) => title),
      alumniOf: [...new Set(cv.education.map(({ organisation }) => organisation))].map((name) => ({
        '@type': 'EducationalOrganization',
        name,
      })),
    },
  })

const person = ({ name }: SiteContent['site'], siteUrl: string) => ({
  '@type': 'Person',
  name,
  url: `${siteUrl}/`,
})

/** Structured data about any other page, and its place below the home page. */
export function pageData(page: PublicPage, content: SiteContent, siteUrl: string, image: ShareImage): string {
  const { path, label = page.title, description, work } = page
  const name = work?.name ?? label
  const about = {
    '@type': work?.type ?? 'WebPage',
    name,
    ...(work?.type === 'BlogPosting' && { headline: name }),
    description,
    inLanguage: page.lang ?? content.language.code,
    url: siteUrl + path,
    image: siteUrl + image.path,
    author: person(content.site, siteUrl),
    ...(work?.date !== undefined && { datePublished: work.date }),
    ...(work?.keywords && { keywords: work.keywords }),
  }
  const above = publicPages(content).filter(
    (list) => list.label !== undefined && path.startsWith(`${list.path}/`),
  )
  const trail = [
    { name: content.site.name, item: siteUrl + pathIn(content.language, '/') },
    ...above.map((list) => ({ name: list.label, item: siteUrl + list.path })),
    { name, item: siteUrl + path },
  ]
  const breadcrumbs = {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((place, index) => ({ '@type': 'ListItem', position: index + 1, ...place })),
  }
  return script({ '@context': 'https://schema.org', '@graph': [about, breadcrumbs] })
}

// Content must not end the script element.
const script = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
