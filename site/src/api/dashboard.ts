import { request } from './client'
import { read } from './shape'
import type { Figures } from './types'

/** The figures of the dashboard, for staff. */
export async function getFigures(): Promise<Figures> {
  return read<Figures>(await request('GET', '/api/dashboard/'), {
    documents: 'number',
    categories: 'number',
    current_documents: 'number',
    images: 'number',
    galleries: 'number',
    front_page_images: 'number',
    storage_bytes: 'number',
    'current_cv?': { name: 'string', uploaded_at: 'date' },
  })
}
