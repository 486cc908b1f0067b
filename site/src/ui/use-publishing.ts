import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getPublishing, publish } from '../api/dashboard'
import type { Publishing } from '../api/types'
import { queryKeys } from '../api/query-keys'

/** Milliseconds between two requests while a build is due or running. */
const pollInterval = 5_000

/** Whether the pages show what staff have changed, polled as long as they do not. */
export function usePublishing() {
  return useQuery({
    queryKey: queryKeys.publishing,
    queryFn: getPublishing,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data && data.state !== 'off' && isUnderway(data) ? pollInterval : false,
  })
}

/** Whether visitors do not see yet what was saved. */
export const isUnderway = ({ state, unbuilt_texts }: Publishing): boolean =>
  unbuilt_texts > 0 || (state !== 'off' && state !== 'current')

/** Has the pages built at once. */
export function usePublish() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: publish,
    onSuccess: (now) => client.setQueryData(queryKeys.publishing, now),
  })
}
