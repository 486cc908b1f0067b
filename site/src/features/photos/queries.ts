import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listGalleries } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import type { ImageRecord } from '../../api/types'
import { useListPages } from '../../lib/use-list-address'
import { everything, pageSize, useImages } from '../../ui/use-images'
import { useImageAddress, type ImageAddress } from './use-image-address'

/** The pictures as staff find and turn over them: a page of those that `filter` chooses. */
export interface ImageList extends ImageAddress {
  images: readonly ImageRecord[]
  /** Whether `images` are those of `page`; else they are of the page before, until the answer is there. */
  current: boolean
  /** How many pages there are. */
  pages: number
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
  const galleries = useGalleries()
  const { filter, change, ...address } = useImageAddress(
    galleries.data ?? (galleries.isError ? null : undefined),
  )
  const all = useImages(everything, 0)
  const shown = useImages(filter, address.page)

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
