import { frontPageSlug } from '../api/front-page'
import { readPublic } from '../api/read-public'
import type { ImageRecord } from '../api/types'
import { bannerSizes } from '../lib/banner-sizes'
import { objectPosition } from '../lib/object-position'
import { say } from './say'

/** A photo of the banner. A server without renditions sends one address only. */
type BannerPhoto = Pick<ImageRecord, 'title' | 'image_url'> &
  Partial<Pick<ImageRecord, 'srcset' | 'focal_point' | 'alt_text' | 'alt_texts' | 'decorative'>>

/** How many photos are read at once. */
const atOnce = 12

const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin']

/**
 * The round banner: over the owner's initials come the front page's photos. It advances with each press and each time a
 * mouse enters. A single photo has no button. Without photos, or if they cannot be loaded, only the initials are left.
 */
export class PhotoBanner extends HTMLElement {
  private readonly button = this.querySelector('button')
  private readonly initials = this.querySelector('[aria-hidden]')?.textContent.trim()
  private readonly count = document.createElement('span')
  private readonly shown = new Map<number, HTMLImageElement>()
  private images: BannerPhoto[] = []
  /** The number of photos in the gallery, of which `images` are the first. */
  private total = 0
  private steps = 0
  private loading = false

  connectedCallback() {
    this.button?.addEventListener('click', () => this.advance())
    this.button?.addEventListener('pointerenter', ({ pointerType }) => {
      if (pointerType === 'mouse') this.advance()
    })
    if (!this.querySelector('picture')) {
      void this.load()
      return
    }
    // The photo of the build is enough for a visitor who does nothing.
    const controller = new AbortController()
    const begin = () => {
      controller.abort()
      void this.load()
    }
    for (const sign of signs) addEventListener(sign, begin, { passive: true, signal: controller.signal })
  }

  private advance() {
    this.steps += 1
    this.show()
  }

  private async load() {
    let images: BannerPhoto[] = []
    try {
      images = await this.read()
      if (images.length > 0) await loadStyle()
    } catch {
      images = []
      const status = this.querySelector('[role=status]')
      if (status) status.textContent = say('Failed to load banner images.')
      await loadStyle().catch(() => undefined)
    }
    // A button that goes while it has the focus would take it along.
    if (images.length < 2 && this.button === document.activeElement)
      await new Promise((resolve) => this.button?.addEventListener('blur', resolve, { once: true }))
    this.images = images
    if (this.images.length > 0) {
      const frame = this.images.length > 1 ? this.button : this.replaceButton()
      frame?.append(this.count)
      this.show()
    } else {
      this.button?.remove()
      this.querySelector('picture')?.remove()
    }
  }

  /** Reads the next photos of the gallery. */
  private async read(): Promise<BannerPhoto[]> {
    const offset = this.images.length
    const { body, total } = await readPublic(
      `/api/photos/images/?gallery_slug=${frontPageSlug}&limit=${atOnce}&offset=${offset}`,
    )
    const images = readImages(body)
    // The gallery may have lost photos since.
    this.total = images.length === 0 ? offset : Math.max(total, offset + images.length)
    return images
  }

  private async loadMore() {
    this.loading = true
    try {
      this.images = [...this.images, ...(await this.read())]
    } catch {
      this.total = this.images.length
    }
    this.loading = false
    this.show()
  }

  /** Puts a frame without position in the place of the button. */
  private replaceButton(): HTMLElement {
    const frame = document.createElement('div')
    frame.className = this.button?.className ?? ''
    this.button?.replaceWith(frame)
    this.count.hidden = true
    return frame
  }

  /** Shows the current photo over the previous one, and fetches the next one. */
  private show() {
    if (this.images.length === 0) return
    const length = this.total
    const at = (step: number) => step % length
    if (!this.images[at(this.steps + 1)]) {
      if (!this.loading) void this.loadMore()
      if (!this.images[at(this.steps)]) return
    }
    // In a gallery of two a photo is both next and previous: the later entry counts.
    const positions = new Map([[at(this.steps + 1), 'next']])
    if (this.steps > 0) positions.set(at(this.steps - 1), 'previous')
    positions.set(at(this.steps), 'current')
    for (const [index, img] of this.shown) {
      if (positions.has(index)) continue
      img.remove()
      this.shown.delete(index)
    }
    for (const [index, position] of positions) {
      const img = this.shown.get(index) ?? this.add(index)
      if (img) img.dataset['position'] = position
    }
    const current = at(this.steps)
    this.count.textContent = `${current + 1} ${say('of')} ${length}`
    // The title has the name of a file. The initials are visible until a photo has loaded: the accessible name contains
    // the visible text, for speech control.
    const name = [
      say('Show next picture'),
      altTextOf(this.images[current]),
      this.initials,
      this.count.textContent,
    ]
    this.button?.setAttribute('aria-label', [...new Set(name)].filter(Boolean).join(', '))
  }

  private add(index: number): HTMLImageElement | undefined {
    const image = this.images[index]
    if (!image) return undefined
    const img = new Image()
    // The name of the button says it otherwise.
    img.alt = this.images.length === 1 ? altTextOf(image) : ''
    img.onload = () => img.setAttribute('data-loaded', '')
    img.sizes = bannerSizes
    img.srcset = image.srcset?.map(({ url, width }) => `${url} ${width}w`).join(', ') ?? ''
    img.style.objectPosition = objectPosition(image.focal_point)
    img.src = image.image_url
    this.shown.set(index, img)
    this.count.before(img)
    return img
  }
}

/** The alternative text in the page's language, or in the main one; empty for a decoration. */
function altTextOf({ alt_text = '', alt_texts, decorative }: Partial<BannerPhoto> = {}): string {
  return decorative ? '' : (alt_texts?.[document.documentElement.lang] ?? alt_text)
}

const loadStyle = () => import('./photo-banner-style')

/** `answer`, if it is a list of images with an address and a title; otherwise throws. */
function readImages(answer: unknown): BannerPhoto[] {
  const images = answer as BannerPhoto[]
  // Any other answer than a list has no `every`.
  if (!images.every(({ image_url, title }) => typeof image_url === 'string' && typeof title === 'string')) {
    throw new Error('Unreadable answer')
  }
  return images
}
