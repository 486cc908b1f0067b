import { createStore, del, entries, set } from 'idb-keyval'
import type { DraftToSave } from '../../api/content'

const database = createStore('words', 'drafts')

interface Stored {
  user: number
  draft: DraftToSave
}

/** Keeps a draft of the user in the browser, so that it survives the page. Some browsers refuse, as in private windows. */
export async function keepDraft(user: number, draft: DraftToSave): Promise<void> {
  await set(`${user} ${draft.path}`, { user, draft } satisfies Stored, database)
}

export async function forgetDraft(user: number, path: string): Promise<void> {
  await del(`${user} ${path}`, database)
}

/** The drafts of the user that an earlier page could not send. */
export async function readKeptDrafts(user: number): Promise<DraftToSave[]> {
  const stored = await entries<string, Stored>(database)
  return stored.filter(([, kept]) => kept.user === user).map(([, { draft }]) => draft)
}
