import { ApiError } from './api-error'
import { request } from './client'
import { fits, read, type Shape } from './shape'
import type {
  ContentDraft,
  ContentFile,
  ContentPublication,
  ContentPublications,
  ContentPublished,
  ContentTexts,
  FormerText,
} from './types'

const draftShape: Shape<ContentDraft> = {
  'text?': 'string',
  base: 'string',
  revision: 'number',
  saved_at: 'date',
  'author?': 'string',
}

const publishedShape: Shape<ContentPublished> = {
  'text?': 'string',
  base: 'string',
  published_at: 'date',
  publication: 'number',
}

const fileShape: Shape<ContentFile> = { hash: 'string', text: 'string' }

const publicationShape: Shape<ContentPublication> = {
  id: 'number',
  state: 'string',
  publish_at: 'date',
  created_at: 'date',
  'author?': 'string',
  edits: [{ path: 'string', removed: 'boolean' }],
}

/** All texts of the site with what is to become of them, sorted by path. */
export async function listTexts(): Promise<ContentTexts> {
  return read<ContentTexts>(await request('GET', '/api/content/texts/'), {
    'reported_at?': 'date',
    texts: [
      {
        path: 'string',
        'file?': fileShape,
        'published?': publishedShape,
        'scheduled?': { 'text?': 'string', base: 'string', publish_at: 'date', publication: 'number' },
        'draft?': draftShape,
        conflict: 'boolean',
      },
    ],
  })
}

/** A draft as it is to be saved; a text of null removes what is published. */
export interface DraftToSave {
  path: string
  text: string | null
  base: string
  /** Of the draft that it was made on; 0 for none. */
  revision: number
  /** The publication whose text it was made on; 0 for the file. */
  publication: number
}

/** Saves a draft. Throws an ApiError of status 409 when another one was saved or published meanwhile. */
export async function saveDraft(draft: DraftToSave): Promise<ContentDraft> {
  return read<ContentDraft>(await request('PUT', '/api/content/drafts/', { body: draft }), draftShape)
}

/** A draft by the revision that somebody has seen of it. */
export interface SeenDraft {
  path: string
  revision: number
}

/** Forgets all those drafts, or none when one was saved anew meanwhile. */
export function discardDrafts(drafts: SeenDraft[]): Promise<void> {
  return request('POST', '/api/content/drafts/discard/', { body: { drafts } })
}

/** What the server has of a text: the draft lies over what is published, and this over the file. */
interface Stored {
  draft: ContentDraft | null
  published: ContentPublished | null
  file: ContentFile | null
}

/** What stands on the server in the way of a draft; undefined when `error` is about something else. */
export function othersText(error: unknown): Stored | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { data } = error
  if (!fits(data, { 'draft?': draftShape, 'published?': publishedShape, 'file?': fileShape }))
    return undefined
  const { draft = null, published = null, file = null } = data as Partial<Stored>
  return { draft, published, file }
}

/** Publishes all those drafts or none: now, or at a time. */
export async function publishDrafts(
  drafts: SeenDraft[],
  publish_at: string | null,
): Promise<ContentPublication> {
  const body = { drafts, publish_at }
  return read<ContentPublication>(
    await request('POST', '/api/content/publications/', { body }),
    publicationShape,
  )
}

/** What was published and is to be, the newest first. Pages are counted from 1. */
export async function listPublications(page: number): Promise<ContentPublications> {
  return read<ContentPublications>(await request('GET', '/api/content/publications/', { query: { page } }), {
    count: 'number',
    'next?': 'string',
    'previous?': 'string',
    results: [publicationShape],
  })
}

/** What a text was before, the newest first. */
export async function listFormerTexts(path: string): Promise<FormerText[]> {
  return read<FormerText[]>(await request('GET', '/api/content/history/', { query: { path } }), [
    { kind: 'string', 'text?': 'string', at: 'date', 'author?': 'string' },
  ])
}
