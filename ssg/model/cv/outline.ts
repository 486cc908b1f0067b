import type { SiteContent } from '../compile.ts'
import type { CvEntry } from '../site-content.ts'
import { bare } from './prose-text.ts'
import { readProse, type Block } from './prose.ts'

/** The part of the site's content that the CV shows. */
export type CvContent = Pick<SiteContent, 'site' | 'cv'> & { pages: Pick<SiteContent['pages'], 'cv'> }

/** The CV in the order of its page, for every format that is read from top to bottom. */
export interface Outline {
  name: string
  initials: string
  role: string
  location: string | undefined
  email: string
  summary: Block[]
  sections: Section[]
}

export interface Section {
  title: string
  entries: OutlineEntry[]
  /** Short facts, each with its term; a section has entries or facts. */
  facts: Fact[]
}

export interface OutlineEntry {
  title: string
  /** The school, firm or issuer, and the town. */
  where: string
  period: string
  body: Block[]
}

export interface Fact {
  /** Empty when the section's title says it already. */
  term: string
  text: string
  link?: string
}

/** The base of the CV's relative links; undefined if the site's address is not known. */
export const cvAddress = (siteUrl: string | undefined) =>
  siteUrl === undefined ? undefined : `${siteUrl}/cv`

/** Returns the CV's outline. `siteUrl` is the site's address, if known. */
export function cvOutline({ site, cv }: CvContent, siteUrl?: string): Outline {
  const base = cvAddress(siteUrl)
  const sections = [
    dated('Education', cv.education, base),
    dated('Business Experiences', cv.experience, base),
    dated('Early Experiences', cv.early, base),
    facts('Skills', cv.skills.map(group)),
    {
      title: 'Certifications',
      entries: cv.certifications.map(({ title, issuer, period }) => {
        return { title, where: issuer, period, body: [] }
      }),
      facts: [],
    },
    facts(
      'Languages',
      cv.languages.map(({ title, level }) => ({ term: title, text: level })),
    ),
    facts('Nationality', [{ term: '', text: site.nationality }]),
    facts(
      'Links',
      site.links.map(({ title, url }) => ({ term: title, text: bare(url), link: url })),
    ),
    facts('Productivity Tools', cv.tools.map(group)),
  ]
  return {
    name: site.name,
    initials: site.initials,
    role: site.role,
    location: site.location,
    email: site.email,
    summary: readProse(cv.summaryTree, base),
    sections: sections.filter(({ entries, facts }) => entries.length + facts.length > 0),
  }
}

const dated = (title: string, entries: readonly CvEntry[], base: string | undefined): Section => ({
  title,
  entries: entries.map(({ title, organisation, place, period, tree }) => ({
    title,
    where: place === undefined ? organisation : `${organisation}, ${place}`,
    period,
    body: readProse(tree, base),
  })),
  facts: [],
})

const facts = (title: string, facts: Fact[]): Section => ({ title, entries: [], facts })

const group = ({ title, items }: { title: string; items: string[] }): Fact => ({
  term: title,
  text: items.join(', '),
})
