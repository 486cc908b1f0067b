import type { Category, CurrentCv, DocumentRecord } from '../api/types'
import { formText } from '../ui/form-text'
import type { FakeRequest, FakeServer } from './fake-server'
import { golden, replay } from './golden'

/** The part of the fake server that keeps documents and their categories. */
export class FakeDocuments {
  categories: Category[] = []
  documents: DocumentRecord[] = []
  private readonly server: FakeServer

  constructor(server: FakeServer) {
    this.server = server
  }

  /** What is answered to a request; undefined when it is not about documents. */
  answer(route: string, request: FakeRequest): Response | undefined {
    if (!route.includes(' /api/documents/')) return undefined
    if (route === 'GET /api/documents/documents/current_cv/') return Response.json(this.currentCv())
    const [, call = '', id] = /^([A-Z]+ \/api\/documents\/[a-z]+\/)(?:(\d+)\/)?$/.exec(route) ?? []
    return this.server.signedIn(request) ?? this.act(call, Number(id), request.body)
  }

  private act(call: string, id: number, body: unknown): Response | undefined {
    switch (call) {
      case 'GET /api/documents/categories/':
        return Response.json(this.categories)
      case 'POST /api/documents/categories/':
        return this.createCategory(body as { name: string; description: string })
      case 'GET /api/documents/documents/':
        return Response.json(this.documents)
      case 'POST /api/documents/documents/':
        return this.upload(body as FormData)
      case 'PATCH /api/documents/documents/':
        this.makeCurrent(id)
        return Response.json(this.documents.find((document) => document.id === id))
      case 'DELETE /api/documents/documents/':
        if (!this.documents.some((document) => document.id === id)) return replay(golden.notFound)
        this.documents = this.documents.filter((document) => document.id !== id)
        return new Response(null, { status: 204 })
    }
    return undefined
  }

  private currentCv(): CurrentCv {
    const cv = this.documents.find(({ is_current, category_name }) => is_current && category_name === 'CV')
    return cv ? { download_url: cv.download_url, name: cv.name } : golden.currentCvNone.body
  }

  private createCategory({ name, description }: { name: string; description: string }): Response {
    if (this.categories.some((category) => category.name === name)) return replay(golden.categoryTaken)
    const category = { id: this.categories.length + 1, name, description }
    this.categories = [...this.categories, category]
    return Response.json(category, { status: 201 })
  }

  private upload(form: FormData): Response {
    const file = form.get('file')
    const category = this.categories.find(({ id }) => String(id) === form.get('category'))
    if (!(file instanceof File) || !category) return replay(golden.documentErrors)
    const document = aDocument({
      id: Math.max(0, ...this.documents.map(({ id }) => id)) + 1,
      name: formText(form, 'name'),
      description: formText(form, 'description'),
      category: category.id,
      category_name: category.name,
      file_name: file.name,
    })
    this.documents = [document, ...this.documents]
    if (form.get('is_current') === 'true') this.makeCurrent(document.id)
    return Response.json(document, { status: 201 })
  }

  private makeCurrent(id: number): void {
    const category = this.documents.find((document) => document.id === id)?.category
    this.documents = this.documents.map((document) =>
      document.category === category ? { ...document, is_current: document.id === id } : document,
    )
  }
}

/** A document as the API lists it. */
export function aDocument(document: Partial<DocumentRecord>): DocumentRecord {
  return {
    ...golden.document.body,
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
