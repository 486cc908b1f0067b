import { entriesOf, isSummary, toFiles, withFeatured } from '#model/import/entries'
import { withoutDeadLinks } from '#model/import/links'
import type { ImportedEntry, ImportFacts, ImportResult } from '#model/import/result'
import { bodyText, writeBody, writeField } from '#model/form'
import { placeOf } from '#model/places'
import type { DraftQueue } from './draft-queue'
import type { Entries } from './entries'

export interface Choices {
  items: readonly ImportedEntry[]
  /** The ids of the chosen items. */
  chosen: ReadonlySet<string>
}

/** The fields of `site.md` that a file may have, by what the list calls them. */
const facts = {
  name: 'Name',
  email: 'E-mail',
  role: 'Role',
  location: 'Town',
  nationality: 'Nationality',
}

/**
 * What can be imported, with what is new chosen. What would replace a text of the site, or is there already, is not chosen
 * and says so; what is equal is left out.
 */
export function choicesOf({ entries: read, facts }: ImportResult, entries: Entries): Choices {
  const places = facts.links.flatMap(({ url }) => {
    const { title = '', icon = '', handle = '', url: address = '' } = placeOf(url) ?? {}
    return address === '' ? [] : [{ folder: 'on-the-web', fields: { title, icon, handle, url: address } }]
  })
  const all = [...factItems(facts, entries), ...read, ...entriesOf(places)].flatMap((item, index) => {
    const state = stateOf(item, entries)
    if (state === 'equal') return []
    const detail = [item.detail, state === 'new' ? '' : state].filter(Boolean).join(', ')
    return [
      {
        item: { ...item, id: String(index), detail },
        isNew: state === 'new' && !item.problem && item.doubt === undefined,
      },
    ]
  })
  const chosen = all.filter(({ isNew }) => isNew).map(({ item }) => item.id)
  return { items: all.map(({ item }) => item), chosen: new Set(chosen) }
}

/** The facts that differ from those of the site, each as an entry of `site.md` with this field alone. */
function factItems(read: ImportFacts, entries: Entries): ImportedEntry[] {
  const location = [read.town, read.country].filter(Boolean).join(', ')
  const values = { ...read, location }
  return Object.entries(facts).flatMap(([name, label]) => {
    const value = values[name as keyof typeof facts] ?? ''
    if (value === '' || !entries.has('site.md')) return []
    const now = textOf(entries, name)
    const detail = now === '' ? '' : `now “${now}”`
    const title = `${label}: ${value}`
    return [{ id: name, group: 'You', title, detail, folder: 'site.md', fields: { [name]: value }, text: '' }]
  })
}

const textOf = (entries: Entries, field: string) => String(entries.get('site.md')?.fields[field] ?? '')

type State = 'new' | 'equal' | 'replaces yours' | 'already there'

function stateOf(item: ImportedEntry, entries: Entries): State {
  const { folder, fields, text } = item
  const [[name, value] = ['', '']] = Object.entries(fields)
  const existing = entries.get(folder)
  if (folder === 'site.md') {
    const now = textOf(entries, name)
    return now === '' ? 'new' : now === value ? 'equal' : 'replaces yours'
  }
  if (existing?.form) {
    const isEqual = bodyText(text) === existing.form.body && isPartOf(fields, existing.fields)
    const isEmpty = isSummary(item) && existing.form.body === ''
    return isEqual ? 'equal' : isEmpty ? 'new' : 'replaces yours'
  }
  const inFolder = [...entries.values()].filter(({ kind, text }) => kind === folder && text !== null)
  return inFolder.some((entry) => isPartOf(identity(item), entry.fields)) ? 'already there' : 'new'
}

/** The fields that two entries for the same thing have in common. */
function identity({ folder, fields: { title = '', organisation, start, date, items, url } }: ImportedEntry) {
  if (folder === 'cv/skills') return { items: items ?? [] }
  if (folder === 'on-the-web') return { url: url ?? '' }
  return Object.fromEntries(Object.entries({ title, organisation, start, date }).filter(([, value]) => value))
}

const isPartOf = (fields: Record<string, unknown>, others: Record<string, string | string[]>) =>
  Object.entries(fields).every(([name, value]) => {
    const there = others[name] ?? ''
    const items = Array.isArray(there) ? there : [there]
    return [value].flat().every((item) => items.includes(String(item)))
  })

/** The files with the items, by path. Their texts link to pages that the site then has. */
export function filesOf(items: readonly ImportedEntry[], entries: Entries): Record<string, string> {
  const files = new Map<string, string>()
  const sourceOf = (path: string) => files.get(path) ?? entries.get(path)?.text ?? ''
  for (const item of items) {
    const { folder, fields, text } = item
    if (folder === 'site.md')
      for (const [name, value] of Object.entries(fields))
        files.set(folder, writeField(sourceOf(folder), name, value))
    if (isSummary(item)) files.set(folder, writeBody(sourceOf(folder), text))
  }
  const isFeatured = [...entries.values()].some(({ fields }) => fields['featured'] === 'true')
  const others = (isFeatured ? items : withFeatured(items)).filter((item) => item.folder !== 'site.md')
  // The user has agreed to replace these.
  const replaced = new Set(others.map(({ folder }) => folder))
  const existing = [...entries.keys()].filter((path) => !replaced.has(path))
  for (const [path, text] of Object.entries(toFiles(others, existing))) files.set(path, text)
  const texts = [...entries].flatMap(([path, { text }]) => (text === null ? [] : [[path, text] as const]))
  return withoutDeadLinks(Object.fromEntries(files), Object.fromEntries(texts))
}

/** Saves the files as drafts. Returns a function that undoes it. */
export function addDrafts(
  files: Readonly<Record<string, string>>,
  entries: Entries,
  queue: DraftQueue,
): () => void {
  for (const [path, text] of Object.entries(files)) queue.edit(path, text)
  return () => {
    for (const path of Object.keys(files)) {
      const before = entries.get(path)
      if (before) queue.edit(path, before.text)
      else queue.discard(path, null)
    }
  }
}
