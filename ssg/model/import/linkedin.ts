import Papa from 'papaparse'
import type { z } from 'zod'
import { textOf } from './archive.ts'
import { languageDraft, looseSkills, summaryAndText, summaryDraft, type Draft, type Read } from './entries.ts'
import { factsOf, hostOf } from './person.ts'
import type { ImportedLink, ImportProblem } from './result.ts'
import { newRemarks, type Remarks } from './texts.ts'
import { parseLenient, valuesOf } from './values.ts'

type Facts = Partial<
  Record<'name' | 'first_name' | 'last_name' | 'email' | 'role' | 'location' | 'summary', string>
>
interface Found {
  draft?: Draft
  facts?: Facts
  links?: ImportedLink[]
  isPrimary?: boolean
}

/**
 * The schema of a record of each file. Names of files are in small letters, as archives differ. LinkedIn
 * writes the names of files and columns, months and levels in English for every account; places are in its language.
 */
function schemasOf(remarks: Remarks): Record<string, z.ZodType<Found>> {
  const { line, plain, date, address, list, part, ignored } = valuesOf(remarks)
  const entry = (folder: string, fields: Draft['fields'], ...texts: string[]): Found => ({
    draft: { folder, fields, text: texts.filter(Boolean).join('\n\n') },
  })
  const started = { 'started on': date, 'finished on': date }
  const volunteering = part({
    role: line,
    'company name': line,
    ...started,
    description: plain,
    cause: plain,
  }).transform(
    ({ role, 'company name': organisation, 'started on': start, 'finished on': end, description, cause }) =>
      entry('cv/volunteering', { title: role, organisation, start, end }, description, cause),
  )
  return {
    'positions.csv': part({
      ...{ title: line, 'company name': line, location: line, ...started, description: plain },
    }).transform(({ title, 'company name': organisation, location: place, description, ...dates }) =>
      entry(
        'cv/experience',
        { title, organisation, place, start: dates['started on'], end: dates['finished on'] },
        description,
      ),
    ),
    'education.csv': part({
      ...{ 'degree name': line, 'school name': line, 'start date': date, 'end date': date },
      ...{ notes: plain, activities: plain },
    }).transform(({ 'degree name': title, 'school name': organisation, notes, activities, ...dates }) =>
      entry(
        'cv/education',
        { title, organisation, start: dates['start date'], end: dates['end date'] },
        notes,
        activities,
      ),
    ),
    'skills.csv': part({ name: line }).transform(({ name }) => ({ draft: looseSkills([name]) })),
    'certifications.csv': part({ name: line, authority: line, 'started on': date, url: address }).transform(
      ({ name, authority: issuer, 'started on': date, url }) =>
        entry('cv/certifications', { title: name, issuer, date, url }),
    ),
    'languages.csv': part({ name: line, proficiency: line }).transform(({ name, proficiency }) => ({
      draft: languageDraft(name, proficiency),
    })),
    'publications.csv': part({
      ...{ name: line, publisher: line, 'published on': date, url: address, description: plain },
    }).transform(({ name, publisher, 'published on': date, url, description }) =>
      entry('cv/publications', { title: name, publisher, date, url }, description),
    ),
    'honors.csv': part({ title: line, 'issued on': date, description: plain }).transform(
      ({ title, 'issued on': date, description }) => entry('cv/awards', { title, date }, description),
    ),
    'projects.csv': part({ title: line, description: plain, ...started, url: address }).transform(
      ({ title, description, 'started on': start, 'finished on': end, url }) => {
        const { summary, text } = summaryAndText(description)
        return entry('projects', { title, summary, start, end, url }, text)
      },
    ),
    'volunteering.csv': volunteering,
    'volunteer experiences.csv': volunteering,
    'profile.csv': part({
      ...{ 'first name': line, 'last name': line, headline: line, summary: plain, 'geo location': line },
      websites: list(part({ kind: line, url: address })),
    }).transform(
      ({ 'first name': first_name, 'last name': last_name, headline, summary, websites, ...others }) => ({
        facts: {
          ...{
            name: [first_name, last_name].filter(Boolean).join(' '),
            first_name,
            last_name,
            role: headline,
          },
          ...{ summary, location: others['geo location'] },
        },
        links: websites.flatMap(linkOf),
      }),
    ),
    'profile summary.csv': part({ 'profile summary': plain, summary: plain }).transform((row) => ({
      facts: { summary: row['profile summary'] || row.summary },
    })),
    'email addresses.csv': part({
      ...{ 'email address': line, primary: line, confirmed: ignored, 'updated on': ignored },
    }).transform(({ 'email address': email, primary }) => ({
      facts: { email },
      isPrimary: /^yes$/i.test(primary),
    })),
  }
}

/** The links of a cell: "[PORTFOLIO:https://example.test,BLOG:…],[OTHER:…]", or addresses with commas between them. */
function linksIn(cell: string) {
  const all = [...cell.matchAll(/\[([^\]]*)\]/g)]
    .flatMap(([, links = '']) => links.split(/,\s*(?=[^,:/]*:https?:)/i))
    .map((link) => ({ kind: link.replace(/:.*$/s, ''), url: link.replace(/^[^:]*:/, '') }))
  return all.length > 0 ? all : cell.split(',').map((url) => ({ kind: '', url }))
}

function linkOf({ kind, url }: { kind: string; url: string }): ImportedLink[] {
  if (url === '') return []
  const name = kind.toLowerCase().replaceAll('_', ' ').trim()
  return [
    {
      label: /^(other|personal|company)?$/.test(name)
        ? hostOf(url)
        : name.charAt(0).toUpperCase() + name.slice(1),
      url,
    },
  ]
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase()

/** What macOS adds to archives that it makes. */
const isCopy = (path: string) => path.includes('__MACOSX/')

const names = Object.keys(schemasOf(newRemarks()))

/** The files of an archive that are read; empty if it is none of LinkedIn's. */
export const linkedInFiles = (paths: readonly string[]): string[] =>
  paths.filter((path) => !isCopy(path) && names.includes(nameOf(path)))

/** Reads the files of LinkedIn's data archive. `paths` are those of all its files. */
export function readLinkedIn(
  files: ReadonlyMap<string, Uint8Array>,
  paths: readonly string[],
  remarks: Remarks,
): Read {
  const problems: ImportProblem[] = []
  const others = paths.filter((path) => !files.has(path) && !isCopy(path) && !path.endsWith('/'))
  const notRead = new Set(others.map((path) => withoutEnding(nameOf(path))))
  const schemas = schemasOf(remarks)
  const found = [...files].flatMap(([path, bytes]) => {
    const name = nameOf(path)
    const file = path.slice(-name.length)
    const text = textOf(bytes)
    const report = (at: number, message: string) => problems.push({ file, line: lineAt(text, at), message })
    return readRows(text, report).map(({ at, row: { websites, ...row } }) =>
      parseLenient(
        schemas[name] as z.ZodType<Found>,
        { ...row, ...(websites !== undefined && { websites: linksIn(websites) }) },
        (message) => report(at, message.replace('%', `“${row['name'] ?? row['title'] ?? 'Websites'}”`)),
        (column) => notRead.add(`${withoutEnding(name)}: ${column.join(' ')}`),
      ),
    )
  })
  const texts = found.flatMap(({ facts = {} }) => Object.entries(facts).filter(([, text]) => text !== ''))
  const mails = found.filter(({ facts }) => facts?.email)
  const { facts: { email = '' } = {} } = mails.find(({ isPrimary }) => isPrimary) ?? mails[0] ?? {}
  const facts = factsOf(
    { ...Object.fromEntries(texts), email },
    found.flatMap(({ links = [] }) => links),
  )
  const drafts = found.flatMap(({ draft }) => draft ?? [])
  return { drafts: [...summaryDraft(facts), ...drafts], problems, notRead: [...notRead], facts }
}

const withoutEnding = (name: string) => name.replace(/\.[^.]+$/, '')

const lineAt = (text: string, at: number) =>
  (text.slice(0, at) + (/^\s*/.exec(text.slice(at))?.[0] ?? '')).split('\n').length

/** Reads a table; `at` is where a record begins. One with a quotation mark that is never closed has taken the rest. */
function readRows(text: string, report: (at: number, message: string) => void) {
  const rows: { at: number; row: Partial<Record<string, string>> }[] = []
  let at = text.indexOf('\n', text.search(/\S/)) + 1
  Papa.parse<Partial<Record<string, string>>>(text, {
    ...{ delimiter: ',', header: true, skipEmptyLines: 'greedy' },
    transformHeader: (name) => name.trim().toLowerCase(),
    step({ data, errors, meta }) {
      // More cells than columns.
      delete data['__parsed_extra']
      if (errors.some(({ code }) => code === 'MissingQuotes'))
        report(at, 'A quotation mark is never closed. Nothing from this line on could be read.')
      else rows.push({ at, row: data })
      at = meta.cursor
    },
  })
  return rows
}
