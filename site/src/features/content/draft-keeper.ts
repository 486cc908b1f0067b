import { ApiError, isUnanswered, serverMessage } from '../../api/api-error'
import { discardDrafts, othersText, saveDraft, type DraftToSave } from '../../api/content'
import type { ContentDraft, ContentText } from '../../api/types'
import { KeptDrafts, type Unsaved } from './kept-drafts'
import { differs } from './shown-texts'

/** The publication that has the text which is shown where there is no draft; 0 for the file. */
const publicationOf = (stored: ContentText | undefined): number =>
  (stored?.scheduled ?? stored?.published)?.publication ?? 0

/** Another text of the same path, in the way of what was typed here. */
export interface Others {
  text: string | null
  base: string
  revision: number
  publication: number
  /** Whether it was typed in another window of this browser, and is in this browser alone. */
  unsaved?: boolean
}

/** What was typed and is not on the server yet. */
export interface Kept {
  draft: DraftToSave
  state: 'saving' | 'unreached' | 'conflict' | 'refused'
  /** Why the server refused it. */
  reason?: string
  /** What stands in its way. */
  others?: Others
  /** What was sent and not answered: the server may have it. */
  sent?: readonly (string | null)[] | undefined
}

/** What the keeper knows of the server's texts, and tells it. */
export interface StoredTexts {
  find: (path: string) => ContentText | undefined
  /** The server has this draft now; null when it has none any more. */
  saved: (path: string, draft: ContentDraft | null) => void
  /** The server has other texts than are known. */
  outdated: () => void
}

/** Milliseconds from the last letter to the request. */
const pause = 800
/** How many texts without an answer are remembered. */
const sentAtMost = 20
/** Milliseconds between two tries while the server is not reached. */
const retryInterval = 10_000

/** What was typed here, if anything was, with what another page has left of the same path: two different texts are a conflict. */
function joinedTexts(kept: Kept | undefined, { draft, sent = [], others }: Unsaved): Kept {
  if (!kept) {
    if (!others) return { draft, sent, state: 'saving' }
    return { draft, sent, state: 'conflict', others: { ...others, unsaved: true } }
  }
  if (kept.draft.text === draft.text) return kept
  const { text, base } = draft
  // Whoever chooses between the two has seen what both were made on.
  const revision = Math.max(kept.draft.revision, draft.revision)
  const publication = Math.max(kept.draft.publication, draft.publication)
  return {
    draft: kept.draft,
    sent: [...(kept.sent ?? []), ...sent],
    state: 'conflict',
    others: { text, base, revision, publication, unsaved: true },
  }
}

/**
 * Saves drafts as they are typed, one request at a time for each text. What the server does not have yet is also in the
 * browser's database, from where a later page sends it.
 */
export class DraftKeeper {
  readonly #device: KeptDrafts
  readonly #texts: StoredTexts
  readonly #listeners = new Set<() => void>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #sending = new Map<string, Promise<void>>()
  #kept: ReadonlyMap<string, Kept> = new Map()
  /** Paths of which the browser has one more text, for which a conflict has to end first. */
  readonly #more = new Set<string>()
  #stopped = false

  constructor(user: number, texts: StoredTexts) {
    this.#device = new KeptDrafts(user)
    this.#texts = texts
  }

  /** Takes up what an earlier page could not send. Answers how to stop, which sends what still waits. */
  start(): () => void {
    this.#stopped = false
    const close = this.#device.open()
    void this.#takeOver()
    const onOnline = () => void this.flush().then(() => this.#takeOver())
    window.addEventListener('online', onOnline)
    return () => {
      window.removeEventListener('online', onOnline)
      void this.flush()
      close()
      this.#stopped = true
      for (const timer of this.#timers.values()) clearTimeout(timer)
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** What is not on the server yet, by path. */
  snapshot = (): ReadonlyMap<string, Kept> => this.#kept

  /** Changes a text; null removes it. It is sent a moment after the last change, but not while a conflict is open. */
  edit(path: string, text: string | null): void {
    const kept = this.#kept.get(path)
    const stored = this.#texts.find(path)
    const base = kept?.draft.base ?? stored?.draft?.base ?? stored?.file?.hash ?? ''
    const revision = kept?.draft.revision ?? stored?.draft?.revision ?? 0
    const publication = kept?.draft.publication ?? publicationOf(stored)
    const state = kept?.state === 'conflict' ? 'conflict' : 'saving'
    void this.#keep(path, { ...kept, draft: { path, text, base, revision, publication }, state })
    if (state === 'saving') this.#sendIn(pause, path)
  }

  /** Ends a conflict: the text replaces what the others left, or what the file has become. */
  settle(path: string, text: string | null): void {
    const stored = this.#texts.find(path)
    const { others, sent } = this.#kept.get(path) ?? {}
    const base = stored?.file?.hash ?? others?.base ?? ''
    if (others && !others.unsaved && others.text === text && others.base === base) {
      // The server has it. One more revision would be in the way of the device that wrote it.
      this.#forget(path)
      return
    }
    const revision = others?.revision ?? stored?.draft?.revision ?? 0
    const publication = others?.publication ?? publicationOf(stored)
    void this.#keep(path, { draft: { path, text, base, revision, publication }, sent, state: 'saving' })
    void this.#send(path)
  }

  /** Sends all that waits, and resolves to whether the server has everything then. */
  async flush(): Promise<boolean> {
    await Promise.all([...this.#kept.keys()].map((path) => this.#sendNow(path)))
    return this.#kept.size === 0
  }

  async #sendNow(path: string): Promise<void> {
    await this.#sending.get(path)
    if (this.#kept.has(path)) await this.#send(path)
  }

  /** Takes up what pages that are gone have left. */
  async #takeOver(): Promise<void> {
    for (const { forget, ...left } of await this.#device.left().catch(() => [])) {
      const { path } = left.draft
      // The answer that is on its way may end what is kept.
      while (this.#sending.has(path)) await this.#sending.get(path)
      const kept = this.#kept.get(path)
      if (kept && (kept.state === 'conflict' || left.others)) {
        this.#more.add(path)
        continue
      }
      if (!kept && !left.others && this.#texts.find(path)?.draft?.text === left.draft.text) {
        // The page ended after the server's answer, before the browser had forgotten what it answers.
        await forget().catch(() => undefined)
        continue
      }
      const joined = joinedTexts(kept, left)
      if (await this.#keep(path, joined)) await forget().catch(() => undefined)
      if (joined.state === 'saving') void this.#send(path)
    }
  }

  #send(path: string): Promise<void> {
    const running = this.#sending.get(path)
    if (running) return running
    const sending = this.#exchange(path).finally(() => this.#sending.delete(path))
    this.#sending.set(path, sending)
    return sending.then(() => {
      if (this.#kept.get(path)?.state === 'saving') this.#sendIn(pause, path)
    })
  }

  async #exchange(path: string): Promise<void> {
    clearTimeout(this.#timers.get(path))
    const kept = this.#kept.get(path)
    if (!kept || kept.state === 'conflict') return
    const { draft } = kept
    const sent = [...new Set([...(kept.sent ?? []), draft.text])].slice(-sentAtMost)
    await this.#keep(path, { ...kept, state: 'saving', sent })
    try {
      this.#done(draft, await this.#store(draft, (kept.sent?.length ?? 0) > 0))
    } catch (error) {
      this.#failed(draft, error)
    }
  }

  /** A text that is as published needs no draft. Where the server may have one that is not known here, it is asked by a draft. */
  async #store(draft: DraftToSave, unanswered: boolean): Promise<ContentDraft | null> {
    const { path } = draft
    const stored = this.#texts.find(path)
    if (differs(stored, draft.text)) return saveDraft(draft)
    const known = draft.revision > 0 || !unanswered
    const { revision } = known ? draft : await saveDraft(draft)
    if (revision > 0) await discardDrafts([{ path, revision }])
    return null
  }

  #done(sent: DraftToSave, draft: ContentDraft | null): void {
    const { path } = sent
    this.#texts.saved(path, draft)
    const kept = this.#kept.get(path)
    if (!kept) return
    if (kept.draft.text === sent.text) this.#forget(path)
    else {
      const base = draft?.base ?? this.#texts.find(path)?.file?.hash ?? ''
      void this.#keep(path, {
        draft: { ...kept.draft, base, revision: draft?.revision ?? 0, publication: sent.publication },
        state: 'saving',
      })
    }
  }

  #failed({ path }: DraftToSave, error: unknown): void {
    const kept = this.#kept.get(path)
    if (!kept) return
    const others = othersText(error)
    if (others) {
      const { draft, published, file } = others
      this.#texts.outdated()
      const text = draft ? draft.text : published ? published.text : (file?.text ?? null)
      const publication = published?.publication ?? 0
      // The answer to an earlier request was lost on its way: to a draft, or to the end of one.
      if (kept.sent?.includes(text)) {
        this.#done({ ...kept.draft, text, publication }, draft)
        return
      }
      const [base, revision] = [draft?.base ?? file?.hash ?? '', draft?.revision ?? 0]
      void this.#keep(path, {
        draft: kept.draft,
        state: 'conflict',
        others: { text, base, revision, publication },
      })
    } else if (isUnanswered(error) || !(error instanceof ApiError)) {
      this.#show(path, { ...kept, state: 'unreached' })
      this.#sendIn(retryInterval, path)
    } else {
      this.#show(path, { ...kept, state: 'refused', reason: serverMessage(error, 'text', 'path') })
    }
  }

  #sendIn(milliseconds: number, path: string): void {
    clearTimeout(this.#timers.get(path))
    if (this.#stopped) return
    this.#timers.set(
      path,
      setTimeout(() => void this.#send(path), milliseconds),
    )
  }

  /** Resolves to whether the browser has it. Where the browser refuses, the text is in this page alone. */
  async #keep(path: string, kept: Kept): Promise<boolean> {
    this.#show(path, kept)
    const { draft, sent, others } = kept
    const unsaved = others?.unsaved ? { path, ...others } : undefined
    return this.#device.keep({ draft, sent, others: unsaved }).then(
      () => true,
      () => false,
    )
  }

  #forget(path: string): void {
    const rest = new Map(this.#kept)
    rest.delete(path)
    this.#kept = rest
    this.#tell()
    const forgotten = this.#device.forget(path).catch(() => undefined)
    if (this.#more.delete(path)) void forgotten.then(() => this.#takeOver())
  }

  #show(path: string, kept: Kept): void {
    this.#kept = new Map(this.#kept).set(path, kept)
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
