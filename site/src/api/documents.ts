import { request } from './client'

/** All documents, newest first. Links to those that are not current expire after 15 minutes. */
export const listDocuments = () => request('GET', '/api/documents/documents/')

interface DocumentUpload {
  file: File
  name: string
  description: string
  category: number
  isCurrent: boolean
}

/** Uploads a document. An empty description is not sent. */
export function uploadDocument({ file, name, description, category, isCurrent }: DocumentUpload) {
  const body = new FormData()
  body.append('file', file)
  body.append('name', name)
  if (description !== '') body.append('description', description)
  body.append('category', String(category))
  body.append('is_current', String(isCurrent))
  return request('POST', '/api/documents/documents/', { body })
}

/** Makes a document the current one of its category. */
export const markCurrent = (id: number, category: number) =>
  request('PATCH', '/api/documents/documents/{id}/', { params: { id }, body: { is_current: true, category } })

interface DocumentChanges {
  name?: string
  description?: string
  /** A category's id; empty for none. */
  category?: string
  /** Replaces the document's file, which is kept as a version. */
  file?: File
}

/** Changes a document. Fields that are not sent keep their value. */
export function changeDocument(id: number, changes: DocumentChanges) {
  const body = new FormData()
  for (const [name, value] of Object.entries<string | File>({ ...changes })) body.append(name, value)
  return request('PATCH', '/api/documents/documents/{id}/', { params: { id }, body })
}

/** Deletes a document; resolves to its trash id. */
export const deleteDocument = (id: number) =>
  request('DELETE', '/api/documents/documents/{id}/', { params: { id } }).then(() => `document-${id}`)

/** The versions of a document's file, newest first. Their links expire after 15 minutes. */
export const listVersions = (id: number) =>
  request('GET', '/api/documents/documents/{id}/versions/', { params: { id } })

/** Restores a version's file as a new version. */
export const restoreVersion = (id: number, number: number) =>
  request('POST', '/api/documents/documents/{id}/versions/{number}/restore/', { params: { id, number } })

/** Deletes the file of a version permanently. */
export const deleteVersion = (id: number, number: number) =>
  request('DELETE', '/api/documents/documents/{id}/versions/{number}/', { params: { id, number } })

/** The document made from the content, and the owner's own file. */
export const getCvSources = () => request('GET', '/api/documents/documents/from_content/')

/** Adds a document made from the content. The next rendering makes its PDF. */
export const makeFromContent = () => request('POST', '/api/documents/documents/from_content/')

export const listCategories = () => request('GET', '/api/documents/categories/')

export const createCategory = (category: { name: string; description: string }) =>
  request('POST', '/api/documents/categories/', { body: category })

export const updateCategory = (id: number, changes: { name?: string; description?: string }) =>
  request('PATCH', '/api/documents/categories/{id}/', { params: { id }, body: changes })

/** Deletes a category and unassigns its documents; resolves to its trash id. */
export const deleteCategory = (id: number) =>
  request('DELETE', '/api/documents/categories/{id}/', { params: { id } }).then(() => `category-${id}`)
