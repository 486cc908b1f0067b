import { useQuery } from '@tanstack/react-query'
import { getFigures } from '../../api/dashboard'
import { frontPageSlug } from '../../api/front-page'
import { listGalleryImages } from '../../api/gallery-images'
import { queryKeys } from '../../api/query-keys'

/** The figures of this moment: each visit of the dashboard fetches them anew. */
export function useFigures() {
  return useQuery({ queryKey: queryKeys.figures, queryFn: getFigures, refetchOnMount: 'always' })
}

/** The pictures on the front page, in the order in which it shows them. */
export function useFrontPage() {
  return useQuery({
    queryKey: queryKeys.frontPage,
    queryFn: () => listGalleryImages(frontPageSlug),
    refetchOnMount: 'always',
  })
}
