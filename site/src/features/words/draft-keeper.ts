import { ApiError, isUnanswered, serverMessage } from '../../api/api-error'
import { discardDrafts, othersText, saveDraft, type DraftToSave } from '../../api/content'
import type { ContentDraft, ContentText } from '../../api/types'
import { forgetDraft, keepDraft, readKeptDrafts } from './kept-drafts'
import { publishedText } from './shown-texts'

/** A text as somebody else left it on the server, in the way of what was typed here. */
export interface Others {
  text: string | null
  base: string
  revision: number
}

/** What was typed and is not on the server yet. */
export interface Kept {
  draft: DraftToSave
  state: 'saving' | 'unreached' | 'conflict' | 'refused'
  /** Why the server refused it. */
  reason?: string
  /** What stands in its way. */
  others?: Others
  /** What was sent last without an answer: the server may have it. */
  sent?: string | null
}

/** What the keeper knows of the server's texts, and tells it. */
export interface StoredTexts {
  find: (path: string) => ContentText | undefined
  /** The server has this draft now; null when it has none any more. */
  saved: (path: string, draft: ContentDraft | null) => void
}

/** Milliseconds from the last letter to the request. */
const pause = 800
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
    const state = kept?.state === 'conflict' ? 'conflict' : 'saving'
    this.#keep(path, { ...kept, draft: { path, text, base, revision }, state })
    if (state === 'saving') this.#sendIn(pause, path)
  }

  /** Ends a conflict: the text replaces what the others left, or what the file has become. */
  settle(path: string, text: string | null): void {
    const stored = this.#texts.find(path)
    const others = this.#kept.get(path)?.others
    const base = stored?.file?.hash ?? others?.base ?? ''
    const revision = others?.revision ?? stored?.draft?.revision ?? 0
    this.#keep(path, { draft: { path, text, base, revision }, state: 'saving' })
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
    for (const draft of await readKeptDrafts(this.#user).catch(() => [])) {
      if (this.#kept.has(draft.path)) continue
      this.#show(draft.path, { draft, state: 'saving' })
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
    this.#show(path, { ...kept, state: 'saving', sent: draft.text })
    try {
      this.#done(draft, await this.#store(draft))
    } catch (error) {
      this.#failed(draft, error, kept.sent)
    }
  }

  /** A text that is as published needs no draft. */
  async #store(draft: DraftToSave): Promise<ContentDraft | null> {
    const stored = this.#texts.find(draft.path)
    const waits = stored?.scheduled ?? (stored?.conflict && stored.published)
    const same = !waits && draft.text === publishedText(stored)
    if (!same) return saveDraft(draft)
    const { path, revision } = draft
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
      this.#keep(path, { draft: { ...kept.draft, base, revision: draft?.revision ?? 0 }, state: 'saving' })
    }
  }

  #failed(sent: DraftToSave, error: unknown, sentBefore: string | null | undefined): void {
    const { path } = sent
    const kept = this.#kept.get(path)
    if (!kept) return
    const others = othersText(error)
    if (others) {
      const { draft, file } = others
      // The answer to an earlier request was lost on its way.
      if (draft && (draft.text === sent.text || draft.text === sentBefore)) {
        this.#done({ ...sent, text: draft.text }, draft)
        return
      }
      const left = draft ?? { text: file?.text ?? null, base: file?.hash ?? '', revision: 0 }
      const { text, base, revision } = left
      this.#keep(path, { draft: kept.draft, state: 'conflict', others: { text, base, revision } })
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

  #keep(path: string, kept: Kept): void {
    this.#show(path, kept)
    // Where the browser refuses, the text is in this page alone.
    keepDraft(this.#user, kept.draft).catch(() => undefined)
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
