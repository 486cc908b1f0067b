import { useEffect, useState } from 'react'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { cancelPublication, listContent } from '../../api/content'
import { queryKeys } from '../../api/query-keys'
import type { ContentDraft, ContentFiles } from '../../api/types'
import { useAfterPause, useStore } from '../../lib/hooks'
import { isKnownZone } from '../../lib/time-zone'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { showErrorToast, showToast } from '../../ui/toast'
import { DraftQueue, type StoredContent } from './draft-queue'
import type { Draft } from './drafts'

/** All content of the site, as the server has it. */
export function useContent() {
  return useQuery({ queryKey: queryKeys.files, queryFn: listContent, refetchOnMount: 'always' })
}

/** The owner's time zone, in which content is scheduled and dated. Known once the content is. */
export const useTimeZone = () =>
  useQuery({
    queryKey: queryKeys.files,
    queryFn: listContent,
    refetchOnMount: false,
    select: ({ time_zone }) => (isKnownZone(time_zone) ? time_zone : 'UTC'),
  }).data ?? 'UTC'

/** Returns a function that cancels a scheduled publication, given its ID, and says what came of it. */
export function useCancelPublication() {
  const cancel = useInvalidatingMutation(cancelPublication, queryKeys.content)
  return (id: number) =>
    cancel.mutate(id, {
      onSuccess: () => showToast('Publication cancelled. Its changes are drafts again.'),
      onError: () => showErrorToast('The publication could not be cancelled.'),
    })
}

/** Milliseconds from the last key to the request. */
const pause = 800
const retryInterval = 10_000

/** Saves what the user types as long as the screen is shown. */
export function useDrafts(user: number) {
  const client = useQueryClient()
  const [queue] = useState(() => new DraftQueue(user, storedContent(client)))
  useEffect(() => queue.open(), [queue])
  const drafts = useStore(queue.drafts)
  const isIn = (state: Draft['state']) => [...drafts.values()].some((draft) => draft.state === state)
  const delay = isIn('waiting') ? pause : isIn('offline') ? retryInterval : null
  useAfterPause(drafts, () => void queue.flush(), delay)
  return { queue, drafts }
}

/** The content in the cache. */
function storedContent(client: QueryClient): StoredContent {
  const find = (path: string) =>
    client.getQueryData<ContentFiles>(queryKeys.files)?.files.find((text) => text.path === path)
  const outdated = () => void client.invalidateQueries({ queryKey: queryKeys.files })
  return {
    find,
    outdated,
    saved: (path, draft) => {
      // An answer on its way does not know of this draft, and only the server knows whether it ends a conflict.
      const ask = client.isFetching({ queryKey: queryKeys.files }) > 0 || find(path)?.conflict === true
      client.setQueryData<ContentFiles>(queryKeys.files, (before) => before && withDraft(before, path, draft))
      if (ask) outdated()
    },
  }
}

function withDraft(before: ContentFiles, path: string, draft: ContentDraft | null): ContentFiles {
  const found = before.files.find((text) => text.path === path)
  const empty = { path, published: null, scheduled: null, conflict: false, behind: false }
  const others = before.files.filter((other) => other !== found)
  return { ...before, files: [...others, { ...(found ?? empty), draft }] }
}
