import { request } from './client'
import { read, type Shape } from './shape'
import type { Figures, Publishing } from './types'

/** The figures of the dashboard, for staff. */
export async function getFigures(): Promise<Figures> {
  return read<Figures>(await request('GET', '/api/dashboard/'), {
    documents: 'number',
    categories: 'number',
    current_documents: 'number',
    images: 'number',
    galleries: 'number',
    front_page_images: 'number',
    images_without_alt_text: 'number',
    storage_bytes: 'number',
    'current_cv?': { name: 'string', uploaded_at: 'date' },
  })
}

const publishing: Shape<Publishing> = {
  state: 'string',
  method: 'string',
  'changed_at?': 'date',
  'due_at?': 'date',
  'published_at?': 'date',
  'failed_at?': 'date',
  failure: 'string',
  'report?': { state: 'string', message: 'string', at: 'date' },
  unbuilt_texts: 'number',
}

/** Whether the pages show what staff have changed, for staff. */
export async function getPublishing(): Promise<Publishing> {
  return read(await request('GET', '/api/publishing/'), publishing)
}

/** Has the pages built as soon as possible, and returns the state after that. */
export async function publish(): Promise<Publishing> {
  return read(await request('POST', '/api/publishing/'), publishing)
}
