import { createStore, del, entries, promisifyRequest, set } from 'idb-keyval'
import type { DraftToSave } from '../../api/content'
import { hasTabLocks } from '../../lib/has-tab-locks'
import { withTabLock } from '../../lib/tab-lock'

const database = createStore('words', 'drafts')

const lockOf = (page: string) => `words ${page}`

/** The locks of open pages. Without them a page takes over what another one still has, which loses nothing. */
async function heldLocks(): Promise<(string | undefined)[]> {
  if (!hasTabLocks()) return []
  const snapshot = await navigator.locks.query().catch(() => undefined)
  return (snapshot?.held ?? []).map(({ name }) => name)
}

/** A draft that the server does not have yet, as far as is known: `sent` are texts of it that were sent and not answered. */
export interface Unsaved {
  draft: DraftToSave
  sent?: readonly (string | null)[] | undefined
  /** What was typed for the same path in another window, where it is not chosen yet which of the two stays. */
  others?: DraftToSave | undefined
}

interface Stored extends Unsaved {
  user: number
  page: string
  /** When it was typed. */
  at: number
}

/**
 * Keeps the drafts of a user in the browser, so that they survive the page. Each page has a place of its own: two windows never
 * overwrite what is typed in the other. Some browsers refuse, as in private windows.
 */
export class KeptDrafts {
  readonly #user: number
  readonly #page = crypto.getRandomValues(new Uint32Array(2)).join('-')
  readonly #typed = new Map<string, Pick<Stored, 'at'> & Pick<DraftToSave, 'text'>>()

  constructor(user: number) {
    this.#user = user
  }

  /** Tells other pages that this one is there; answers how to end it, after which they may take over what it has kept. */
  open(): () => void {
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    void withTabLock(lockOf(this.#page), () => ended)
    return end
  }

  async keep({ draft, sent, others }: Unsaved): Promise<void> {
    const { path, text } = draft
    const before = this.#typed.get(path)
    const at = before?.text === text ? before.at : Date.now()
    this.#typed.set(path, { text, at })
    const stored: Stored = { user: this.#user, page: this.#page, at, draft, sent, others }
    await set(this.#keyOf(path), stored, database)
  }

  async forget(path: string): Promise<void> {
    await del(this.#keyOf(path), database)
  }

  /** What pages of the user that are gone could not send, what was typed last first; and how to forget each, unless it has changed. */
  async left(): Promise<(Unsaved & { forget: () => Promise<void> })[]> {
    const taken = new Set([lockOf(this.#page), ...(await heldLocks())])
    const all = await entries<string, Stored>(database)
    return all
      .filter(([, { user, page }]) => user === this.#user && !taken.has(lockOf(page)))
      .sort(([, one], [, other]) => other.at - one.at)
      .map(([key, { draft, sent, others, at }]) => ({
        draft,
        sent,
        others,
        forget: () =>
          database('readwrite', async (store) => {
            const now = (await promisifyRequest(store.get(key))) as Stored | undefined
            if (now?.at === at && now.draft.text === draft.text) await promisifyRequest(store.delete(key))
          }),
      }))
  }

  #keyOf(path: string): string {
    return `${this.#user} ${path} ${this.#page}`
  }
}
