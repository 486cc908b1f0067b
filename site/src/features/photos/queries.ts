import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listGalleries, type ImageFilter } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import type { ImageRecord } from '../../api/types'
import { useDebounced } from '../../lib/use-debounced'
import { everything, pageSize, useImages } from '../../ui/use-images'

/** The pictures as staff find and turn over them: a page of those that `filter` chooses. */
export interface ImageList {
  filter: ImageFilter
  /** Shows the first page of what another filter chooses. */
  setFilter: (filter: ImageFilter) => void
  images: readonly ImageRecord[]
  /** Whether `images` are those of `page`; else they are of the page before, until the answer is there. */
  current: boolean
  /** Counted from 0, of `pages`. */
  page: number
  pages: number
  setPage: (page: number) => void
  /** How many pictures are on the pages before. */
  offset: number
  /** How many pictures the filter chooses, on all pages. */
  matching: number
  /** How many pictures there are. */
  total: number
}

/** What the screen shows of pictures and galleries; `list` and `galleries` are undefined until they are loaded. */
export function usePhotos() {
  const client = useQueryClient()
  const [filter, setFilter] = useState(everything)
  const [page, setPage] = useState(0)
  const galleries = useGalleries()
  const all = useImages(everything, 0)
  const shown = useImages({ ...filter, search: useDebounced(filter.search.trim()) }, page)

  const { images = [], total: matching = 0 } = shown.data ?? {}
  const pages = Math.max(1, Math.ceil(matching / pageSize))
  // The last picture of the last page was deleted.
  if (page >= pages && shown.data && !shown.isPlaceholderData) setPage(pages - 1)

  const list: ImageList | undefined = all.data && {
    filter,
    setFilter: (next) => {
      setFilter(next)
      setPage(0)
    },
    images,
    current: shown.data !== undefined && !shown.isPlaceholderData,
    page,
    pages,
    setPage,
    offset: page * pageSize,
    matching,
    total: all.data.total,
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
