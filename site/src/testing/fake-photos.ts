import type { Gallery, ImageRecord } from '../api/types'
import { formText } from '../ui/form-text'
import type { FakeRequest, FakeServer } from './fake-server'
import { golden, replay } from './golden'

type Texts = Record<string, string>

/** The part of the fake server that keeps galleries and pictures. */
export class FakePhotos {
  galleries: Gallery[] = []
  images: ImageRecord[] = []
  private readonly server: FakeServer

  constructor(server: FakeServer) {
    this.server = server
  }

  /** What is answered to a request; undefined when it is not about pictures. */
  answer(route: string, request: FakeRequest): Response | undefined {
    if (!route.includes(' /api/photos/')) return undefined
    const slug = queryOf(request.path).get('gallery_slug')
    if (slug !== null) return Response.json(this.imagesOf(slug))
    const [, call = '', id] = /^([A-Z]+ \/api\/photos\/[a-z/]+\/)(?:(\d+)\/)?$/.exec(route) ?? []
    return this.server.signedIn(request) ?? this.act(call, Number(id), request)
  }

  private act(call: string, id: number, { path, body }: FakeRequest): Response | undefined {
    switch (call) {
      case 'GET /api/photos/galleries/':
        return Response.json(this.galleries)
      case 'POST /api/photos/galleries/':
        return this.createGallery(body as Texts)
      case 'PATCH /api/photos/galleries/update/':
        return this.updateGallery(id, body as Texts)
      case 'DELETE /api/photos/galleries/':
        return this.deleteGallery(id)
      case 'GET /api/photos/images/':
        return Response.json(this.images.slice(0, limitOf(path)))
      case 'POST /api/photos/images/':
        return this.upload(body as FormData)
      case 'PATCH /api/photos/images/':
        return this.updateImage(id, body as FormData)
      case 'DELETE /api/photos/images/':
        if (!this.images.some((image) => image.id === id)) return replay(golden.notFound)
        this.images = this.images.filter((image) => image.id !== id)
        return new Response(null, { status: 204 })
    }
    return undefined
  }

  private createGallery({ name = '', description = '' }: Texts): Response {
    const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
    const gallery = { id: this.galleries.length + 1, name, slug, description, image_count: 0 }
    this.galleries = [...this.galleries, gallery]
    return Response.json(gallery, { status: 201 })
  }

  private updateGallery(id: number, changes: Texts): Response {
    this.galleries = this.galleries.map((gallery) =>
      gallery.id === id ? { ...gallery, ...changes } : gallery,
    )
    return Response.json(this.galleries.find((gallery) => gallery.id === id))
  }

  private deleteGallery(id: number): Response {
    if (!this.galleries.some((gallery) => gallery.id === id)) return replay(golden.notFound)
    this.galleries = this.galleries.filter((gallery) => gallery.id !== id)
    this.images = this.images.map((image) =>
      image.gallery === id ? { ...image, gallery: null, gallery_name: null } : image,
    )
    return new Response(null, { status: 204 })
  }

  private upload(form: FormData): Response {
    if (!(form.get('image') instanceof File)) return replay(golden.uploadErrors)
    const image = anImage({
      id: Math.max(0, ...this.images.map(({ id }) => id)) + 1,
      title: formText(form, 'title'),
      description: formText(form, 'description'),
      alt_text: formText(form, 'alt_text'),
      ...this.galleryOf(form),
    })
    this.images = [image, ...this.images]
    return Response.json(image, { status: 201 })
  }

  private updateImage(id: number, form: FormData): Response {
    const texts = { title: formText(form, 'title'), description: formText(form, 'description') }
    const alt_text = formText(form, 'alt_text')
    this.images = this.images.map((image) =>
      image.id === id ? { ...image, ...texts, alt_text, ...this.galleryOf(form) } : image,
    )
    return Response.json(this.images.find((image) => image.id === id))
  }

  /** In the order of their upload, as the front page shows them. */
  private imagesOf(slug: string): ImageRecord[] {
    const gallery = this.galleries.find((other) => other.slug === slug)
    return gallery ? this.images.filter((image) => image.gallery === gallery.id).reverse() : []
  }

  private galleryOf(form: FormData): Pick<ImageRecord, 'gallery' | 'gallery_name'> {
    const gallery = this.galleries.find(({ id }) => String(id) === form.get('gallery'))
    return { gallery: gallery?.id ?? null, gallery_name: gallery?.name ?? null }
  }
}

const queryOf = (path: string) => new URLSearchParams(path.split('?')[1])

function limitOf(path: string): number {
  return Number(queryOf(path).get('limit') ?? Infinity)
}

/** A picture as the API lists it. */
export function anImage(image: Partial<ImageRecord>): ImageRecord {
  return {
    ...golden.upload.body,
    title: 'Harbour',
    description: '',
    gallery: null,
    gallery_name: null,
    image: '/media/images/a1.jpg',
    image_url: '/media/images/a1.jpg',
    thumbnail_url: '/media/images/a1-96.jpg',
    uploaded_at: '2026-11-18T10:20:30.400Z',
    ...image,
  }
}
