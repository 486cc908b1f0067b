import type { Gallery, ImageRecord } from '../api/types'
import { formTexts } from '../ui/form'
import { json, replay, type FakeServer, type Routes } from './fake-server'
import notFound from './golden/not-found.json'
import recorded from './golden/upload.json'
import uploadErrors from './golden/upload-errors.json'

type Texts = Record<string, string>

/** The galleries and pictures of the fake server. */
export class FakePhotos {
  galleries: Gallery[] = []
  images: ImageRecord[] = []
  /** Image IDs keyed by their files' SHA-256. */
  readonly hashes = new Map<string, number>()
  readonly routes: Routes

  private readonly server: FakeServer

  constructor(server: FakeServer) {
    this.server = server
    this.routes = server.withSession({
      'GET /api/photos/galleries/': () => json(200, this.galleries),
      'POST /api/photos/galleries/': ({ body }) => this.createGallery(body as Texts),
      'PATCH /api/photos/galleries/update/{id}/': ({ body }, id) =>
        this.updateGallery(Number(id), body as Texts),
      'DELETE /api/photos/galleries/{id}/': (_, id) => this.deleteGallery(Number(id)),
      'POST /api/photos/images/': ({ body }) => this.upload(body as FormData),
      'PATCH /api/photos/images/{id}/': ({ body }, id) =>
        this.updateImage(Number(id), body as FormData | Partial<ImageRecord>),
      'DELETE /api/photos/images/{id}/': (_, id) => this.deleteImage(Number(id)),
      'POST /api/photos/images/{id}/move/': ({ body }, id) =>
        this.moveImage(Number(id), (body as { before: number | null }).before),
    })
    // A gallery's pictures are for everybody, the list of all is for staff.
    this.routes['GET /api/photos/images/'] = (request) => {
      const query = new URLSearchParams(request.path.split('?')[1])
      const slug = query.get('gallery_slug')
      if (slug !== null) return json(200, this.imagesOf(slug))
      return server.unauthorizedAnswer(request) ?? this.listImages(query)
    }
  }

  private listImages(query: URLSearchParams): Response {
    const sha256 = query.get('sha256')
    if (sha256)
      return json(
        200,
        this.images.filter(({ id }) => id === this.hashes.get(sha256)),
      )
    const ids = query.get('ids')?.split(',').map(Number)
    if (ids)
      return json(
        200,
        this.images.filter(({ id }) => ids.includes(id)),
      )
    const words = (query.get('search') ?? '').toLowerCase().split(/\s+/)
    const gallery = query.get('gallery') ?? ''
    const matching = this.images.filter((image) => {
      const { title, description, alt_text, decorative, gallery_name } = image
      const text = [title, description, alt_text, gallery_name].join(' ').toLowerCase()
      return (
        words.every((word) => text.includes(word)) &&
        (query.get('alt_text') !== 'missing' || (!alt_text && !decorative)) &&
        (gallery === '' || gallery === String(image.gallery ?? 'none'))
      )
    })
    matching.sort(orders[query.get('ordering') ?? ''] ?? (() => 0))
    const offset = Number(query.get('offset') ?? 0)
    const page = matching.slice(offset, offset + Number(query.get('limit') ?? Infinity))
    return Response.json(page, { headers: { 'X-Total-Count': String(matching.length) } })
  }

  private createGallery({ name = '', description = '' }: Texts): Response {
    const base = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
    const slug = this.galleries.some((other) => other.slug === base) ? `${base}-2` : base
    const gallery = { id: this.galleries.length + 1, name, slug, description, image_count: 0 }
    this.galleries = [...this.galleries, gallery]
    return json(201, gallery)
  }

  private updateGallery(id: number, changes: Texts): Response {
    this.galleries = this.galleries.map((gallery) =>
      gallery.id === id ? { ...gallery, ...changes } : gallery,
    )
    return json(
      200,
      this.galleries.find((gallery) => gallery.id === id),
    )
  }

  private deleteGallery(id: number): Response {
    const before = { galleries: this.galleries, images: this.images }
    const gone = this.galleries.find((gallery) => gallery.id === id)
    if (!gone) return replay(notFound)
    this.galleries = this.galleries.filter((gallery) => gallery.id !== id)
    this.images = this.images.map((image) =>
      image.gallery === id ? { ...image, gallery: null, gallery_name: null } : image,
    )
    return this.server.trash.add({ kind: 'gallery', name: gone.name }, () => Object.assign(this, before))
  }

  private deleteImage(id: number): Response {
    const { images } = this
    const gone = images.find((image) => image.id === id)
    if (!gone) return replay(notFound)
    this.images = images.filter((image) => image.id !== id)
    return this.server.trash.add({ kind: 'image', name: gone.title }, () => void (this.images = images))
  }

  private upload(form: FormData): Response {
    if (!(form.get('image') instanceof File)) return replay(uploadErrors)
    const image = anImage({
      id: Math.max(0, ...this.images.map(({ id }) => id)) + 1,
      ...formTexts(form, 'title', 'description', 'alt_text'),
      ...this.galleryOf(form),
    })
    this.images = [image, ...this.images]
    return json(201, image)
  }

  private updateImage(id: number, sent: FormData | Partial<ImageRecord>): Response {
    const changes: Partial<ImageRecord> =
      sent instanceof FormData
        ? {
            ...formTexts(sent, ...['title', 'description', 'alt_text'].filter((name) => sent.has(name))),
            ...this.galleryOf(sent),
          }
        : sent
    if (sent instanceof FormData && sent.has('image')) {
      const { images } = this
      changes.image_url = '/media/images/replaced.jpg'
      this.server.trash.add(
        { kind: 'image_file', former_id: id, name: changes.title ?? '' },
        () => (this.images = images),
      )
    }
    this.images = this.images.map((image) => (image.id === id ? { ...image, ...changes } : image))
    return json(
      200,
      this.images.find((image) => image.id === id),
    )
  }

  private moveImage(id: number, before: number | null): Response {
    const image = this.images.find((other) => other.id === id)
    const gallery = this.galleries.find((other) => other.id === image?.gallery)
    if (!image || !gallery) return replay(notFound)
    const others = this.images.filter((other) => other !== image)
    // The last of a gallery is the first of the list.
    others.splice(others.findIndex((other) => other.id === before) + 1, 0, image)
    this.images = others
    return json(200, { images: this.imagesOf(gallery.slug).map((other) => other.id) })
  }

  /** In their order, as the front page shows them: the list has the newest first. */
  private imagesOf(slug: string): ImageRecord[] {
    const gallery = this.galleries.find((other) => other.slug === slug)
    return gallery ? this.images.filter((image) => image.gallery === gallery.id).reverse() : []
  }

  private galleryOf(form: FormData): Pick<ImageRecord, 'gallery' | 'gallery_name'> {
    const gallery = this.galleries.find(({ id }) => String(id) === form.get('gallery'))
    return { gallery: gallery?.id ?? null, gallery_name: gallery?.name ?? null }
  }
}

/** The default order is the newest first. */
const orders: Record<string, (a: ImageRecord, b: ImageRecord) => number> = {
  uploaded_at: (a, b) => a.id - b.id,
  title: (a, b) => a.title.toLowerCase().localeCompare(b.title.toLowerCase()) || a.id - b.id,
  // Pictures without a gallery are the last.
  gallery: (a, b) =>
    Number(a.gallery === null) - Number(b.gallery === null) ||
    (a.gallery_name ?? '').localeCompare(b.gallery_name ?? '') ||
    b.id - a.id,
}

/** A picture as the API lists it. */
export function anImage(image: Partial<ImageRecord>): ImageRecord {
  return {
    ...recorded.body,
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
