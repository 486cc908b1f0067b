import { kindOf, slugOf } from '../../../../ssg/model/kinds'
import type { ContentText } from '../../api/types'
import type { Kept } from './draft-keeper'

/** A text as the screen shows it: what was typed last, over the draft, over what is published. */
export interface ShownText {
  path: string
  /** Null when it is removed. */
  text: string | null
  /** What visitors read, or will with the next build; null where there is nothing. */
  published: string | null
  /** What the server has of it; absent for a text that was begun on this device. */
  stored: ContentText | undefined
  /** What the server does not have yet; absent when it has all. */
  kept: Kept | undefined
  /** Of an entry that got another place, which is another path: where visitors have it, and what they read there. */
  moved?: { from: string; text: string }
  /** Of the path that such an entry leaves: its new one. */
  movedTo?: string
}

/** What an entry is known by, whichever place it has. */
export const entryKey = (path: string): string => `${kindOf(path) ?? ''}/${slugOf(path)}`

export const publishedText = (stored: ContentText | undefined): string | null =>
  stored?.published ? stored.published.text : (stored?.file?.text ?? null)

/** Whether `text` says anything but what visitors read, or than what waits in the way of it. */
export function differs(stored: ContentText | undefined, text: string | null): boolean {
  const waits = stored?.scheduled ?? (stored?.conflict && stored.published)
  return Boolean(waits) || text !== publishedText(stored)
}

/** All texts, by path, with what is kept on this device. Those of which nothing is left are left out. */
export function shownTexts(
  texts: readonly ContentText[],
  kept: ReadonlyMap<string, Kept>,
): Map<string, ShownText> {
  const stored = new Map(texts.map((text) => [text.path, text]))
  const shown = new Map<string, ShownText>()
  for (const path of [...new Set([...stored.keys(), ...kept.keys()])].sort()) {
    const text = { path, stored: stored.get(path), kept: kept.get(path) }
    const published = publishedText(text.stored)
    const draft = text.kept?.draft ?? text.stored?.draft
    const scheduled = text.stored?.scheduled
    const latest = draft ? draft.text : scheduled ? scheduled.text : published
    if (latest === null && published === null && !draft && !scheduled) continue
    shown.set(path, { ...text, published, text: latest })
  }
  return joinMoved(shown)
}

/** Joins the two paths of each entry that got another place: that which is removed, and the new one. */
function joinMoved(shown: Map<string, ShownText>): Map<string, ShownText> {
  const left = new Map(
    [...shown.values()].filter(({ text }) => text === null).map((text) => [entryKey(text.path), text]),
  )
  for (const text of [...shown.values()]) {
    const before = text.published === null && text.text !== null ? left.get(entryKey(text.path)) : undefined
    if (!before || before.published === null) continue
    shown.set(text.path, { ...text, moved: { from: before.path, text: before.published } })
    shown.set(before.path, { ...before, movedTo: text.path })
  }
  return shown
}

/** What visitors read, wherever the text stands; null where there is nothing. */
export const textBefore = ({ moved, published }: ShownText): string | null => moved?.text ?? published

/** The texts of the site once all drafts are published, by path. */
export const textsOf = (shown: ReadonlyMap<string, ShownText>): Map<string, string> =>
  new Map([...shown].flatMap(([path, { text }]) => (text === null ? [] : [[path, text] as const])))

/** Whether there is a draft of it that publishing would change something by. The path that an entry leaves goes with its new one. */
export const isChanged = ({ kept, stored, text, movedTo }: ShownText): boolean =>
  movedTo === undefined && Boolean(kept ?? stored?.draft) && differs(stored, text)

/** Whether there is another text of it, between which and this one somebody has to choose. */
export const isInConflict = ({ kept, stored }: ShownText): boolean =>
  kept?.others !== undefined || stored?.conflict === true

interface Mark {
  word: string
  tone: 'plain' | 'honey' | 'success' | 'danger'
}

/** What the tree and the form say about a text beside its name. */
export function marksOf(shown: ShownText): Mark[] {
  const { text, stored, moved } = shown
  const marks: (Mark | false)[] = [
    isInConflict(shown) && { word: 'conflict', tone: 'danger' },
    text === null && { word: 'removed', tone: 'danger' },
    textBefore(shown) === null && text !== null && { word: 'new', tone: 'success' },
    moved !== undefined && { word: 'moved', tone: 'plain' },
    isChanged(shown) && { word: 'draft', tone: 'honey' },
    Boolean(stored?.scheduled) && { word: 'waiting for its time', tone: 'plain' },
  ]
  return marks.filter((mark) => mark !== false)
}
