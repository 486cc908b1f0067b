import { normalDate } from './dates.ts'
import { looseSkills, summaryAndText, type Draft } from './entries.ts'
import { placeOf } from '../places.ts'
import type { ImportFacts, ImportProblem } from './result.ts'
import { oneLine, richText, type Removed } from './texts.ts'

export interface Read {
  drafts: Draft[]
  problems: ImportProblem[]
  notRead: string[]
  facts: ImportFacts
}

const parts = [
  ...['basics', 'work', 'volunteer', 'education', 'awards', 'certificates', 'publications'],
  ...['skills', 'languages', 'interests', 'projects'],
]

/** Whether it is a JSON Resume, of any version. */
export const isJsonResume = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && parts.some((part) => Object.hasOwn(value, part))

/** Reads a JSON Resume, https://jsonresume.org/schema, with names of earlier versions of the schema. */
export function readJsonResume(file: string, resume: object, removed: Removed): Read {
  const problems: ImportProblem[] = []
  const notRead = new Set<string>()
  const report = (message: string) => problems.push({ file, message })
  const root = new Part('', resume as Record<string, unknown>, removed, report)
  const basics = root.part('basics')
  const location = basics.part('location')
  const facts = factsOf(basics, location, root)
  const own = entriesOf(root)
  const used = [root, basics, location, ...own.flatMap(({ from }) => from)]
  root.ignore('$schema', 'meta')
  for (const part of used) for (const name of part.unused()) notRead.add(name)
  const summary =
    facts.summary === undefined ? [] : [{ folder: 'cv/profile.md', fields: {}, text: facts.summary }]
  return { drafts: [...summary, ...own.map(({ draft }) => draft)], problems, notRead: [...notRead], facts }
}

function factsOf(basics: Part, location: Part, root: Part): ImportFacts {
  const name = basics.text('name')
  const words = name.split(' ')
  const [first, last] = words.length > 1 ? [words.slice(0, -1).join(' '), words.at(-1)] : [name, '']
  const meta = root.part('meta')
  // The site that made the file is not one of its owner's places elsewhere.
  const url = meta.text('canonical').endsWith('/resume.json')
    ? basics.ignore('url')
    : basics.address('url', 'website')
  const profiles = basics.parts('profiles').flatMap((profile) => {
    const url = profile.address('url')
    const label = profile.text('network') || hostOf(url)
    profile.ignore('username')
    if (profile.text('url') === '') profile.reportMissing('address', label)
    if (url === '') return []
    return [{ label, url }]
  })
  // This product's own file has the town and the country as one address; a street has no place here.
  const address = Object.keys(location.values).join() === 'address' ? location.text('address') : ''
  const [town, country] = /\d/.test(address) ? [] : townOf(address)
  return {
    ...present({
      name,
      first_name: first,
      last_name: last,
      email: basics.text('email'),
      role: basics.text('label'),
      town: location.text('city') || town,
      country: countryOf(location.text('countryCode', 'country')) || country,
      nationality: basics.text('nationality'),
      summary: basics.rich('summary'),
    }),
    links: [...(url ? [{ label: 'Website', url }] : []), ...profiles],
  }
}

/** The town and the country of "Gothenburg, Västra Götaland, Sweden". */
export function townOf(text: string): [town: string | undefined, country: string | undefined] {
  const parts = text.split(',').map((part) => part.trim())
  return [parts[0] || undefined, parts.length > 1 ? parts.at(-1) : undefined]
}

export const hostOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : ''

function countryOf(code: string): string {
  if (!/^[a-z]{2}$/i.test(code)) return code
  return new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code.toUpperCase()) ?? code
}

/** Without the empty ones. */
export const present = <Key extends string>(texts: Record<Key, string | undefined>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text)) as Partial<Record<Key, string>>

interface From {
  draft: Draft
  from: Part[]
}

function entriesOf(root: Part): From[] {
  const each = (name: string, draft: (part: Part) => Draft): From[] =>
    root.parts(name).map((part) => ({ draft: draft(part), from: [part] }))
  const dated = (folder: string) => (part: Part) => ({
    folder,
    fields: {
      title: part.text('position'),
      organisation: part.text('name', 'company', 'organization'),
      place: part.text('location'),
      start: part.date('startDate'),
      end: part.date('endDate'),
    },
    text: joined(part.rich('summary'), part.list('highlights')),
  })
  const interests = root.parts('interests')
  const interest = interests.map((part) => listItem(part.text('name'), part.texts('keywords')))
  return [
    ...each('work', dated('cv/experience')),
    ...each('volunteer', dated('cv/volunteering')),
    ...each('education', (part) => ({
      folder: 'cv/education',
      fields: {
        title: [part.text('studyType'), part.text('area')].filter(Boolean).join(' '),
        organisation: part.text('institution'),
        start: part.date('startDate'),
        end: part.date('endDate'),
      },
      text: joined(part.rich('summary'), score(part.text('score', 'gpa')), part.list('courses')),
    })),
    ...each('awards', (part) => ({
      folder: 'cv/awards',
      fields: { title: part.text('title'), awarder: part.text('awarder'), date: part.date('date') },
      text: part.rich('summary'),
    })),
    ...each('certificates', (part) => ({
      folder: 'cv/certifications',
      fields: {
        title: part.text('name'),
        issuer: part.text('issuer'),
        date: part.date('date'),
        url: part.address('url'),
      },
    })),
    ...each('publications', (part) => ({
      folder: 'cv/publications',
      fields: {
        title: part.text('name'),
        publisher: part.text('publisher'),
        date: part.date('releaseDate'),
        url: part.address('url', 'website'),
      },
      text: part.rich('summary'),
    })),
    ...each('skills', (part) => skill(part.text('name'), part.texts('keywords'))),
    ...each('languages', (part) => ({
      folder: 'cv/languages',
      fields: { title: part.text('language', 'name'), level: part.text('fluency', 'level') },
    })),
    ...each('projects', project),
    // This product's own file has the sections of its owner there.
    ...root
      .part('meta')
      .parts('sections')
      .map((part) => ({
        draft: { folder: 'cv/sections', fields: { title: part.text('title') }, text: part.rich('text') },
        from: [part],
      })),
    ...(interests.length === 0
      ? []
      : [
          {
            draft: { folder: 'cv/sections', fields: { title: 'Interests' }, text: interest.join('\n') },
            from: interests,
          },
        ]),
  ]
}

const joined = (...texts: string[]) => texts.filter(Boolean).join('\n\n')
const score = (text: string) => (text === '' ? '' : `Score: ${text}`)
const listItem = (name: string, keywords: string[]) =>
  `- ${[name, keywords.join(', ')].filter(Boolean).join(': ')}`

function project(part: Part): Draft {
  const { summary, text } = summaryAndText(
    part.text('description', 'summary'),
    part.rich('description', 'summary'),
  )
  const roles = part.texts('roles').join(', ')
  part.ignore('type')
  return {
    folder: 'projects',
    fields: {
      title: part.text('name'),
      summary,
      role: [roles, part.text('entity')].filter(Boolean).join(' at '),
      start: part.date('startDate'),
      end: part.date('endDate'),
      url: part.address('url', 'website'),
      tags: part.texts('keywords'),
    },
    text: joined(text, part.list('highlights')),
  }
}

/** A group of skills, or a skill that belongs to none. */
const skill = (name: string, items: string[]): Draft => ({
  folder: 'cv/skills',
  fields:
    items.length > 0
      ? { title: name || looseSkills, items }
      : { title: looseSkills, items: name ? [name] : [] },
})

/** An object of the file. It knows which of its fields were read. */
class Part {
  readonly values: Record<string, unknown>
  readonly #place: string
  readonly #removed: Removed
  readonly #report: (message: string) => void
  readonly #used = new Set<string>()

  constructor(
    place: string,
    values: Record<string, unknown>,
    removed: Removed,
    report: (message: string) => void,
  ) {
    this.#place = place
    this.values = values
    this.#removed = removed
    this.#report = report
  }

  /** The first of these fields that has a text. */
  text(...names: string[]): string {
    return oneLine(this.#raw(...names), this.#removed)
  }

  rich(...names: string[]): string {
    return richText(this.#raw(...names), this.#removed)
  }

  date(name: string): string {
    return normalDate(this.text(name))
  }

  address(...names: string[]): string {
    const text = this.text(...names)
    const address = placeOf(text)?.url
    if (text !== '' && address === undefined)
      this.#report(`The address of ${this.#place} is left out: “${text.slice(0, 60)}” is not a web address.`)
    return address ?? ''
  }

  /** A list of texts; those that are none are reported. */
  texts(name: string): string[] {
    return this.#items(name).flatMap((item, index) => {
      const text = oneLine(this.#textOf(item, `${name} ${index + 1}`), this.#removed)
      return text === '' ? [] : [text]
    })
  }

  /** A list of texts as one of Markdown. */
  list(name: string): string {
    return this.#items(name)
      .map((item, index) => richText(this.#textOf(item, `${name} ${index + 1}`), this.#removed))
      .filter(Boolean)
      .map((text) => `- ${text.replace(/^- /, '').replaceAll('\n', '\n  ')}`)
      .join('\n')
  }

  part(name: string): Part {
    this.#used.add(name)
    const value = this.values[name] ?? {}
    const isPart = typeof value === 'object' && !Array.isArray(value)
    if (!isPart) this.#report(`“${this.#name(name)}” is not an object, and is left out.`)
    return new Part(
      this.#name(name),
      isPart ? (value as Record<string, unknown>) : {},
      this.#removed,
      this.#report,
    )
  }

  /** A list of objects. A text in their place is their name. */
  parts(name: string): Part[] {
    return this.#items(name).flatMap((item, index) => {
      const place = `${this.#name(name)} ${index + 1}`
      const values = typeof item === 'string' ? { name: item } : item
      if (typeof values === 'object' && !Array.isArray(values))
        return [new Part(place, values as Record<string, unknown>, this.#removed, this.#report)]
      this.#report(`“${place}” is not an object, and is left out.`)
      return []
    })
  }

  /** Counts these fields as read. */
  ignore(...names: string[]): '' {
    for (const name of names) this.#used.add(name)
    return ''
  }

  reportMissing(what: string, name: string): void {
    this.#report(`“${name || this.#place}” has no ${what}, and is left out.`)
  }

  /** The names of fields that have a value and were not read. */
  unused(): string[] {
    const isEmpty = (value: unknown) =>
      value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0)
    return Object.keys(this.values)
      .filter((name) => !this.#used.has(name) && !isEmpty(this.values[name]))
      .map((name) => this.#name(name).replace(/ \d+/g, ''))
  }

  #name(name: string): string {
    return this.#place === '' ? name : `${this.#place}.${name}`
  }

  #raw(...names: string[]): string {
    for (const name of names) this.#used.add(name)
    const texts = names.map((name) => this.#textOf(this.values[name], name))
    return texts.find((text) => text.trim() !== '') ?? ''
  }

  #textOf(value: unknown, name: string): string {
    if (typeof value === 'string') return value
    if (typeof value === 'number') return String(value)
    if (value !== null && value !== undefined)
      this.#report(`“${this.#name(name)}” is not a text, and is left out.`)
    return ''
  }

  /** The items of a list, without null. */
  #items(name: string): unknown[] {
    this.#used.add(name)
    const value = this.values[name] ?? []
    if (Array.isArray(value)) return value.filter((item) => item !== null)
    this.#report(`“${this.#name(name)}” is not a list, and is left out.`)
    return []
  }
}
