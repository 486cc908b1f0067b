import type { SiteContent } from '../model/compile.ts'

type Known = Pick<SiteContent, 'site' | 'cv'>

/** The subject of a page: the site or the person. */
export type Subject = 'site' | 'person'

/** Structured data for search engines (schema.org), as a script that no browser runs. */
export function linkedData(subject: Subject, { site, cv }: Known, siteUrl: string, path: string): string {
  const person = {
    '@type': 'Person',
    '@id': `${siteUrl}/#person`,
    name: site.name,
    url: `${siteUrl}/`,
    jobTitle: site.role,
    sameAs: site.links.map(({ url }) => url),
  }
  const graph =
    subject === 'site'
      ? [
          {
            '@type': 'WebSite',
            '@id': `${siteUrl}/#site`,
            url: `${siteUrl}/`,
            name: site.name,
            inLanguage: 'en',
            about: { '@id': person['@id'] },
          },
          person,
        ]
      : [
          {
            '@type': 'ProfilePage',
            url: siteUrl + path,
            inLanguage: 'en',
            mainEntity: fullPerson(person, cv),
          },
        ]
  const value = { '@context': 'https://schema.org', '@graph': graph }
  // Content must not end the script element.
  return `<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
}

const fullPerson = (person: object, cv: SiteContent['cv']) => ({
  ...person,
  knowsLanguage: cv.languages.map(({ title }) => title),
  alumniOf: [...new Set(cv.education.map(({ organisation }) => organisation))].map((name) => ({
    '@type': 'EducationalOrganization',
    name,
  })),
})
