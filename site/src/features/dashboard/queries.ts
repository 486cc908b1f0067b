import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getFigures, getPublishing, publish } from '../../api/dashboard'
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

/** Milliseconds between two requests while a build is due or running. */
const pollInterval = 5_000

/** Whether the pages show what staff have changed, polled as long as they do not. */
export function usePublishing() {
  return useQuery({
    queryKey: queryKeys.publishing,
    queryFn: getPublishing,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data && data.state !== 'off' && data.state !== 'current' ? pollInterval : false,
  })
}

/** Has the pages built at once. */
export function usePublish() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: publish,
    onSuccess: (now) => client.setQueryData(queryKeys.publishing, now),
  })
}
