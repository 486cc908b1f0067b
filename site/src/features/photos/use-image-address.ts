import { useMemo } from 'react'
import type { ImageFilter } from '../../api/photos'
import type { Gallery } from '../../api/types'
import { useListAddress, type HistoryEntry } from '../../lib/use-list-address'
import { everything } from '../../ui/use-images'

/** What the address calls the orders but the usual one. */
const orderings: Readonly<Record<string, ImageFilter['ordering']>> = {
  oldest: 'uploaded_at',
  title: 'title',
  gallery: 'gallery',
}

/** What screens obey instead of showing it, which the server refuses in words. */
const obeyed = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

export interface ImageAddress {
  filter: ImageFilter
  /** Changes parts of the filter, and shows the first page of what it chooses. */
  change: (part: Partial<ImageFilter>) => void
  /** Counted from 0. */
  page: number
  setPage: (page: number, entry?: HistoryEntry) => void
}

/** Which pictures are shown, by the address. `galleries` is undefined until they are loaded, and null where they cannot be. */
export function useImageAddress(galleries: readonly Gallery[] | null | undefined): ImageAddress {
  const { chosen, page, choose, setPage } = useListAddress({
    search: (words) => words.length <= 200 && !obeyed.test(words),
    gallery: (id) =>
      id === 'none' ||
      (galleries === undefined
        ? /^[1-9]\d{0,14}$/.test(id)
        : Boolean(galleries?.some((gallery) => String(gallery.id) === id))),
    alt: (value) => value === 'missing',
    order: (value) => Object.hasOwn(orderings, value),
  })
  const { search, gallery, alt, order } = chosen
  // The same as long as it chooses the same: what is selected belongs to it.
  const filter = useMemo(
    (): ImageFilter => ({
      search,
      gallery,
      altText: alt === 'missing' ? alt : '',
      ordering: orderings[order] ?? everything.ordering,
    }),
    [search, gallery, alt, order],
  )
  return {
    filter,
    change({ search, altText, ordering, ...part }) {
      const isChosen = ([, other]: [string, unknown]) => other === ordering
      choose({
        ...part,
        ...(search !== undefined && { search: search.split(obeyed).join(' ') }),
        ...(altText !== undefined && { alt: altText }),
        ...(ordering !== undefined && { order: Object.entries(orderings).find(isChosen)?.[0] ?? '' }),
      })
    },
    page,
    setPage,
  }
}
