import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getPublishing, publish } from './dashboard'
import { queryKeys } from './query-keys'
import type { Publishing } from './types'

/** Milliseconds between requests while a build is due or running. */
const pollInterval = 2_000

/** The state of publishing, polled until everything is live. */
export function usePublishing() {
  return useQuery({
    queryKey: queryKeys.publishing,
    queryFn: getPublishing,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data && data.state !== 'off' && isUnderway(data) ? pollInterval : false,
  })
}

/** Whether saved changes are not live yet. */
const isUnderway = ({ state, unbuilt_texts }: Publishing): boolean =>
  unbuilt_texts > 0 || (state !== 'off' && state !== 'current')

/** Starts a build. */
export function usePublish() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: publish,
    onSuccess: async (now) => {
      // A request that is still on its way may have the former state.
      await client.cancelQueries({ queryKey: queryKeys.publishing })
      client.setQueryData(queryKeys.publishing, now)
    },
  })
}
