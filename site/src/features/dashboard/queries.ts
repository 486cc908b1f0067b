import { useQuery } from '@tanstack/react-query'
import { getFigures } from '../../api/dashboard'
import { frontPageSlug } from '../../api/front-page'
import { listImages } from '../../api/photos'

/** How the site stands at this moment: each visit of the dashboard asks anew. */
export function useFigures() {
  return useQuery({ queryKey: ['dashboard'], queryFn: () => getFigures(), refetchOnMount: 'always' })
}

/** The pictures on the front page, in the order in which it shows them. */
export function useFrontPage() {
  return useQuery({
    queryKey: ['photos', 'front-page'],
    queryFn: () => listImages({ gallerySlug: frontPageSlug }),
    refetchOnMount: 'always',
  })
}
