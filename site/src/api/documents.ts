import { exchange, request } from './client'
import { read } from './shape'
import { trashId } from './trash'
import type { Category, DocumentRecord, DocumentVersion } from './types'

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

/** Gives a document another file; the one that it has stays as a version. */
export function replaceFile(id: number, file: File): Promise<DocumentRecord> {
  const body = new FormData()
  body.append('file', file)
  return request('PATCH', '/api/documents/documents/{id}/', { params: { id: String(id) }, body })
}

/** Resolves to the id that it has in the trash. */
export async function deleteDocument(id: number): Promise<string | undefined> {
  return trashId(await exchange('DELETE', '/api/documents/documents/{id}/', { params: { id: String(id) } }))
}

/** Changes what is given. */
export function updateCategory(
  id: number,
  changes: { name?: string; description?: string },
): Promise<Category> {
  return request('PATCH', '/api/documents/categories/{id}/', { params: { id: String(id) }, body: changes })
}

/** Its documents stay and are in no category then. Resolves to the id that it has in the trash. */
export async function deleteCategory(id: number): Promise<string | undefined> {
  return trashId(await exchange('DELETE', '/api/documents/categories/{id}/', { params: { id: String(id) } }))
}

/** The files that a document has and had, the newest first. Their links hold for a quarter of an hour. */
export async function listVersions(id: number): Promise<DocumentVersion[]> {
  const params = { id: String(id) }
  return read<DocumentVersion[]>(
    await request('GET', '/api/documents/documents/{id}/versions/', { params }),
    [
      {
        number: 'number',
        'file_name?': 'string',
        'size?': 'number',
        'uploaded_at?': 'date',
        'uploaded_by?': 'string',
        'download_url?': 'string',
      },
    ],
  )
}

const versionOf = (id: number, number: number) => ({ params: { id: String(id), number: String(number) } })

/** Makes the file of a version the document's again, as a new version. */
export function restoreVersion(id: number, number: number): Promise<DocumentRecord> {
  return request('POST', '/api/documents/documents/{id}/versions/{number}/restore/', versionOf(id, number))
}

/** Deletes the file of a version for good. */
export function deleteVersion(id: number, number: number): Promise<void> {
  return request('DELETE', '/api/documents/documents/{id}/versions/{number}/', versionOf(id, number))
}
