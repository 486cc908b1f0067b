import { request } from './client'
import { read } from './shape'
import type { Category, DocumentRecord } from './types'

/** All documents, newest first. The links of those that are not current hold for a quarter of an hour. */
export async function listDocuments(): Promise<DocumentRecord[]> {
  return read<DocumentRecord[]>(await request('GET', '/api/documents/documents/'), [
    {
      id: 'number',
      name: 'string',
      'description?': 'string',
      'category?': 'number',
      'category_name?': 'string',
      is_current: 'boolean',
      'file_name?': 'string',
      'version?': 'number',
      'size?': 'number',
      'file?': 'string',
      download_url: 'string',
      'uploaded_at?': 'date',
    },
  ])
}

export async function listCategories(): Promise<Category[]> {
  return read<Category[]>(await request('GET', '/api/documents/categories/'), [
    { id: 'number', name: 'string', 'description?': 'string' },
  ])
}

export function createCategory(category: { name: string; description: string }): Promise<Category> {
  return request('POST', '/api/documents/categories/', { body: category })
}

export interface DocumentUpload {
  file: File
  name: string
  description: string
  category: number
  isCurrent: boolean
}

/** An empty description is not sent. */
export function uploadDocument(upload: DocumentUpload): Promise<DocumentRecord> {
  const { file, name, description, category, isCurrent } = upload
  const body = new FormData()
  body.append('file', file)
  body.append('name', name)
  if (description !== '') body.append('description', description)
  body.append('category', String(category))
  body.append('is_current', String(isCurrent))
  return request('POST', '/api/documents/documents/', { body })
}

/** Makes a document the current one of its category; the one that was is no longer. */
export function markCurrent(id: number, category: number): Promise<DocumentRecord> {
  const body = { is_current: true, category }
  return request('PATCH', '/api/documents/documents/{id}/', { params: { id: String(id) }, body })
}

export function deleteDocument(id: number): Promise<void> {
  return request('DELETE', '/api/documents/documents/{id}/', { params: { id: String(id) } })
}
