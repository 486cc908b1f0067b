import { checkFile } from '../check.ts'
import { newEntryPath } from '../entry-path.ts'
import { kindModels } from '../fields.ts'
import { newFile, writeForm } from '../form.ts'
import { compare, featuredPlaces, type Folder, type Single } from '../kinds.ts'
import { tables, type Texts } from '../language.ts'
import { textOf, parseMarkdown } from '../markdown.ts'
import { normalDate } from './dates.ts'
import type { EntryProblem, ImportedEntry, ImportedValue, ImportFacts, ImportProblem } from './result.ts'

/** The groups of a result in their order, each under the folder or the file of its entries. */
const groups: Partial<Record<string, string>> = {
  'cv/profile.md': 'Summary',
  'cv/experience': 'Business experiences',
  'cv/early': 'Early experiences',
  'cv/education': 'Education',
  'cv/volunteering': 'Volunteering',
  'cv/skills': 'Skills',
  'cv/tools': 'Productivity tools',
  'cv/languages': 'Languages',
  'cv/certifications': 'Certifications',
  'cv/awards': 'Awards',
  'cv/publications': 'Publications',
  'cv/sections': 'Own sections',
  projects: 'Projects',
  notes: 'Notes',
  'home/interests': 'Interests',
  'on-the-web': 'Places on the web',
}

/** The facts that a reader has found for an entry. Empty fields count as missing. */
export interface Draft {
  folder: string
  /** The name that its file should have. */
  name?: string
  fields: Record<string, ImportedValue>
  text?: string
  /** The parts with words that are not the file's, in the language of the result. */
  inLanguage?: (texts: Texts) => Partial<Pick<Draft, 'fields' | 'text'>>
  /** Why it has to be looked at before it is used, as the end of a sentence. */
  doubt?: string
}

/** Skills that belong to no group. */
export const looseSkills = (items: readonly string[]): Draft => ({
  folder: 'cv/skills',
  fields: { items: [...items] },
  inLanguage: ({ skills }) => ({ fields: { title: skills, items: [...items] } }),
})

/** A language; `level` may be one of LinkedIn's in English. */
export const languageDraft = (title: string, level: string): Draft => ({
  folder: 'cv/languages',
  fields: { title, level },
  inLanguage: (texts) => ({
    fields: { title, level: texts.languageLevels[tables.en.languageLevels.indexOf(level)] ?? level },
  }),
})

/** The content of a file as drafts. */
export interface Read {
  drafts: Draft[]
  problems: ImportProblem[]
  notRead: string[]
  facts: ImportFacts
  /** The code of the language that the file gives. */
  language?: string | undefined
}

/** The entry for the summary among the facts. */
export const summaryDraft = ({ summary }: ImportFacts): Draft[] =>
  summary === undefined ? [] : [{ folder: 'cv/profile.md', fields: {}, text: summary }]

/** The summary of a project, given its description as Markdown, and the text if there is more to say. */
export function summaryAndText(markdown: string): { summary: string; text: string } {
  const line = textOf(parseMarkdown(markdown).tree)
  const sentences = /^.{1,299}[.!?](?=\s|$)/.exec(line)?.[0]
  const summary = line.length > 300 ? (sentences ?? `${line.slice(0, 299).replace(/\s*\S*$/, '')}…`) : line
  return { summary, text: summary === line && !markdown.includes('\n') ? '' : markdown }
}

/** The entries of `drafts`, sorted into their groups, without duplicates. `texts` are those of their language. */
export function entriesOf(drafts: readonly Draft[], texts: Texts = tables.en): ImportedEntry[] {
  const order = Object.keys(groups)
  const place = ({ folder }: Draft) => (order.includes(folder) ? order.indexOf(folder) : order.length)
  const written = drafts.map(({ inLanguage, ...draft }) => ({ ...draft, ...inLanguage?.(texts) }))
  const unique = new Map(written.map((draft) => [JSON.stringify(draft), draft]))
  return [...unique.values()]
    .sort((a, b) => place(a) - place(b))
    .map((draft, index) => checkedEntry(String(index + 1), draft))
}

function checkedEntry(id: string, { folder, name, fields: all, text = '', doubt }: Draft): ImportedEntry {
  const fields = Object.fromEntries(Object.entries(all).filter(([, value]) => value.length > 0))
  const group = groups[folder] ?? 'Pages'
  const entry = {
    ...{ id, group, ...describe(folder, fields, text), folder, fields, text },
    ...(name !== undefined && { name }),
    ...(doubt !== undefined && { doubt }),
  }
  const problem = problemOf(entry)
  return { ...entry, ...(problem && { problem }) }
}

function describe(folder: string, fields: ImportedEntry['fields'], text: string) {
  if (isSummary({ folder, fields })) return { title: 'Summary', detail: `${text.split(/\s+/).length} words` }
  if (folder.endsWith('.md')) return { title: kindModels[folder as Single].title, detail: '' }
  const { title, items = [], ...others } = fields
  const names = [items].flat().join(', ')
  if (folder === 'cv/skills' && isLoose(title)) return { title: names, detail: '' }
  const { organisation, issuer, awarder, publisher, handle, level } = others
  const detail = organisation ?? issuer ?? awarder ?? publisher ?? handle ?? level ?? others['role'] ?? names
  return { title: String(title ?? ''), detail: String(detail) }
}

const isLoose = (title: unknown) => Object.values(tables).some(({ skills }) => skills === title)

/** Whether it is a summary without the fields of its page, which the site already has. */
export const isSummary = ({ folder, fields }: Pick<ImportedEntry, 'folder' | 'fields'>): boolean =>
  folder === 'cv/profile.md' && Object.keys(fields).length === 0

function problemOf(entry: ImportedEntry): EntryProblem | undefined {
  const checked = isSummary(entry)
    ? { ...entry, fields: { title: 'CV', description: 'CV', heading: 'CV' } }
    : entry
  const path = entry.folder.endsWith('.md') ? entry.folder : `${entry.folder}/entry.md`
  const [error] = checkFile(path, sourceOf(checked)).errors
  if (!error) return undefined
  const { field = 'text', message, hint } = error
  const { fields } = kindModels[entry.folder as Folder | Single]
  const model = fields.find(({ name }) => name === field)
  const label = model?.label ?? 'Text'
  const value = field === 'text' ? entry.text : [entry.fields[field] ?? ''].flat().join('\n')
  const name = [entry.title, entry.detail].filter(Boolean).join(', ') || `An entry of ${entry.group}`
  return {
    field,
    label,
    message: value === '' ? `${name} has no ${nounOf(entry.folder, field, label)}.` : `${name}: ${message}.`,
    hint,
    ...(model?.type === 'date' && { example: '2019 or 2019-03' }),
    value,
    long: field === 'text' || model?.type === 'list',
  }
}

function nounOf(folder: string, field: string, label: string): string {
  if (field === 'start') return 'start date'
  if (field !== 'organisation') return label.toLowerCase()
  return folder === 'cv/experience' ? 'company' : folder === 'cv/education' ? 'school' : 'organisation'
}

/** The entry with `value` in the field that has the problem. It may have another problem afterwards. */
export function fixEntry(entry: ImportedEntry, value: string): ImportedEntry {
  const { id, fields, text, problem, ...draft } = entry
  const { folder } = draft
  if (!problem) return entry
  if (problem.field === 'text') return checkedEntry(id, { ...draft, fields, text: value.trim() })
  const model = kindModels[folder as Folder | Single].fields.find(({ name }) => name === problem.field)
  const lines = value.split('\n').map((line) => line.trim())
  const written = model?.type === 'date' ? normalDate(value) : lines.join(' ').trim()
  const fixed = model?.type === 'list' ? lines.filter(Boolean) : written
  return checkedEntry(id, { ...draft, fields: { ...fields, [problem.field]: fixed }, text })
}

/**
 * The files of entries without problems, keyed by path. No path is in `existingPaths`: an entry gets another name, and a
 * file that exists once is left out. So is a summary without the fields of its page, for which the site has a file.
 */
export function toFiles(
  entries: readonly ImportedEntry[],
  existingPaths: Iterable<string>,
): Record<string, string> {
  const existing = [...existingPaths]
  const taken = [...existing]
  const files: Record<string, string> = {}
  const places = new Map<string, number>()
  for (const entry of joinSkills(entries.filter((entry) => !entry.problem && !isSummary(entry)))) {
    const { folder, name, title } = entry
    const isSingle = folder.endsWith('.md')
    if (isSingle && taken.includes(folder)) continue
    const path = isSingle ? folder : newEntryPath(folder, name ?? title, taken)
    const place = (places.get(folder) ?? 0) + 1
    places.set(folder, place)
    // Among entries with an order, the new ones come last.
    const isNewFolder = !existing.some((path) => path.startsWith(`${folder}/`))
    files[path] = sourceOf(entry, isNewFolder ? place : undefined)
    taken.push(path)
  }
  return files
}

/** The entries, of which the newest three projects are on the home page unless some are already. */
export function withFeatured(entries: readonly ImportedEntry[]): readonly ImportedEntry[] {
  const projects = entries.filter(({ folder }) => folder === 'projects')
  if (projects.some(({ fields }) => fields['featured'] === 'true')) return entries
  const dateOf = ({ fields: { start = '', end = start && 'now' } }: ImportedEntry) => [end, start].join()
  const newest = [...projects].sort((a, b) => compare(dateOf(b), dateOf(a))).slice(0, featuredPlaces)
  return entries.map((entry) =>
    newest.includes(entry) ? { ...entry, fields: { ...entry.fields, featured: 'true' } } : entry,
  )
}

/** Skills that belong to no group become one file, as do groups of one name. */
function joinSkills(entries: readonly ImportedEntry[]): ImportedEntry[] {
  const joined = new Map<string, ImportedEntry>()
  for (const entry of entries) {
    const { folder, fields, id } = entry
    const key = folder === 'cv/skills' ? `${folder} ${String(fields['title'])}` : id
    const items = [joined.get(key)?.fields['items'] ?? [], fields['items'] ?? []].flat()
    const title = String(fields['title'] ?? '')
    joined.set(
      key,
      key === id ? entry : { ...entry, title, fields: { ...fields, items: [...new Set(items)] } },
    )
  }
  return [...joined.values()]
}

/** The file of an entry. `place` is its order if it has none. */
function sourceOf(
  { folder, fields, text }: Pick<ImportedEntry, 'folder' | 'fields' | 'text'>,
  place?: number,
) {
  const kind = folder as Folder | Single
  const isOrdered = place !== undefined && kindModels[kind].fields.some(({ type }) => type === 'order')
  const all = { ...(isOrdered && { order: String(place) }), ...fields }
  const path = kind.endsWith('.md') ? kind : `${kind}/entry.md`
  return writeForm(path, newFile(kind), { fields: all, body: text })
}
