import { useMemo } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router-dom'
import { listImages, listGalleries, type ImageFilter } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import type { Gallery, ImageRecord } from '../../api/types'
import { useListPages } from '../../lib/use-list-params'
import { everything, pageSize, useImages } from '../../ui/use-images'

/** A page of the images that `filter` chooses. */
export interface ImageList {
  filter: ImageFilter
  /** Changes parts of the filter, and shows the first page of what it chooses. */
  change: (part: Partial<ImageFilter>) => void
  images: readonly ImageRecord[]
  /** Whether `images` are those of `page`; until the answer arrives they are those of the page before. */
  current: boolean
  /** Counted from 0. */
  page: number
  pages: number
  setPage: (page: number, options?: { replace?: boolean }) => void
  /** How many images are on the pages before. */
  offset: number
  /** How many images the filter chooses, on all pages. */
  matching: number
  /** How many images there are. */
  total: number
  /** How many images lack an alternative text. */
  withoutAltText: number
  /** The greatest ID of an image; 0 without images. */
  newest: number
}

/** What the screen shows of photos and galleries; `list` and `galleries` are undefined until they are loaded. */
export function usePhotos() {
  const client = useQueryClient()
  const galleries = useGalleries()
  const address = useAddress(galleries.data ?? (galleries.isError ? null : undefined))
  const { filter, change } = address
  const all = useImages(everything, 0)
  const shown = useImages(filter, address.page)
  const missing = useQuery({
    queryKey: [...queryKeys.images, 'without alternative text'],
    queryFn: () => listImages({ ...everything, altText: 'missing' }, { limit: 1, offset: 0 }),
  })

  const { images = [], total: matching = 0 } = shown.data ?? {}
  const current = shown.data !== undefined && !shown.isPlaceholderData
  const pages = useListPages(address, { total: matching, size: pageSize, isCurrent: current })
  const list: ImageList | undefined = all.data && {
    filter,
    change,
    images,
    current,
    ...pages,
    offset: pages.page * pageSize,
    matching,
    total: all.data.total,
    withoutAltText: missing.data?.total ?? 0,
    newest: Math.max(0, ...all.data.images.map(({ id }) => id)),
  }
  return {
    list,
    galleries: galleries.data,
    loading: all.isPending || galleries.isPending,
    failed: all.isError || shown.isError || galleries.isError,
    fetching: all.isFetching || shown.isFetching || galleries.isFetching,
    refetch: () => void client.invalidateQueries({ queryKey: queryKeys.photos }),
  }
}

export function useGalleries() {
  return useQuery({ queryKey: queryKeys.galleries, queryFn: listGalleries })
}

/** The orders in the address, except the usual one. */
const orderings: Readonly<Record<string, ImageFilter['ordering']>> = {
  oldest: 'uploaded_at',
  title: 'title',
  gallery: 'gallery',
}

/** Characters that have no glyph. The server refuses them. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** The filter and the page in the address. `galleries` is undefined until they are loaded, and null if that failed. */
function useAddress(galleries: readonly Gallery[] | null | undefined) {
  const { pathname } = useLocation()
  const [params, setParams] = useSearchParams()
  const isGallery = (id: string) =>
    id === 'none' ||
    (galleries === undefined
      ? /^[1-9]\d{0,14}$/.test(id)
      : Boolean(galleries?.some((gallery) => String(gallery.id) === id)))

  const search = (params.get('search') ?? '').replaceAll(invisible, ' ').trim().slice(0, 200)
  const chosen = params.get('gallery') ?? ''
  const gallery = isGallery(chosen) ? chosen : ''
  const altText = params.get('alt') === 'missing' ? 'missing' : ''
  const order = params.get('order') ?? ''
  const ordering = (Object.hasOwn(orderings, order) && orderings[order]) || everything.ordering
  // The selection belongs to it.
  const filter = useMemo<ImageFilter>(
    () => ({ search, gallery, altText, ordering }),
    [search, gallery, altText, ordering],
  )

  function set(parts: Record<string, string>, options: { replace?: boolean } = {}): void {
    // The visitor may be on the way to another screen.
    if (window.location.pathname !== pathname) return
    // The router renders a new address later than the browser has it.
    const next = new URLSearchParams(window.location.search)
    for (const [name, value] of Object.entries(parts)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setParams(next, options)
  }
  const page = params.get('page') ?? ''
  return {
    filter,
    change: ({ search: words, altText, ordering, ...part }: Partial<ImageFilter>) => {
      const isOrder = ([, other]: [string, unknown]) => other === ordering
      const parts = {
        ...part,
        ...(words !== undefined && { search: words.replaceAll(invisible, ' ') }),
        ...(altText !== undefined && { alt: altText }),
        ...(ordering !== undefined && { order: Object.entries(orderings).find(isOrder)?.[0] ?? '' }),
        page: '',
      }
      // Back undoes a whole search, not its last letters.
      set(parts, { replace: words !== undefined && search !== '' })
    },
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) - 1 : 0,
    setPage: (number: number, options?: { replace?: boolean }) =>
      set({ page: number > 0 ? String(number + 1) : '' }, options),
  }
}
