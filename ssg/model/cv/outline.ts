import type { SiteContent } from '../compile.ts'
import { isNeeded, missingLetter } from '../letters.mjs'
import { pathIn, type Language } from '../language.ts'
import type { CvSection } from '../schemas.ts'
import type { CvEntry } from '../site-content.ts'
import { bare } from './prose-text.ts'
import { readProse, type Block } from './prose.ts'

/** The part of the site's content that the CV shows. */
export type CvContent = Pick<SiteContent, 'language' | 'site' | 'cv'> & {
  pages: Pick<SiteContent['pages'], 'cv'>
}

/** The CV in the order of its page, for every format that is read from top to bottom. */
export interface Outline {
  name: string
  logo: string
  role: string
  location: string | undefined
  email: string
  summary: Block[]
  sections: Section[]
}

/** A section has entries, facts or a text. */
export interface Section {
  title: string
  entries: OutlineEntry[]
  /** Short facts, each with its term. */
  facts: Fact[]
  text: Block[]
}

export interface OutlineEntry {
  title: string
  /** The school, firm or issuer, and the town; may be empty. */
  where: string
  /** May be empty. */
  period: string
  link?: string
  body: Block[]
}

export interface Fact {
  /** Empty when the section's title says it already. */
  term: string
  text: string
  link?: string
}

/** The base of the CV's relative links; undefined if the site's address is not known. */
export const cvAddress = (language: Language, siteUrl: string | undefined) =>
  siteUrl === undefined ? undefined : siteUrl + pathIn(language, '/cv')

/** Returns the CV's outline. `siteUrl` is the site's address, if known. */
export function cvOutline({ language, site, cv }: CvContent, siteUrl?: string): Outline {
  const { texts } = language
  const base = cvAddress(language, siteUrl)
  const dated = ({ title, organisation, place, period, tree }: CvEntry): OutlineEntry => ({
    title,
    where: place === undefined ? organisation : `${organisation}, ${place}`,
    period,
    body: readProse(tree, base),
  })
  const sections: Record<CvSection, Section[]> = {
    education: [entries(texts.education, cv.education.map(dated))],
    experience: [entries(texts.businessExperiences, cv.experience.map(dated))],
    early: [entries(texts.earlyExperiences, cv.early.map(dated))],
    volunteering: [entries(texts.volunteering, cv.volunteering.map(dated))],
    skills: [facts(texts.skills, cv.skills.map(group))],
    certifications: [
      entries(
        texts.certifications,
        cv.certifications.map(({ title, issuer, period, url }) => {
          return { title, where: issuer, period, ...linkOf(url), body: [] }
        }),
      ),
    ],
    awards: [
      entries(
        texts.awards,
        cv.awards.map(({ title, awarder = '', period, tree }) => {
          return { title, where: awarder, period, body: readProse(tree, base) }
        }),
      ),
    ],
    publications: [
      entries(
        texts.publications,
        cv.publications.map(({ title, publisher = '', period, url, tree }) => ({
          title,
          where: publisher,
          period,
          ...linkOf(url),
          body: readProse(tree, base),
        })),
      ),
    ],
    facts: [
      facts(
        texts.languages,
        cv.languages.map(({ title, level }) =>
          level === undefined ? { term: '', text: title } : { term: title, text: level },
        ),
      ),
      facts(texts.nationality, site.nationality === undefined ? [] : [{ term: '', text: site.nationality }]),
      facts(
        texts.links,
        site.links.map(({ title, url }) => ({ term: title, text: bare(url), link: url })),
      ),
    ],
    tools: [facts(texts.productivityTools, cv.tools.map(group))],
  }
  const own = new Map(
    cv.own.map(({ slug, title, tree }): [string, Section] => {
      return [`sections/${slug}`, { title, entries: [], facts: [], text: readProse(tree, base) }]
    }),
  )
  const ordered = cv.sections.flatMap((name) => own.get(name) ?? sections[name as CvSection])
  return {
    name: site.name,
    logo: site.logo,
    role: site.role,
    location: site.location,
    email: site.email,
    summary: readProse(cv.summaryTree, base),
    sections: ordered.filter(({ entries, facts, text }) => entries.length + facts.length + text.length > 0),
  }
}

/** The first letter of the CV that its PDF cannot show; undefined if it can be drawn. */
export const undrawnLetter = (content: CvContent): string | undefined =>
  missingLetter(
    JSON.stringify(cvOutline(content), (key, value: unknown) => (key === 'link' ? undefined : value)),
    isNeeded,
  )

const entries = (title: string, entries: OutlineEntry[]): Section => ({ title, entries, facts: [], text: [] })

const facts = (title: string, facts: Fact[]): Section => {
  const [first] = facts
  const isSaid = facts.length === 1 && first?.term === title
  return { title, entries: [], facts: isSaid ? [{ ...first, term: '' }] : facts, text: [] }
}

const linkOf = (url: string | undefined) => (url === undefined ? {} : { link: url })

const group = ({ title, items }: { title: string; items: string[] }): Fact => ({
  term: title,
  text: items.join(', '),
})
