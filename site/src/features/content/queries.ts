import { useEffect, useState, useSyncExternalStore } from 'react'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { listTexts } from '../../api/content'
import { queryKeys } from '../../api/query-keys'
import type { ContentDraft, ContentTexts } from '../../api/types'
import { DraftKeeper } from './draft-keeper'

/** All texts of the site, as the server has them. */
export function useTexts() {
  return useQuery({ queryKey: queryKeys.texts, queryFn: listTexts, refetchOnMount: 'always' })
}

/**
 * Saves what the user types, as long as the screen is shown, and what is not saved yet, once the texts are `known`: whether a
 * removal needs a draft depends on whether there is a text.
 */
export function useDraftKeeper(user: number, known: boolean) {
  const client = useQueryClient()
  const [keeper] = useState(() => new DraftKeeper(user, storedTexts(client)))
  useEffect(() => (known ? keeper.start() : undefined), [keeper, known])
  return { keeper, kept: useSyncExternalStore(keeper.subscribe, keeper.snapshot) }
}

/** The texts in the cache. */
function storedTexts(client: QueryClient) {
  const texts = {
    find: (path: string) =>
      client.getQueryData<ContentTexts>(queryKeys.texts)?.texts.find((text) => text.path === path),
    saved: (path: string, draft: ContentDraft | null) => {
      // An answer that is on its way does not know of this draft, and only the server knows whether it ends a conflict.
      const ask = client.isFetching({ queryKey: queryKeys.texts }) > 0 || texts.find(path)?.conflict === true
      client.setQueryData<ContentTexts>(queryKeys.texts, (before) => before && withDraft(before, path, draft))
      if (ask) texts.outdated()
    },
    outdated: () => void client.invalidateQueries({ queryKey: queryKeys.texts }),
  }
  return texts
}

function withDraft(before: ContentTexts, path: string, draft: ContentDraft | null): ContentTexts {
  const found = before.texts.find((text) => text.path === path)
  const empty = { path, file: null, published: null, scheduled: null, conflict: false }
  const texts = before.texts.filter((other) => other !== found)
  return { ...before, texts: [...texts, { ...(found ?? empty), draft }] }
}
