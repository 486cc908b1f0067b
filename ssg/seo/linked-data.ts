import type { SiteContent } from '../model/compile.ts'

type Known = Pick<SiteContent, 'site' | 'cv'>

/** Structured data about the person for search engines (schema.org), as a script that no browser runs. */
export function linkedData({ site, cv }: Known, siteUrl: string, path: string): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: siteUrl + path,
    mainEntity: {
      '@type': 'Person',
      name: site.name,
      url: `${siteUrl}/`,
      jobTitle: site.role,
      sameAs: site.links.map(({ url }) => url),
      knowsLanguage: cv.languages.map(({ title }) => title),
      alumniOf: [...new Set(cv.education.map(({ organisation }) => organisation))].map((name) => ({
        '@type': 'EducationalOrganization',
        name,
      })),
    },
  }
  // Content must not end the script element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="application/ld+json">${json}</script>`
}
