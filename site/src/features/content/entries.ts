import type { ContentText } from '../../api/types'
import type { Draft, Drafts } from './drafts'

/** A content file as the screen shows it: what was typed last, over the draft, over what is published. */
export interface Entry {
  path: string
  /** Null when it is deleted. */
  text: string | null
  /** What visitors read, or will after the next build; null for nothing. */
  published: string | null
  /** What the server has of it; absent for a new entry that is not saved yet. */
  stored: ContentText | undefined
  /** What the server does not have yet. */
  draft: Draft | undefined
}

export type Entries = ReadonlyMap<string, Entry>

export const publishedText = (stored: ContentText | undefined): string | null =>
  stored?.published ? stored.published.text : (stored?.file?.text ?? null)

/** What remains of a file without its draft; null for nothing. */
export const textWithoutDraft = (stored: ContentText | undefined): string | null =>
  stored?.scheduled ? stored.scheduled.text : publishedText(stored)

/** Whether `text` differs from what visitors read, or has to replace what is scheduled or in conflict. */
export function differs(stored: ContentText | undefined, text: string | null): boolean {
  const waits = stored?.scheduled ?? (stored?.conflict && stored.published)
  return Boolean(waits) || text !== publishedText(stored)
}

/** All entries by path, without those of which nothing is left. */
export function entriesOf(texts: readonly ContentText[], drafts: Drafts): Entries {
  const stored = new Map(texts.map((text) => [text.path, text]))
  const entries = new Map<string, Entry>()
  for (const path of [...new Set([...stored.keys(), ...drafts.keys()])].sort()) {
    const entry = { path, stored: stored.get(path), draft: drafts.get(path) }
    const published = publishedText(entry.stored)
    const draft = entry.draft ?? entry.stored?.draft
    const scheduled = entry.stored?.scheduled
    const text = draft ? draft.text : textWithoutDraft(entry.stored)
    if (text === null && published === null && !draft && !scheduled) continue
    entries.set(path, { ...entry, published, text })
  }
  return entries
}

/** The entry's text, or what it was before it was deleted. */
export const textOrFormer = ({ text, published, stored }: Entry): string =>
  text ?? published ?? stored?.file?.text ?? ''

/** The files of the site once all drafts are published. */
export const filesOf = (entries: Entries): Map<string, string> =>
  new Map([...entries].flatMap(([path, { text }]) => (text === null ? [] : [[path, text] as const])))

/** Whether publishing would change something. */
export const isChanged = ({ draft, stored, text }: Entry): boolean =>
  !draft?.discards && Boolean(draft ?? stored?.draft) && differs(stored, text)

/** Whether there are two versions, of which somebody has to choose one. */
export const isInConflict = ({ draft, stored }: Entry): boolean =>
  draft?.theirs !== undefined || stored?.conflict === true

export const isScheduled = ({ stored }: Entry): boolean => Boolean(stored?.scheduled)

/** The address of the editor with the file at `path` open. */
export const editorPath = (path: string): string => `/content?file=${encodeURIComponent(path)}`
