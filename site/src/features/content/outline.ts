import { kindModels, type KindModel } from '#model/fields'
import { kindOf, splitLanguage, type Folder, type Single } from '#model/kinds'
import { languageOf } from '#model/language'
import { compareEntries } from '#model/order'
import type { Entries, Entry } from './entries'

/** The facts of the owner. */
const owner = 'site.md'

/** The site's pages, each with its files and folders of entries. Those of the folder `own` stand beside the files. */
const outline = [
  { title: 'You', kinds: [owner] },
  { title: 'Home', kinds: ['home/hero.md', 'home/interests'] },
  {
    title: 'CV',
    kinds: [
      'cv/profile.md',
      'cv/experience',
      'cv/education',
      'cv/early',
      'cv/volunteering',
      'cv/skills',
      'cv/certifications',
      'cv/awards',
      'cv/publications',
      'cv/languages',
      'cv/tools',
      'cv/sections',
      'cv/audiences',
    ],
  },
  { title: 'Projects', kinds: ['projects/page.md', 'projects'], own: 'projects' },
  { title: 'Notes', kinds: ['notes/page.md', 'notes'], own: 'notes' },
  { title: 'On the Web', kinds: ['on-the-web/page.md', 'on-the-web'], own: 'on-the-web' },
  { title: 'Pages', kinds: ['about.md', 'gallery/page.md', 'pages', 'terms.md'], own: 'pages' },
] as const satisfies OutlineSection[]

interface OutlineSection {
  title: string
  kinds: readonly (Single | Folder)[]
  own?: Folder
}

/** A file that there is once, or a folder of entries. */
export interface Part {
  name: Single | Folder
  kind: KindModel
  entries: Entry[]
}

export interface Section {
  title: string
  parts: Part[]
  /** The folder whose entries stand beside the section's files. */
  own: Part | undefined
}

/** Sorts the entries as the site shows them. */
export const sectionsOf = (entries: Entries): Section[] =>
  outline.map(({ title, kinds, own }: OutlineSection) => {
    const parts = kinds.map((name) => partOf(entries, name))
    return { title, parts, own: parts.find(({ name }) => name === own) }
  })

export function partOf(entries: Entries, name: Single | Folder): Part {
  const kind = kindModels[name]
  const own = [...entries.values()].filter((entry) => entry.kind === name)
  return { name, kind, entries: own.sort(compareEntries) }
}

/** Whether the entries come in an order that the user chooses; others come by their dates. */
export const isOrdered = ({ fields }: KindModel): boolean => fields.some(({ type }) => type === 'order')

const fieldOf = ({ fields }: Entry, name: string) => [fields[name] ?? ''].flat().join()

/** An entry's title; the name of its kind for a file that there is once. */
export function nameOf(entry: Entry): string {
  const { kind, path, original } = entry
  if (kind === owner) return 'You'
  return kind === original ? kindModels[kind].title : fieldOf(entry, 'title') || path
}

/** Where it is in the tree: "CV / Business experiences", "Nederlands / Notes". */
export function placeOf(path: string): string {
  const { language, path: original } = splitLanguage(path)
  const place = placeOfOriginal(original)
  return language === undefined ? place : `${languageOf(language).name} / ${place}`
}

function placeOfOriginal(path: string): string {
  if (path === owner) return 'On every page'
  const kind = kindOf(path)
  const sections: readonly OutlineSection[] = outline
  const { title = '', own } = sections.find(({ kinds }) => kind && kinds.includes(kind)) ?? {}
  return kind && kind !== path && kind !== own ? `${title} / ${kindModels[kind].title}` : title
}

/** What tells entries of one title apart: the organisation, the issuer, the level. */
export const detailOf = (entry: Entry): string =>
  ['organisation', 'issuer', 'awarder', 'publisher', 'handle', 'level']
    .map((name) => fieldOf(entry, name))
    .find(Boolean) ?? ''
