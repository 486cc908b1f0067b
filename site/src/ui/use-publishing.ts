import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getPublishing, publish } from '../api/dashboard'
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
