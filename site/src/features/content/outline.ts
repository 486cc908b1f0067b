import { kindModels, type KindModel } from '../../../../ssg/model/fields'
import { readForm } from '../../../../ssg/model/form'
import { kindOf, type Folder, type Single } from '../../../../ssg/model/kinds'
import { compareEntries } from '../../../../ssg/model/order'
import { textOrFormer, type Entries, type Entry } from './entries'

/** The site's pages, each with its files and folders of entries. */
const outline = [
  { title: 'Home', kinds: ['home/hero.md', 'home/interests'] },
  {
    title: 'CV',
    kinds: [
      'cv/profile.md',
      'cv/experience',
      'cv/education',
      'cv/early',
      'cv/skills',
      'cv/certifications',
      'cv/languages',
      'cv/tools',
    ],
  },
  { title: 'On the Web', kinds: ['on-the-web/page.md', 'on-the-web'] },
  { title: 'Other pages', kinds: ['about.md', 'terms.md', 'site.md'] },
] as const satisfies { title: string; kinds: readonly (Single | Folder)[] }[]

/** A file that there is once, or a folder of entries. */
export interface Part {
  name: Single | Folder
  kind: KindModel
  entries: Entry[]
}

export interface Section {
  title: string
  parts: Part[]
}

/** Sorts the entries as the site shows them. */
export const sectionsOf = (entries: Entries): Section[] =>
  outline.map(({ title, kinds }) => ({ title, parts: kinds.map((name) => partOf(entries, name)) }))

export function partOf(entries: Entries, name: Single | Folder): Part {
  const kind = kindModels[name]
  const placed = [...entries.values()]
    .filter(({ path }) => kindOf(path) === name)
    .map((entry) => ({ path: entry.path, entry, fields: fieldsOf(entry) }))
  return { name, kind, entries: placed.sort(compareEntries).map(({ entry }) => entry) }
}

/** Whether the entries come in an order that the user chooses; others come by their dates. */
export const isOrdered = ({ fields }: KindModel): boolean => fields.some(({ type }) => type === 'order')

const fieldsOf = (entry: Entry) => readForm(entry.path, textOrFormer(entry))?.fields ?? {}

function fieldOf(entry: Entry, name: string): string {
  const value = fieldsOf(entry)[name]
  return typeof value === 'string' ? value : ''
}

/** An entry's title; the name of its kind for a file that there is once. */
export function nameOf(entry: Entry): string {
  const kind = kindOf(entry.path)
  if (kind === entry.path) return kindModels[kind].title
  return fieldOf(entry, 'title') || entry.path
}

/** Where it is in the tree: "CV / Business experiences". */
export function placeOf(path: string): string {
  const kind = kindOf(path)
  const section = outline.find(({ kinds }) => (kinds as readonly unknown[]).includes(kind))?.title ?? ''
  return kind && kind !== path ? `${section} / ${kindModels[kind].title}` : section
}

/** What tells entries of one title apart: the organisation, the issuer, the level. */
export const detailOf = (entry: Entry): string =>
  ['organisation', 'issuer', 'handle', 'level'].map((name) => fieldOf(entry, name)).find(Boolean) ?? ''
