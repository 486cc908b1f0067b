import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getFigures } from '../../api/dashboard'
import { frontPageSlug } from '../../api/front-page'
import { listImages } from '../../api/photos'
import { getPublishing, publish } from '../../api/publishing'

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

/** How often it is asked what becomes of a build, in milliseconds. */
const watch = 5_000

const publishingKey = ['publishing']

/** Whether the pages show what staff have changed, watched as long as they do not. */
export function usePublishing() {
  return useQuery({
    queryKey: publishingKey,
    queryFn: () => getPublishing(),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data && data.state !== 'off' && data.state !== 'current' ? watch : false,
  })
}

/** Has the pages built at once. */
export function usePublish() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => publish(),
    onSuccess: (now) => client.setQueryData(publishingKey, now),
  })
}
