import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listGalleries, listImages } from '../../api/photos'

/** How many pictures are asked for before all others. */
const firstPage = 100

/** All pictures and galleries, as the staff sees them. */
export function usePhotos() {
  const images = useImages()
  const galleries = useGalleries()
  return {
    images: images.data,
    complete: images.complete,
    galleries: galleries.data,
    loading: images.pending || galleries.isPending,
    failed: images.failed || galleries.isError,
    reloading: images.fetching || galleries.isFetching,
  }
}

/** The pictures, newest first. Of a long list the newest are here long before the others. */
function useImages() {
  const newest = useQuery({
    queryKey: ['photos', 'images', 'newest'],
    queryFn: () => listImages({ limit: firstPage }),
  })
  const short = newest.data !== undefined && newest.data.length < firstPage
  const all = useQuery({
    queryKey: ['photos', 'images', 'all'],
    queryFn: () => listImages(),
    enabled: newest.isSuccess && !short,
  })
  return {
    data: short ? newest.data : (all.data ?? newest.data),
    complete: short || all.data !== undefined,
    pending: newest.isPending,
    failed: newest.isError || (!short && all.isError),
    fetching: newest.isFetching || all.isFetching,
  }
}

export function useGalleries() {
  return useQuery({ queryKey: ['photos', 'galleries'], queryFn: () => listGalleries() })
}

/** Fetches the lists anew; the promise is kept when they are here, or have failed. */
export function useReloadPhotos(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['photos'] })
}
