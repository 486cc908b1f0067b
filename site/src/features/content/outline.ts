import { type KindModel, kindModels } from '../../../../ssg/model/fields'
import { readForm } from '../../../../ssg/model/form'
import { type Folder, type Single, byPath, kindOf } from '../../../../ssg/model/kinds'
import type { ShownText } from './shown-texts'

/** The site's pages, each with its texts and folders of entries, in the order in which they are listed. */
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
      'cv/tools',
      'cv/certifications',
      'cv/languages',
    ],
  },
  { title: 'On the Web', kinds: ['on-the-web/page.md', 'on-the-web'] },
  { title: 'Other texts', kinds: ['about.md', 'terms.md', 'site.md'] },
] as const

export interface Part {
  /** The path of a text that there is once, or of a folder of entries. */
  name: Single | Folder
  kind: KindModel
  texts: ShownText[]
}

export interface Section {
  title: string
  parts: Part[]
}

/** Sorts the texts as the site shows them. */
export function sectionsOf(shown: ReadonlyMap<string, ShownText>): Section[] {
  const all = [...shown.values()]
  return outline.map(({ title, kinds }) => ({
    title,
    parts: kinds.map((name): Part => {
      const kind = kindModels[name]
      return {
        name,
        kind,
        texts: sorted(
          all.filter(({ path, movedTo }) => kindOf(path) === name && movedTo === undefined),
          kind,
        ),
      }
    }),
  }))
}

/** Whether the site sorts the entries by their dates; the others come in the order of their files' names. */
export const isDated = ({ fields }: KindModel): boolean => fields.some(({ type }) => type === 'date')

/** Entries with dates come newest first, those that go on before all others. */
function sorted(texts: readonly ShownText[], kind: KindModel): ShownText[] {
  const byName = [...texts].sort((a, b) => byPath(a.path, b.path))
  if (!isDated(kind)) return byName
  const names = kind.fields.filter(({ type }) => type === 'date').map(({ name }) => name)
  const key = (text: ShownText) => {
    const { fields = {} } = readForm(text.path, textOrFormer(text)) ?? {}
    const [start = '', end = '9999'] = names.map((name) => fields[name])
    return names.length > 1 ? `${String(end)} ${String(start)}` : String(start)
  }
  const keys = new Map(texts.map((text) => [text, key(text)]))
  return byName.sort((a, b) => keys.get(b)?.localeCompare(keys.get(a) ?? '') ?? 0)
}

/** The text, or what it was before it was removed. */
export const textOrFormer = ({ text, published, stored }: ShownText): string =>
  text ?? published ?? stored?.file?.text ?? ''

/** What people call a text: an entry by its title, others by their kind. */
export function nameOf(shown: ShownText): string {
  const kind = kindOf(shown.path)
  if (kind === shown.path) return kindModels[kind].title
  return titleIn(shown.path, textOrFormer(shown)) || shown.path
}

/** The title that a text gives itself; empty without one. */
export function titleIn(path: string, text: string): string {
  const title = readForm(path, text)?.fields['title']
  return typeof title === 'string' ? title : ''
}

/** Where it was, what one is called there: what tells entries of one title apart. */
export function detailOf(shown: ShownText): string {
  const { fields = {} } = readForm(shown.path, textOrFormer(shown)) ?? {}
  const detail = fields['organisation'] ?? fields['issuer'] ?? fields['handle'] ?? fields['level']
  return typeof detail === 'string' ? detail : ''
}
