import { ApiError } from './api-error'
import { request } from './client'
import type { ContentConflict } from './types'

/** The content of every page, with drafts and published states, sorted by path. */
export const listContent = () => request('GET', '/api/content/files/')

/** A draft to save. A null text deletes the published content. */
export interface DraftToSave {
  path: string
  text: string | null
  /** The version that was edited; 0 for a new text. */
  base: number
  /** The revision on which the draft is based; 0 for none. */
  revision: number
  /** The version of the original that a new translation translates. */
  translates?: number
}

/** Saves a draft. Throws an ApiError with status 409 if someone saved or published another one in the meantime. */
export const saveDraft = (draft: DraftToSave) => request('PUT', '/api/content/drafts/', { body: draft })

/** Marks a translation as up to date with the published version of its original. */
export const markTranslation = (path: string) =>
  request('POST', '/api/content/translations/', { body: { path } })

/** A draft and its revision as the caller knows it. */
export interface SeenDraft {
  path: string
  revision: number
  /** How the audit log and the trash name a published draft. */
  title?: string
  /** Whether another draft has the text of this one, which is deleted and then not in the trash. */
  moved?: boolean
}

/** Discards all of the drafts, or none if one has changed. */
export const discardDrafts = (drafts: SeenDraft[]) =>
  request('POST', '/api/content/drafts/discard/', { body: { drafts } })

/** Returns the server's copy that conflicts with a draft; undefined if `error` is not a conflict. */
export function conflictOf(error: unknown): Omit<DraftToSave, 'path'> | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { draft, published } = error.data as ContentConflict
  return {
    text: (draft ?? published)?.text ?? null,
    base: draft?.base ?? published?.version ?? 0,
    revision: draft?.revision ?? 0,
  }
}

/** Publishes all of the drafts or none, now or at a given time. */
export const publishDrafts = (drafts: SeenDraft[], publish_at: string | null) =>
  request('POST', '/api/content/publications/', { body: { drafts, publish_at } })

/** Turns scheduled content back into drafts. */
export const cancelPublication = (id: number) =>
  request('DELETE', '/api/content/publications/{id}/', { params: { id } })

/** The history of a content file, newest first. */
export const listFormerTexts = (path: string) => request('GET', '/api/content/history/', { query: { path } })
