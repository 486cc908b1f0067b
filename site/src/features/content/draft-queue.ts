import { createStore as createDatabase, del, entries, set } from 'idb-keyval'
import { ApiError, isUnanswered, serverMessage } from '../../api/api-error'
import { conflictOf, discardDrafts, saveDraft, type DraftToSave } from '../../api/content'
import type { ContentDraft, ContentEntry } from '../../api/types'
import { createStore } from '../../lib/store'
import {
  canBeSent,
  reduceDrafts,
  textOf,
  type Content,
  type Draft,
  type DraftEvent,
  type Drafts,
  type Failure,
} from './drafts'
import { differs } from './entries'

/** The server's content, as far as it is known here. */
export interface StoredContent {
  find: (path: string) => ContentEntry | undefined
  /** The server has this draft now, or none. */
  saved: (path: string, draft: ContentDraft | null) => void
  /** The server has other content than is known. */
  outdated: () => void
}

const database = createDatabase('content', 'drafts')

/** Drafts that the browser refused to store, by the keys they would have there. They last as long as the page. */
export const unkept = createStore<ReadonlyMap<string, Draft>>(new Map())

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

unkept.subscribe(() => {
  if (unkept.getSnapshot().size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
})

function setUnkept(key: string, draft: Draft | undefined): void {
  const before = unkept.getSnapshot()
  if (before.get(key) === draft) return
  const others = [...before].filter(([other]) => other !== key)
  unkept.set(new Map(draft ? [...others, [key, draft]] : others))
}

/** The key of a draft in the browser. */
const keyOf = (user: number, path: string): string => `${user} ${path}`

/** Keeps and sends drafts, one request at a time. What the server does not have yet is also in IndexedDB. */
export class DraftQueue {
  readonly #user: number
  readonly #stored: StoredContent
  readonly drafts = createStore<Drafts>(new Map())
  #sending: Promise<unknown> = Promise.resolve()

  constructor(user: number, stored: StoredContent) {
    this.#user = user
    this.#stored = stored
  }

  /** Sends what an earlier page could not. Returns a function that sends what waits and then stops. */
  open(): () => void {
    const onOnline = () => void this.flush()
    window.addEventListener('online', onOnline)
    void this.#restore().then(onOnline)
    return () => {
      window.removeEventListener('online', onOnline)
      void this.flush()
    }
  }

  /** Changes a file; null deletes it. `typed` is for what its form shows already. */
  edit(path: string, content: Content, typed = false): void {
    this.#dispatch({ type: 'edited', path, content, typed, stored: this.#stored.find(path) })
  }

  /** Starts a translation of that version of its original; undefined for one that is not published. */
  translate(path: string, content: Content, translates: number | undefined): void {
    this.#dispatch({ type: 'edited', path, content, translates, stored: this.#stored.find(path) })
  }

  /** Deletes the draft of a file; `text` is what remains. */
  discard(path: string, text: string | null): void {
    this.#dispatch({ type: 'edited', path, content: text, discards: true, stored: this.#stored.find(path) })
  }

  /** Ends a conflict with the version that the user chose. */
  settle(path: string, text: string | null): void {
    this.#dispatch({ type: 'settled', path, text, stored: this.#stored.find(path) })
    void this.flush()
  }

  /** Sends everything now. Resolves to the paths that the server does not have yet. */
  async flush(): Promise<string[]> {
    this.#sending = this.#sending.then(async () => {
      for (const path of this.drafts.getSnapshot().keys()) await this.#send(path)
    })
    await this.#sending
    return [...this.drafts.getSnapshot().keys()]
  }

  async #send(path: string): Promise<void> {
    const draft = this.drafts.getSnapshot().get(path)
    if (!draft || !canBeSent(draft)) return
    this.#dispatch({ type: 'sent', path })
    try {
      const saved = await this.#store(draft)
      this.#stored.saved(path, saved)
      this.#dispatch({
        type: 'saved',
        path,
        draft: saved,
        base: this.#stored.find(path)?.published?.version ?? 0,
      })
    } catch (error) {
      const failure = failureOf(error)
      if (failure.kind === 'conflict') this.#stored.outdated()
      this.#dispatch({ type: 'failed', path, failure })
    }
  }

  /** A file that is as published needs no draft. Only a new draft shows whether an unanswered one arrived. */
  async #store({ path, content, sent, discards, ...on }: Draft): Promise<ContentDraft | null> {
    const text = textOf(path, content)
    const { base, revision, translates } = on
    const draft: DraftToSave = { path, text, base, revision, ...(translates !== undefined && { translates }) }
    if (!discards && differs(path, this.#stored.find(path), text)) return saveDraft(draft)
    const seen = revision === 0 && sent.length > 0 ? (await saveDraft(draft)).revision : revision
    if (seen > 0) await discardDrafts([{ path, revision: seen }])
    return null
  }

  async #restore(): Promise<void> {
    const stored = await attempt(() => entries<string, Draft>(database), [])
    const all = new Map([...stored, ...unkept.getSnapshot()])
    const own = [...all].filter(([key]) => key.startsWith(keyOf(this.#user, ''))).map(([, draft]) => draft)
    // The server may have answered a page that was gone.
    const isSaved = ({ path, content }: Draft) =>
      this.#stored.find(path)?.draft?.text === textOf(path, content)
    for (const { path } of own.filter(isSaved)) void this.#keep(path, undefined)
    this.#dispatch({ type: 'restored', drafts: own.filter((draft) => !isSaved(draft)) })
  }

  #dispatch(event: DraftEvent): void {
    const before = this.drafts.getSnapshot()
    const drafts = reduceDrafts(before, event)
    for (const path of new Set([...before.keys(), ...drafts.keys()])) {
      const draft = drafts.get(path)
      if (before.get(path) !== draft) void this.#keep(path, draft)
    }
    this.drafts.set(drafts)
  }

  /** Stores a draft in the browser, or removes it. A browser may refuse, as in private windows or without space. */
  async #keep(path: string, draft: Draft | undefined): Promise<void> {
    const key = keyOf(this.#user, path)
    const isKept = await attempt(async () => {
      await (draft ? set(key, draft, database) : del(key, database))
      return true
    }, false)
    if (this.drafts.getSnapshot().get(path) === draft) setUnkept(key, isKept ? undefined : draft)
  }
}

/** The result of `work`, or `otherwise` if it fails. Browsers that block site data throw before returning a promise. */
async function attempt<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work()
  } catch {
    return otherwise
  }
}

function failureOf(error: unknown): Failure {
  const theirs = conflictOf(error)
  if (theirs) return { kind: 'conflict', theirs }
  if (isUnanswered(error) || !(error instanceof ApiError)) return { kind: 'offline' }
  return { kind: 'refused', reason: serverMessage(error, 'text', 'path') }
}
