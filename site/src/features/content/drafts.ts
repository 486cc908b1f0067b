import type { DraftToSave } from '../../api/content'
import type { ContentDraft, ContentEntry } from '../../api/types'
import { writeForm, type FormFile } from '#model/form'

/**
 * A changed file: the values of its form with the text that they change, or the whole text. Null
 * deletes the file.
 */
export type Content = { form: FormFile; file: string } | string | null

const texts = new WeakMap<object, string>()

/** The text of the file at `path` with that content. That of a form is written once. */
export function textOf(path: string, content: Content): string | null {
  if (content === null || typeof content === 'string') return content
  const text = texts.get(content) ?? writeForm(path, content.file, content.form)
  texts.set(content, text)
  return text
}

/** What another device left at the same path, in the way of a draft. */
export type Theirs = Omit<DraftToSave, 'path'>

/** A change that the server does not have yet, as far as is known. */
export interface Draft extends Omit<DraftToSave, 'text'> {
  content: Content
  /** Whether the form changed it: its editor shows it already. */
  typed?: boolean
  state: 'waiting' | 'sending' | 'offline' | 'refused' | 'conflict'
  /** The content is what remains without a draft: the server deletes its draft. */
  discards?: boolean | undefined
  /** Texts that were sent and not answered: the server may have one of them. */
  sent: readonly (string | null)[]
  /** Why the server refused it. */
  reason?: string
  theirs?: Theirs
}

/** By path. */
export type Drafts = ReadonlyMap<string, Draft>

export type Failure =
  { kind: 'offline' } | { kind: 'refused'; reason: string } | { kind: 'conflict'; theirs: Theirs }

export type DraftEvent =
  /** The user changed the content. `stored` is what the server has. */
  | {
      type: 'edited'
      path: string
      content: Content
      typed?: boolean
      discards?: boolean
      translates?: number | undefined
      stored: ContentEntry | undefined
    }
  /** An earlier page left these in the browser. */
  | { type: 'restored'; drafts: readonly Draft[] }
  | { type: 'sent'; path: string }
  /** `draft` is null where the server has none any more; `base` is the published version. */
  | { type: 'saved'; path: string; draft: ContentDraft | null; base: number }
  | { type: 'failed'; path: string; failure: Failure }
  /** The user chose between two versions. */
  | { type: 'settled'; path: string; text: string | null; stored: ContentEntry | undefined }

/** How many unanswered texts are remembered. */
const sentAtMost = 20

/** The next state of the drafts. Every change, restored draft and answer goes through here. */
export function reduceDrafts(drafts: Drafts, event: DraftEvent): Drafts {
  if (event.type === 'restored') {
    const left = event.drafts.filter(({ path }) => !drafts.has(path))
    return new Map([...drafts, ...left.map((draft) => [draft.path, restored(draft)] as const)])
  }
  const { path } = event
  const next = reduceDraft(drafts.get(path), event)
  if (next === drafts.get(path)) return drafts
  const others = [...drafts].filter(([other]) => other !== path)
  return new Map(next ? [...others, [path, next]] : others)
}

function reduceDraft(
  draft: Draft | undefined,
  event: Exclude<DraftEvent, { type: 'restored' }>,
): Draft | undefined {
  switch (event.type) {
    case 'edited': {
      const { path, content, typed = false, discards = false, stored, translates } = event
      const of = translates === undefined ? {} : { translates }
      if (!draft)
        return { path, content, typed, discards, ...of, ...foundationOf(stored), state: 'waiting', sent: [] }
      const isOpen = draft.state === 'conflict' || draft.state === 'sending'
      return { ...draft, content, typed, discards, ...of, state: isOpen ? draft.state : 'waiting' }
    }
    case 'sent': {
      if (!draft || !canBeSent(draft)) return draft
      const text = textOf(draft.path, draft.content)
      const sent = [...draft.sent.filter((other) => other !== text), text].slice(-sentAtMost)
      return { ...draft, state: 'sending', sent }
    }
    case 'saved':
      return (
        draft &&
        rebased(draft, draft.sent.at(-1) ?? null, {
          base: event.draft?.base ?? event.base,
          revision: event.draft?.revision ?? 0,
        })
      )
    case 'failed':
      return draft && failed(draft, event.failure)
    case 'settled':
      return settled(draft, event)
  }
}

export const canBeSent = ({ state }: Draft): boolean => state !== 'conflict' && state !== 'sending'

const restored = (draft: Draft): Draft => ({
  ...draft,
  typed: false,
  state: draft.state === 'conflict' ? draft.state : 'waiting',
})

/** What a new draft is based on. */
function foundationOf(stored: ContentEntry | undefined): Omit<Theirs, 'text'> {
  return {
    base: stored?.draft?.base ?? (stored?.scheduled ?? stored?.published)?.version ?? 0,
    revision: stored?.draft?.revision ?? 0,
  }
}

/** The draft when the server has `text`: undefined, unless the user has typed on, or discarded it meanwhile. */
function rebased(draft: Draft, text: string | null, on: Omit<Theirs, 'text'>): Draft | undefined {
  const { path, content, discards } = draft
  if (textOf(path, content) === text && !(discards && on.revision > 0)) return undefined
  return { path, content, discards, ...on, state: 'waiting', sent: [] }
}

function failed(draft: Draft, failure: Failure): Draft | undefined {
  if (failure.kind === 'offline') return { ...draft, state: 'offline' }
  if (failure.kind === 'refused') return { ...draft, state: 'refused', reason: failure.reason }
  const { text, ...on } = failure.theirs
  // The answer to an earlier request was lost on its way.
  if (draft.sent.includes(text)) return rebased(draft, text, on)
  return { ...draft, state: 'conflict', theirs: failure.theirs }
}

function settled(
  draft: Draft | undefined,
  { path, text, stored }: Extract<DraftEvent, { type: 'settled' }>,
): Draft | undefined {
  const { theirs } = draft ?? {}
  const base = Math.max(stored?.published?.version ?? 0, theirs?.base ?? 0)
  // The server has it. One more revision would be in the way of the device that wrote it.
  if (theirs && theirs.text === text && theirs.base === base) return undefined
  const { revision } = theirs ?? foundationOf(stored)
  return { path, content: text, base, revision, state: 'waiting', sent: [] }
}
