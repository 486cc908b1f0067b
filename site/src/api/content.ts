import { ApiError } from './api-error'
import { request } from './client'
import type { ContentDraft, ContentFile, ContentPublished } from './types'

/** The content of every page, with drafts and published states, sorted by path. */
export const listTexts = () => request('GET', '/api/content/texts/')

/** A draft to save; a null text removes what is published. */
export interface DraftToSave {
  path: string
  text: string | null
  base: string
  /** The revision of the draft it is based on; 0 for none. */
  revision: number
  /** The publication it is based on; 0 for the file. */
  publication: number
}

/** Saves a draft. Throws an ApiError of status 409 if another one was saved or published meanwhile. */
export const saveDraft = (draft: DraftToSave) => request('PUT', '/api/content/drafts/', { body: draft })

/** A draft and the revision that the caller has seen. */
export interface SeenDraft {
  path: string
  revision: number
}

/** Discards all of the drafts, or none if one was saved again meanwhile. */
export const discardDrafts = (drafts: SeenDraft[]) =>
  request('POST', '/api/content/drafts/discard/', { body: { drafts } })

/** What the server has of a text: the draft lies over what is published, and this over the file. */
interface Stored {
  draft: ContentDraft | null
  published: ContentPublished | null
  file: ContentFile | null
}

/** The server's state that conflicts with a draft; undefined if `error` is not a conflict. */
export function othersText(error: unknown): Stored | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { draft, published, file } = error.data as Stored
  return { draft, published, file }
}

/** Publishes all of the drafts or none: now, or at a time. */
export const publishDrafts = (drafts: SeenDraft[], publish_at: string | null) =>
  request('POST', '/api/content/publications/', { body: { drafts, publish_at } })

/** What was and will be published, newest first. Pages count from 1. */
export const listPublications = (page: number) =>
  request('GET', '/api/content/publications/', { query: { page } })

/** The history of a text, newest first. */
export const listFormerTexts = (path: string) => request('GET', '/api/content/history/', { query: { path } })
