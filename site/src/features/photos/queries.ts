import { useMemo } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listContent } from '../../api/content'
import { listImages, listGalleries, type ImageFilter } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import type { Gallery, ImageRecord } from '../../api/types'
import { useListPages, useListParams } from '../../lib/use-list-params'
import { everything, pageSize, useImages } from '../../api/use-images'

/** A page of the images that match `filter`. */
export interface ImageList {
  filter: ImageFilter
  /** Changes parts of the filter, and shows the first page. */
  change: (part: Partial<ImageFilter>) => void
  images: readonly ImageRecord[]
  /** Whether `images` belong to `page`. Until it has loaded they belong to the previous page. */
  current: boolean
  /** Counted from 0. */
  page: number
  pages: number
  setPage: (page: number, options?: { replace?: boolean }) => void
  /** The number of images on the previous pages. */
  offset: number
  /** The number of images that match the filter, on all pages. */
  matching: number
  /** The number of all images. */
  total: number
  /** The number of images that lack an alternative text. */
  withoutAltText: number
  /** The greatest image ID; 0 without images. */
  newest: number
}

/** The photos and galleries on the screen. `list` and `galleries` are undefined until they have loaded. */
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

/** The codes of the site's further languages: each has a folder with a site file. None until they are known. */
export const useFurtherLanguages = (): readonly string[] =>
  useQuery({
    queryKey: queryKeys.files,
    queryFn: listContent,
    refetchOnMount: false,
    select: ({ files }) =>
      files.flatMap(({ path }) => /^([a-z]{2}(?:-\w+)*)\/site\.md$/.exec(path)?.[1] ?? []),
  }).data ?? []

export function useGalleries() {
  return useQuery({
    queryKey: queryKeys.galleries,
    queryFn: listGalleries,
    refetchInterval: ({ state }) => (state.data?.some(isAwaited) ? untilPage : false),
  })
}

/** Milliseconds between two looks whether a gallery is on the site. */
const untilPage = 3_000

const isAwaited = ({ shown, image_count, on_site }: Gallery) => shown && image_count > 0 && on_site === false

/** The orders in the address. The default is left out. */
const orderings: Readonly<Record<string, ImageFilter['ordering']>> = {
  oldest: 'uploaded_at',
  title: 'title',
  gallery: 'gallery',
}

/** Characters that have no glyph. The server refuses them. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu
const visible = (text: string) => text.replaceAll(invisible, ' ')

/** The filter and the page in the address. `galleries` is undefined until they have loaded, and null if that failed. */
function useAddress(galleries: readonly Gallery[] | null | undefined) {
  const isGallery = (id: string) =>
    id === 'none' ||
    (galleries === undefined
      ? /^[1-9]\d{0,14}$/.test(id)
      : Boolean(galleries?.some((gallery) => String(gallery.id) === id)))
  const { chosen, choose, ...params } = useListParams({
    search: (text) => text.length <= 200,
    gallery: isGallery,
    alt: (value) => value === 'missing',
    order: (name) => Object.hasOwn(orderings, name),
  })
  const search = visible(chosen.search).trim()
  const { gallery } = chosen
  const altText = chosen.alt === '' ? '' : 'missing'
  const ordering = orderings[chosen.order] ?? everything.ordering
  // Memoized, because a new filter clears the selection.
  const filter = useMemo<ImageFilter>(
    () => ({ search, gallery, altText, ordering }),
    [search, gallery, altText, ordering],
  )

  function change({ search: words, gallery, altText, ordering }: Partial<ImageFilter>): void {
    const isOrder = ([, other]: [string, unknown]) => other === ordering
    choose(
      {
        ...(words !== undefined && { search: visible(words) }),
        ...(gallery !== undefined && { gallery }),
        ...(altText !== undefined && { alt: altText }),
        ...(ordering !== undefined && { order: Object.entries(orderings).find(isOrder)?.[0] ?? '' }),
      },
      // Back undoes a whole search, rather than its last letters.
      { replace: words !== undefined && search !== '' },
    )
  }
  return { filter, change, ...params }
}
