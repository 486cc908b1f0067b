import { pathIn } from '../language.ts'
import type { Node } from '../markdown.ts'
import type { CvEntry } from '../site-content.ts'
import { cvAddress, type CvContent } from './outline.ts'
import { listItems, proseText } from './prose-text.ts'
import { readProse } from './prose.ts'

/** The CV as JSON Resume (https://jsonresume.org/schema). Fields without values are left out. */
export function resumeJson({ language, site, cv }: CvContent, siteUrl?: string): string {
  const { name, role, email, location, nationality, links } = site
  const base = cvAddress(language, siteUrl)
  const resume = {
    $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
    basics: {
      name,
      label: role,
      email,
      url: siteUrl,
      location: location === undefined ? undefined : { address: location },
      summary: textOf(cv.summaryTree, base) || undefined,
      // The schema has no field for it, and allows further ones.
      nationality,
      profiles: links.map(({ title, handle, url }) => ({
        network: title,
        username: handle,
        url: new URL(url).href,
      })),
    },
    work: [...cv.experience, ...cv.early].map((entry) => ({
      name: entry.organisation,
      position: entry.title,
      location: entry.place ?? undefined,
      ...dates(entry),
      ...summarize(entry.tree, base),
    })),
    volunteer: unlessEmpty(
      cv.volunteering.map((entry) => ({
        organization: entry.organisation,
        position: entry.title,
        location: entry.place ?? undefined,
        ...dates(entry),
        ...summarize(entry.tree, base),
      })),
    ),
    education: cv.education.map((entry) => {
      const { summary, highlights } = summarize(entry.tree, base)
      return {
        institution: entry.organisation,
        area: entry.title,
        ...dates(entry),
        summary,
        courses: highlights,
      }
    }),
    awards: unlessEmpty(
      cv.awards.map(({ title, awarder, date, tree }) => {
        return { title, date, awarder, summary: textOf(tree, base) || undefined }
      }),
    ),
    certificates: cv.certifications.map(({ title, issuer, date, url }) => ({
      name: title,
      issuer,
      date,
      url,
    })),
    publications: unlessEmpty(
      cv.publications.map(({ title, publisher, date, url, tree }) => {
        return { name: title, publisher, releaseDate: date, url, summary: textOf(tree, base) || undefined }
      }),
    ),
    skills: [...cv.skills, ...cv.tools].map(({ title, items }) => ({ name: title, keywords: items })),
    languages: cv.languages.map(({ title, level }) => ({ language: title, fluency: level })),
    meta: {
      version: 'v1.0.0',
      canonical: siteUrl === undefined ? undefined : siteUrl + pathIn(language, '/resume.json'),
      // The schema allows further fields in few places; this is one.
      sections: unlessEmpty(cv.own.map(({ title, tree }) => ({ title, text: textOf(tree, base) }))),
    },
  }
  return `${JSON.stringify(resume, null, 2)}\n`
}

const textOf = (tree: readonly Node[], base: string | undefined) =>
  proseText(readProse(tree, base)).join('\n')

const unlessEmpty = <Item>(items: Item[]) => (items.length > 0 ? items : undefined)

const dates = ({ start, end }: CvEntry) => ({ startDate: start, endDate: end ?? undefined })

/** The items of lists become highlights, the rest the summary. */
function summarize(tree: readonly Node[], base: string | undefined) {
  const blocks = readProse(tree, base)
  const summary = proseText(blocks.filter(({ kind }) => kind !== 'list')).join('\n')
  const highlights = blocks.flatMap((block) => (block.kind === 'list' ? listItems(block, '') : []))
  return { summary: summary || undefined, highlights: highlights.length > 0 ? highlights : undefined }
}
