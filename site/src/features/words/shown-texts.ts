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
}

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
  return shown
}

/** The texts of the site once all drafts are published, by path. */
export const textsOf = (shown: ReadonlyMap<string, ShownText>): Map<string, string> =>
  new Map([...shown].flatMap(([path, { text }]) => (text === null ? [] : [[path, text] as const])))

/** Whether there is a draft of it that publishing would change something by. */
export const isChanged = ({ kept, stored, text }: ShownText): boolean =>
  Boolean(kept ?? stored?.draft) && differs(stored, text)

interface Mark {
  word: string
  tone: 'plain' | 'honey' | 'success' | 'danger'
}

/** What the tree and the form say about a text beside its name. */
export function marksOf(shown: ShownText): Mark[] {
  const { text, published, stored, kept } = shown
  const marks: (Mark | false)[] = [
    (stored?.conflict === true || kept?.others !== undefined) && { word: 'conflict', tone: 'danger' },
    text === null && { word: 'removed', tone: 'danger' },
    published === null && text !== null && { word: 'new', tone: 'success' },
    isChanged(shown) && { word: 'draft', tone: 'honey' },
    Boolean(stored?.scheduled) && { word: 'waiting for its time', tone: 'plain' },
  ]
  return marks.filter((mark) => mark !== false)
}
