import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from './query-keys'
import { restore, restoreMany } from './trash'

/**
 * Returns a function that restores all of the items or none and resolves to what differs from before. It reloads all lists,
 * even after a failure.
 */
export function useRestore() {
  const client = useQueryClient()
  return async (ids: string[]): Promise<string[]> => {
    try {
      const [id] = ids
      const restored = id && ids.length === 1 ? [await restore(id)] : (await restoreMany(ids)).restored
      return restored.flatMap(({ notes }) => notes)
    } finally {
      await Promise.all(
        [queryKeys.trash, queryKeys.photos, queryKeys.documents, queryKeys.content, queryKeys.messages].map(
          (queryKey) => client.invalidateQueries({ queryKey }),
        ),
      )
    }
  }
}
