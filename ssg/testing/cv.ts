import { languageOf } from '../model/language.ts'
import type { CvContent } from '../model/cv/outline.ts'
import type { CvEntry } from '../model/site-content.ts'
import { parseMarkdown } from '../model/markdown.ts'
import { cvSections } from '../model/schemas.ts'

/** A whole CV of one short entry each; `changes` take the place of its parts. */
export function aCv(site: Partial<CvContent['site']> = {}, cv: Partial<CvContent['cv']> = {}): CvContent {
  return {
    language: languageOf('en'),
    pages: { cv: { title: 'CV · Ann Sample', description: 'About Ann.' } },
    site: {
      name: 'Ann Sample',
      initials: 'AS',
      logo: 'A',
      company: 'Sample Works',
      email: 'ann@example.test',
      role: 'Tester of builds',
      description: 'A small site.',
      nationality: 'None',
      links: [
        { title: 'Videos', handle: '@ann', url: 'https://www.video.example.test/@ann/', icon: 'video' },
      ],
      ...site,
    },
    cv: {
      sections: [...cvSections],
      heading: 'Curriculum vitae',
      summary: '<p>Builds things to read.</p>',
      summaryTree: parseMarkdown('Builds things to read.').tree,
      education: [anEntry({ title: 'School', organisation: 'Town' })],
      experience: [anEntry({ title: 'Builder', organisation: 'Yard', place: 'Quay', end: undefined })],
      early: [anEntry({ title: 'Paper round', organisation: 'Herald' })],
      volunteering: [],
      awards: [],
      publications: [],
      own: [],
      skills: [{ slug: 'tools', title: 'Tools', items: ['Saw', 'Plane'] }],
      certifications: [
        { slug: 'crane', title: 'Crane', issuer: 'Port', date: '2020-05', period: 'May 2020' },
      ],
      languages: [{ slug: 'english', title: 'English', level: 'Native' }],
      tools: [{ slug: 'desk', title: 'Desk', items: ['Pencil'] }],
      ...cv,
    },
  }
}

/** A CV without optional parts. */
export const aBareCv = (): CvContent =>
  aCv(
    { links: [] },
    { education: [], experience: [], early: [], skills: [], certifications: [], languages: [], tools: [] },
  )

/** An entry of two years, with its text in markdown. */
export function anEntry({ text = 'What it was.', ...fields }: Partial<CvEntry> & { text?: string }): CvEntry {
  const entry = {
    slug: 'entry',
    title: 'Title',
    organisation: 'Place',
    start: '2018',
    end: '2020',
  }
  return { ...entry, period: '2018 to 2020', body: '', tree: parseMarkdown(text).tree, ...fields }
}
