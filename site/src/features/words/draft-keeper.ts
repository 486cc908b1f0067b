import { ApiError, isUnanswered, serverMessage } from '../../api/api-error'
import { discardDrafts, othersText, saveDraft, type DraftToSave } from '../../api/content'
import type { ContentDraft, ContentText } from '../../api/types'
import { forgetDraft, keepDraft, readKeptDrafts } from './kept-drafts'
import { publishedText } from './shown-texts'

/** The publication that has the text which is shown where there is no draft; 0 for the file. */
const publicationOf = (stored: ContentText | undefined): number =>
  (stored?.scheduled ?? stored?.published)?.publication ?? 0

/** A text as somebody else left it on the server, in the way of what was typed here. */
export interface Others {
  text: string | null
  base: string
  revision: number
  publication: number
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

/**
 * Saves drafts as they are typed, one request at a time for each text. What the server does not have yet is also in the
 * browser's database, from where a later page sends it.
 */
export class DraftKeeper {
  readonly #user: number
  readonly #texts: StoredTexts
  readonly #listeners = new Set<() => void>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #sending = new Map<string, Promise<void>>()
  #kept: ReadonlyMap<string, Kept> = new Map()
  #stopped = false

  constructor(user: number, texts: StoredTexts) {
    this.#user = user
    this.#texts = texts
  }

  /** Takes up what an earlier page could not send. Answers how to stop, which sends what still waits. */
  start(): () => void {
    this.#stopped = false
    void this.#readStored()
    const onOnline = () => void this.flush()
    window.addEventListener('online', onOnline)
    return () => {
      window.removeEventListener('online', onOnline)
      void this.flush()
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
    const { others } = this.#kept.get(path) ?? {}
    const base = stored?.file?.hash ?? others?.base ?? ''
    const revision = others?.revision ?? stored?.draft?.revision ?? 0
    const publication = others?.publication ?? publicationOf(stored)
    void this.#keep(path, { draft: { path, text, base, revision, publication }, state: 'saving' })
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

  async #readStored(): Promise<void> {
    for (const { draft, sent } of await readKeptDrafts(this.#user).catch(() => [])) {
      if (this.#kept.has(draft.path)) continue
      this.#show(draft.path, { draft, sent, state: 'saving' })
      void this.#send(draft.path)
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
    const waits = stored?.scheduled ?? (stored?.conflict && stored.published)
    if (waits || draft.text !== publishedText(stored)) return saveDraft(draft)
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

  /** Resolves when the browser has it. Where the browser refuses, the text is in this page alone. */
  async #keep(path: string, kept: Kept): Promise<void> {
    this.#show(path, kept)
    await keepDraft(this.#user, kept).catch(() => undefined)
  }

  #forget(path: string): void {
    const rest = new Map(this.#kept)
    rest.delete(path)
    this.#kept = rest
    this.#tell()
    forgetDraft(this.#user, path).catch(() => undefined)
  }

  #show(path: string, kept: Kept): void {
    this.#kept = new Map(this.#kept).set(path, kept)
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
