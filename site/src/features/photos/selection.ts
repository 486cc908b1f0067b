import type { ImageRecord } from '../../api/types'
import { isInGallery } from './image-words'

export type Order = 'newest' | 'oldest' | 'title' | 'gallery'

/** Which pictures to show, and how. */
export interface Selection {
  /** What their words contain. */
  text: string
  /** A gallery's id; 'none' for pictures without one, empty for all. */
  gallery: string
  order: Order
}

export const everything: Selection = { text: '', gallery: '', order: 'newest' }

const byTitle = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const timeOf = ({ uploaded_at }: ImageRecord) => uploaded_at ?? ''

const orders: Record<Order, (a: ImageRecord, b: ImageRecord) => number> = {
  newest: (a, b) => timeOf(b).localeCompare(timeOf(a)) || b.id - a.id,
  oldest: (a, b) => timeOf(a).localeCompare(timeOf(b)) || a.id - b.id,
  title: (a, b) => byTitle.compare(a.title ?? '', b.title ?? '') || b.id - a.id,
  // Those without a gallery come last.
  gallery: (a, b) =>
    Number(isInGallery(b)) - Number(isInGallery(a)) ||
    byTitle.compare(a.gallery_name ?? '', b.gallery_name ?? '') ||
    orders.newest(a, b),
}

/** The pictures that `selection` is about, in its order. */
export function select(images: readonly ImageRecord[], selection: Selection): ImageRecord[] {
  const words = selection.text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return images
    .filter((image) => isIn(image, selection.gallery) && says(image, words))
    .sort(orders[selection.order])
}

function isIn(image: ImageRecord, gallery: string): boolean {
  if (gallery === '') return true
  return gallery === 'none' ? !isInGallery(image) : String(image.gallery) === gallery
}

function says(
  { title, description, alt_text, gallery_name }: ImageRecord,
  words: readonly string[],
): boolean {
  const text = [title, description, alt_text, gallery_name ?? ''].join('\n').toLocaleLowerCase()
  return words.every((word) => text.includes(word))
}
