import type { Category, CurrentCv, DocumentRecord, DocumentVersion } from '../api/types'
import { formTexts } from '../ui/form'
import { done, json, replay, type FakeRequest, type FakeServer, type Routes } from './fake-server'
import categoryTaken from './golden/category-taken.json'
import currentCvNone from './golden/current-cv-none.json'
import recorded from './golden/document.json'
import documentErrors from './golden/document-errors.json'
import versions from './golden/document-versions.json'
import notFound from './golden/not-found.json'

/** The documents and categories of the fake server. */
export class FakeDocuments {
  categories: Category[] = []
  documents: DocumentRecord[] = []
  /** Of every document. */
  versions: DocumentVersion[] = versions.body
  readonly routes: Routes

  private readonly server: FakeServer

  constructor(server: FakeServer) {
    this.server = server
    this.routes = {
      'GET /api/documents/documents/current_cv/': () => json(200, this.currentCv()),
      ...server.withSession({
        'GET /api/documents/categories/': () => json(200, this.categories),
        'POST /api/documents/categories/': (request) => this.createCategory(request),
        'GET /api/documents/documents/': () => json(200, this.documents),
        'POST /api/documents/documents/': ({ body }) => this.upload(body as FormData),
        'PATCH /api/documents/documents/{id}/': ({ body }, id) =>
          body instanceof FormData ? this.edit(Number(id), body) : this.makeCurrent(Number(id)),
        'PATCH /api/documents/categories/{id}/': ({ body }, id) => this.change(Number(id), body as Category),
        'DELETE /api/documents/categories/{id}/': (_, id) => this.deleteCategory(Number(id)),
        'GET /api/documents/documents/{id}/versions/': () => json(200, this.versions),
        'POST /api/documents/documents/{id}/versions/{number}/restore/': (_, id) => this.replace(Number(id)),
        'DELETE /api/documents/documents/{id}/versions/{number}/': (_, _id, number) => {
          this.versions = this.versions.map((version) =>
            version.number === Number(number) ? { ...version, size: null, download_url: null } : version,
          )
          return done()
        },
        'DELETE /api/documents/documents/{id}/': (_, id) => this.delete(Number(id)),
      }),
    }
  }

  private currentCv(): CurrentCv {
    const cv = this.documents.find(({ is_current, category_name }) => is_current && category_name === 'CV')
    return cv ? { download_url: cv.download_url, name: cv.name } : currentCvNone.body
  }

  private createCategory({ body }: FakeRequest): Response {
    const { name, description } = body as { name: string; description: string }
    if (this.categories.some((category) => category.name === name)) return replay(categoryTaken)
    const category = { id: this.categories.length + 1, name, description }
    this.categories = [...this.categories, category]
    return json(201, category)
  }

  private upload(form: FormData): Response {
    const file = form.get('file')
    const category = this.categories.find(({ id }) => String(id) === form.get('category'))
    if (!(file instanceof File) || !category) return replay(documentErrors)
    const document = aDocument({
      id: Math.max(0, ...this.documents.map(({ id }) => id)) + 1,
      ...formTexts(form, 'name', 'description'),
      category: category.id,
      category_name: category.name,
      file_name: file.name,
    })
    this.documents = [document, ...this.documents]
    if (form.get('is_current') === 'true') this.makeCurrent(document.id)
    return json(201, document)
  }

  private makeCurrent(id: number): Response {
    const category = this.documents.find((document) => document.id === id)?.category
    this.documents = this.documents.map((document) =>
      document.category === category ? { ...document, is_current: document.id === id } : document,
    )
    return json(
      200,
      this.documents.find((document) => document.id === id),
    )
  }

  private edit(id: number, form: FormData): Response {
    const category = this.categories.find(({ id }) => String(id) === form.get('category'))
    const changes = {
      ...(form.has('name') && formTexts(form, 'name')),
      ...(form.has('description') && formTexts(form, 'description')),
      ...(form.has('category') && { category: category?.id ?? null, category_name: category?.name ?? null }),
    }
    this.documents = this.documents.map((document) =>
      document.id === id ? { ...document, ...changes } : document,
    )
    return json(
      200,
      this.documents.find((document) => document.id === id),
    )
  }

  private replace(id: number): Response {
    const number = (this.versions[0]?.number ?? 0) + 1
    this.versions = [{ ...recordedVersion, number }, ...this.versions]
    return json(
      200,
      this.documents.find((document) => document.id === id),
    )
  }

  private change(id: number, texts: Category): Response {
    this.categories = this.categories.map((category) =>
      category.id === id ? { ...category, ...texts } : category,
    )
    return json(
      200,
      this.categories.find((category) => category.id === id),
    )
  }

  private deleteCategory(id: number): Response {
    const { categories } = this
    const gone = categories.find((category) => category.id === id)
    if (!gone) return replay(notFound)
    this.categories = categories.filter((category) => category.id !== id)
    return this.server.trash.add(
      { kind: 'category', name: gone.name },
      () => void (this.categories = categories),
    )
  }

  private delete(id: number): Response {
    const { documents } = this
    const gone = documents.find((document) => document.id === id)
    if (!gone) return replay(notFound)
    this.documents = documents.filter((document) => document.id !== id)
    return this.server.trash.add(
      { kind: 'document', name: gone.name },
      () => void (this.documents = documents),
    )
  }
}

const recordedVersion = versions.body[0] as DocumentVersion

/** A document as the API lists it. */
export function aDocument(document: Partial<DocumentRecord>): DocumentRecord {
  return {
    ...recorded.body,
    name: 'CV 2026',
    description: '',
    category: null,
    category_name: null,
    is_current: false,
    file_name: 'cv.pdf',
    size: 34_567,
    uploaded_at: '2026-11-18T10:20:30.400Z',
    ...document,
  }
}
