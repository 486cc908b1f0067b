import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listImages, type ImageFilter } from './photos'
import { queryKeys } from './query-keys'

export const pageSize = 50

export const everything: ImageFilter = { search: '', gallery: '', altText: '', ordering: '-uploaded_at' }

/** A page, counted from 0, of the images that `filter` selects; the previous page until the answer arrives. */
export function useImages(filter: ImageFilter, page: number) {
  return useQuery({
    queryKey: [...queryKeys.images, filter, page],
    queryFn: () => listImages(filter, { limit: pageSize, offset: page * pageSize }),
    placeholderData: keepPreviousData,
  })
}
