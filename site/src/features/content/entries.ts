import { bodyText, isSameForm, newFile, readForm, writeForm, type FormFile } from '#model/form'
import { kindOf, splitLanguage, type Folder, type Single } from '#model/kinds'
import { languageOf, type Texts } from '#model/language'
import { listPageFields } from '#model/site-content'
import type { ContentEntry } from '../../api/types'
import { textOf, type Content, type Draft, type Drafts } from './drafts'

/** A content file as the screen shows it: what was typed last, over the draft, over what is published. */
export interface Entry {
  path: string
  /** The further language of a translation. */
  language: string | undefined
  /** The path of a translation's original, or its own. */
  original: string
  kind: Single | Folder | undefined
  /** Null when it is deleted. */
  content: Content
  /** That of the content. */
  readonly text: string | null
  /** What visitors read, or will after the next build; null for nothing. */
  published: string | null
  /** What the server has of it; absent for a new entry that is not saved yet. */
  stored: ContentEntry | undefined
  /** What the server does not have yet. */
  draft: Draft | undefined
  /** The text, or what it was before it was deleted, as a form shows it. Undefined if its front matter cannot be read. */
  form: FormFile | undefined
  /** Those of the form. */
  fields: FormFile['fields']
  /** Counts the changes of its body, or of a file without a form, that its editor has not made. */
  generation: number
}

export type Entries = ReadonlyMap<string, Entry>

const publishedText = (stored: ContentEntry | undefined): string | null => stored?.published?.text ?? null

/** What remains of a file without its draft; null for nothing. */
export const textWithoutDraft = (stored: ContentEntry | undefined): string | null =>
  stored?.scheduled ? stored.scheduled.text : publishedText(stored)

/** Whether `content` differs from what visitors read, or has to replace what is scheduled. */
export function differs(path: string, stored: ContentEntry | undefined, content: Content): boolean {
  const published = publishedText(stored)
  if (stored?.scheduled) return true
  if (content === null || typeof content === 'string') return content !== published
  const form = published === null ? undefined : readForm(path, published)
  return !form || !isSameForm(content.form, form)
}

/** All entries by path, without those of which nothing is left. */
export function entriesOf(texts: readonly ContentEntry[], drafts: Drafts, hasGalleries: boolean): Entries {
  const stored = new Map(texts.map((text) => [text.path, text]))
  const entries = new Map<string, Entry>()
  for (const path of [...new Set([...stored.keys(), ...drafts.keys()])].sort()) {
    const entry = entryOf(path, stored.get(path), drafts.get(path))
    const isNothing = entry.content === null && entry.published === null
    if (!isNothing || entry.draft || entry.stored?.draft || entry.stored?.scheduled) entries.set(path, entry)
  }
  const has = (folder: Folder) =>
    [...entries.values()].some(
      ({ kind, content, language }) => kind === folder && content !== null && language === undefined,
    )
  const code = entries.get('site.md')?.fields['language']
  const { texts: fixed } = languageOf(typeof code === 'string' ? code : 'en')
  if (has('projects')) addListPage(entries, 'projects/page.md', fixed.projects, fixed)
  if (has('notes')) addListPage(entries, 'notes/page.md', fixed.notes, fixed)
  if (hasGalleries) addListPage(entries, 'gallery/page.md', fixed.gallery, fixed)
  return entries
}

/** The latest entry of each path, since a keystroke changes one of hundreds. */
const latest = new Map<string, Entry>()

/** Adds a list page that exists without a file: that of a folder with entries, or of galleries. */
function addListPage(entries: Map<string, Entry>, path: Single, label: string, texts: Texts): void {
  if (entries.has(path)) return
  const fields = listPageFields(label, String(entries.get('site.md')?.fields['name']), texts)
  const form = { fields, body: '' }
  const before = latest.get(path)
  const isKnown = before?.form && !before.stored && !before.draft && isSameForm(before.form, form)
  const entry = isKnown ? before : listPage(path, form)
  latest.set(path, entry)
  entries.set(path, entry)
}

function listPage(path: Single, form: FormFile): Entry {
  const text = writeForm(path, newFile(path), form)
  return {
    path,
    language: undefined,
    original: path,
    kind: path,
    content: text,
    text,
    published: text,
    stored: undefined,
    draft: undefined,
    form,
    fields: form.fields,
    generation: 0,
  }
}

function entryOf(path: string, stored: ContentEntry | undefined, draft: Draft | undefined): Entry {
  const before = latest.get(path)
  if (before && before.stored === stored && before.draft === draft) return before
  const published = publishedText(stored)
  const content = draft ? draft.content : stored?.draft ? stored.draft.text : textWithoutDraft(stored)
  const source = contentOrFormer({ content, published })
  const form =
    before && contentOrFormer(before) === source
      ? before.form
      : typeof source === 'string'
        ? readForm(path, source)
        : source.form
  const { language, path: original } = splitLanguage(path)
  const entry: Entry = {
    path,
    language,
    original,
    kind: kindOf(path),
    content,
    get text() {
      return textOf(path, content)
    },
    published,
    stored,
    draft,
    form,
    fields: form?.fields ?? {},
    generation: before?.generation ?? 0,
  }
  // A file does not keep blank lines at the end.
  if (before && !draft?.typed && bodyText(editedText(before)) !== bodyText(editedText(entry)))
    entry.generation++
  latest.set(path, entry)
  return entry
}

const contentOrFormer = ({ content, published }: Pick<Entry, 'content' | 'published'>) =>
  content ?? published ?? ''

/** What the editor of a file's text shows. */
const editedText = (entry: Entry): string => (entry.form ? entry.form.body : textOrFormer(entry))

/** The entry's text, or what it was before it was deleted. */
export const textOrFormer = ({ text, published }: Pick<Entry, 'text' | 'published'>): string =>
  text ?? published ?? ''

/** The files of the site once all drafts are published, or only those of `chosen` paths. */
export const filesOf = (entries: Entries, chosen?: ReadonlySet<string>): Map<string, string> =>
  new Map(
    [...entries].flatMap(([path, { text, published, stored, draft }]) => {
      const there = !chosen || chosen.has(path) ? text : published
      return there === null || !(stored ?? draft) ? [] : [[path, there] as const]
    }),
  )

/** Whether publishing would change something. */
export const isChanged = ({ path, draft, stored, content }: Entry): boolean =>
  !draft?.discards && Boolean(draft ?? stored?.draft) && differs(path, stored, content)

/** Whether there are two versions, of which somebody has to choose one. */
export const isInConflict = ({ draft, stored }: Entry): boolean =>
  draft?.theirs !== undefined || stored?.conflict === true

export const isScheduled = ({ stored }: Entry): boolean => Boolean(stored?.scheduled)

/** The entries of each scheduled publication by its ID, the next one first. */
export function scheduledOf(entries: Entries): Map<number, [Entry, ...Entry[]]> {
  const publications = new Map<number, [Entry, ...Entry[]]>()
  for (const entry of [...entries.values()].filter(isScheduled).sort(byTime)) {
    const id = entry.stored?.scheduled?.publication ?? 0
    const others = publications.get(id)
    if (others) others.push(entry)
    else publications.set(id, [entry])
  }
  return publications
}

const byTime = (a: Entry, b: Entry) =>
  (a.stored?.scheduled?.publish_at ?? '').localeCompare(b.stored?.scheduled?.publish_at ?? '')

/** The address of the editor with the file at `path` open, or with an original to translate into `language`. */
export const editorPath = (path: string, language?: string): string =>
  `/content?file=${encodeURIComponent(path)}${language === undefined ? '' : `&language=${language}`}`
