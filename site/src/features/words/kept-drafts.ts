import { createStore, del, entries, set } from 'idb-keyval'
import type { DraftToSave } from '../../api/content'

const database = createStore('words', 'drafts')

/** A draft that the server does not have yet, as far as is known: `sent` are texts of it that were sent and not answered. */
interface Unsaved {
  draft: DraftToSave
  sent?: readonly (string | null)[] | undefined
}

/** Keeps a draft of the user in the browser, so that it survives the page. Some browsers refuse, as in private windows. */
export async function keepDraft(user: number, { draft, sent }: Unsaved): Promise<void> {
  await set(`${user} ${draft.path}`, { user, draft, sent }, database)
}

export async function forgetDraft(user: number, path: string): Promise<void> {
  await del(`${user} ${path}`, database)
}

/** The drafts of the user that an earlier page could not send. */
export async function readKeptDrafts(user: number): Promise<Unsaved[]> {
  const stored = await entries<string, Unsaved & { user: number }>(database)
  return stored.flatMap(([, kept]) => (kept.user === user ? [kept] : []))
}
