import { decodeHTML } from 'entities'
import Papa from 'papaparse'
import { placeOf } from '../places.ts'
import { textOf } from './archive.ts'
import { normalDate } from './dates.ts'
import { looseSkills, summaryAndText, type Draft } from './entries.ts'
import { hostOf, present, townOf, type Read } from './json-resume.ts'
import type { ImportedLink, ImportFacts, ImportProblem } from './result.ts'
import { oneLine, plainText, type Removed } from './texts.ts'

/** The entries in each file of the archive. The names are small, as archives differ. */
const drafts: Partial<Record<string, (row: Row) => Draft>> = {
  'positions.csv': (row) => ({
    folder: 'cv/experience',
    fields: {
      title: row.text('Title'),
      organisation: row.text('Company Name'),
      place: row.text('Location'),
      start: row.date('Started On'),
      end: row.date('Finished On'),
    },
    text: row.rich('Description'),
  }),
  'education.csv': (row) => ({
    folder: 'cv/education',
    fields: {
      title: row.text('Degree Name'),
      organisation: row.text('School Name'),
      start: row.date('Start Date'),
      end: row.date('End Date'),
    },
    text: joined(row.rich('Notes'), row.rich('Activities')),
  }),
  'skills.csv': (row) => ({ folder: 'cv/skills', fields: { title: looseSkills, items: [row.text('Name')] } }),
  'certifications.csv': (row) => ({
    folder: 'cv/certifications',
    fields: {
      title: row.text('Name'),
      issuer: row.text('Authority'),
      date: row.date('Started On'),
      url: row.address('Url', row.text('Name')),
    },
  }),
  'languages.csv': (row) => ({
    folder: 'cv/languages',
    fields: { title: row.text('Name'), level: row.text('Proficiency') },
  }),
  'publications.csv': (row) => ({
    folder: 'cv/publications',
    fields: {
      title: row.text('Name'),
      publisher: row.text('Publisher'),
      date: row.date('Published On'),
      url: row.address('Url', row.text('Name')),
    },
    text: row.rich('Description'),
  }),
  'honors.csv': (row) => ({
    folder: 'cv/awards',
    fields: { title: row.text('Title'), date: row.date('Issued On') },
    text: row.rich('Description'),
  }),
  'projects.csv': (row) => {
    const { summary, text } = summaryAndText(row.text('Description'), row.rich('Description'))
    return {
      folder: 'projects',
      fields: {
        title: row.text('Title'),
        summary,
        start: row.date('Started On'),
        end: row.date('Finished On'),
        url: row.address('Url', row.text('Title')),
      },
      text,
    }
  },
  'volunteering.csv': volunteering,
  'volunteer experiences.csv': volunteering,
}

function volunteering(row: Row): Draft {
  return {
    folder: 'cv/volunteering',
    fields: {
      title: row.text('Role'),
      organisation: row.text('Company Name'),
      start: row.date('Started On'),
      end: row.date('Finished On'),
    },
    text: joined(row.rich('Description'), row.rich('Cause')),
  }
}

const joined = (...texts: string[]) => texts.filter(Boolean).join('\n\n')

/** Files with facts of the owner. */
const profiles = ['profile.csv', 'profile summary.csv', 'email addresses.csv']

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** The files of an archive that are read; empty if it is none of LinkedIn's. */
export const linkedInFiles = (paths: readonly string[]): string[] =>
  paths.filter((path) => {
    const name = nameOf(path).toLowerCase()
    return !isCopy(path) && (drafts[name] !== undefined || profiles.includes(name))
  })

/** What macOS adds to archives that it makes. */
const isCopy = (path: string) => path.includes('__MACOSX/')

/** Reads the files of LinkedIn's data archive. `paths` are those of all its files. */
export function readLinkedIn(
  files: ReadonlyMap<string, Uint8Array>,
  paths: readonly string[],
  removed: Removed,
): Read {
  const problems: ImportProblem[] = []
  const others = paths.filter((path) => !files.has(path) && !isCopy(path) && !path.endsWith('/'))
  const notRead = new Set(others.map((path) => nameOf(path.toLowerCase()).replace(/\.[^.]+$/, '')))
  const rows = new Map<string, Row[]>()
  for (const [path, bytes] of files) {
    const name = nameOf(path)
    const others = rows.get(name.toLowerCase()) ?? []
    rows.set(name.toLowerCase(), [...others, ...readRows(name, textOf(bytes), removed, problems)])
  }
  const own = [...rows].flatMap(([name, rows]) => rows.map((row) => drafts[name]?.(row) ?? []).flat())
  const facts = factsOf(rows)
  const summary =
    facts.summary === undefined ? [] : [{ folder: 'cv/profile.md', fields: {}, text: facts.summary }]
  for (const row of [...rows.values()].flat()) for (const name of row.unused()) notRead.add(name)
  return { drafts: [...summary, ...own], problems, notRead: [...notRead], facts }
}

function factsOf(files: ReadonlyMap<string, Row[]>): ImportFacts {
  const profile = files.get('profile.csv')?.[0]
  const mails = files.get('email addresses.csv') ?? []
  const primary = mails.find((row) => /^yes$/i.test(row.text('Primary'))) ?? mails[0]
  for (const row of mails) row.ignore('Email Address', 'Confirmed', 'Primary', 'Updated On')
  const first_name = profile?.text('First Name')
  const last_name = profile?.text('Last Name')
  const [town, country] = townOf(profile?.text('Geo Location') ?? '')
  const summary =
    profile?.rich('Summary') || files.get('profile summary.csv')?.[0]?.rich('Profile Summary', 'Summary')
  return {
    ...present({
      ...{ name: [first_name, last_name].filter(Boolean).join(' '), first_name, last_name },
      ...{ email: primary?.text('Email Address'), role: profile?.text('Headline'), town, country, summary },
    }),
    links: profile?.links('Websites') ?? [],
  }
}

/** Reads a table. A record with a quotation mark that is never closed has taken the rest of the file. */
function readRows(
  file: string,
  text: string | undefined,
  removed: Removed,
  problems: ImportProblem[],
): Row[] {
  if (text === undefined) {
    problems.push({ file, message: 'This file is not UTF-8 text, and is left out.' })
    return []
  }
  const rows: Row[] = []
  let columns: string[] | undefined
  let start = 0
  let line = 1
  Papa.parse<string[]>(text, {
    delimiter: ',',
    step: ({ data, errors, meta }) => {
      const at = line + (/^\s*/.exec(text.slice(start))?.[0].split('\n').length ?? 1) - 1
      line += text.slice(start, meta.cursor).split('\n').length - 1
      start = meta.cursor
      if (errors.some(({ code }) => code === 'MissingQuotes')) {
        const message = 'A quotation mark is never closed. Nothing from this line on could be read.'
        problems.push({ file, line: at, message })
      } else if (data.every((cell) => cell.trim() === '')) return
      else if (columns) rows.push(new Row(file, at, columns, data, removed, problems))
      else columns = data.map((name) => name.trim().toLowerCase())
    },
  })
  return rows
}

/** A record of a table. It knows which of its cells were read. */
class Row {
  readonly #file: string
  readonly #line: number
  readonly #columns: readonly string[]
  readonly #cells: readonly string[]
  readonly #removed: Removed
  readonly #problems: ImportProblem[]
  readonly #used = new Set<string>()

  constructor(
    file: string,
    line: number,
    columns: readonly string[],
    cells: readonly string[],
    removed: Removed,
    problems: ImportProblem[],
  ) {
    this.#file = file
    this.#line = line
    this.#columns = columns
    this.#cells = cells
    this.#removed = removed
    this.#problems = problems
  }

  text(column: string): string {
    return oneLine(this.#raw(column), this.#removed)
  }

  /** The first of these cells that has a text, as Markdown. */
  rich(...columns: string[]): string {
    const texts = columns.map((column) => plainText(this.#raw(column), this.#removed))
    return texts.find((text) => text !== '') ?? ''
  }

  date(column: string): string {
    return normalDate(this.text(column))
  }

  /** A web address; `of` is the name of its entry. */
  address(column: string, of: string): string {
    return this.#address(this.text(column), of) ?? ''
  }

  /** Addresses in LinkedIn's form: "[PORTFOLIO:https://example.test],[OTHER:…]". */
  links(column: string): ImportedLink[] {
    const text = this.text(column)
    const all = [...text.matchAll(/\[([^:\]]*):([^\]]*)\]/g)].map(([, kind = '', url = '']) => ({
      kind,
      url,
    }))
    const found = all.length > 0 ? all : text.split(',').map((url) => ({ kind: '', url }))
    return found.flatMap(({ kind, url: written }) => {
      const url = this.#address(written.trim(), column)
      if (url === undefined) return []
      const name = kind.toLowerCase().replaceAll('_', ' ').trim()
      const label = /^(other)?$/.test(name) ? hostOf(url) : name.charAt(0).toUpperCase() + name.slice(1)
      return [{ label, url }]
    })
  }

  /** Counts these cells as read. */
  ignore(...columns: string[]): void {
    for (const column of columns) this.#used.add(column.toLowerCase())
  }

  /** The names of columns that have a value and were not read. */
  unused(): string[] {
    const file = this.#file.replace(/\.csv$/i, '')
    return this.#columns
      .filter((name, index) => !this.#used.has(name) && (this.#cells[index] ?? '').trim() !== '')
      .map((name) => `${file.toLowerCase()}: ${name}`)
  }

  #address(text: string, of: string): string | undefined {
    const address = placeOf(text)?.url
    if (text !== '' && address === undefined) {
      const message = `“${of}” comes without its address: “${text.slice(0, 60)}” is not a web address.`
      this.#problems.push({ file: this.#file, line: this.#line, message })
    }
    return address
  }

  #raw(column: string): string {
    const name = column.toLowerCase()
    this.#used.add(name)
    return decodeHTML(this.#cells[this.#columns.indexOf(name)] ?? '')
  }
}
