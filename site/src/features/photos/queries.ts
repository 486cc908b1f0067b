import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listGalleries, listImages } from '../../api/photos'

/** All pictures and galleries, as the staff sees them. */
export function usePhotos() {
  const images = useQuery({ queryKey: ['photos', 'images'], queryFn: () => listImages() })
  const galleries = useGalleries()
  return {
    images: images.data,
    galleries: galleries.data,
    loading: images.isPending || galleries.isPending,
    failed: images.isError || galleries.isError,
    reloading: images.isFetching || galleries.isFetching,
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
