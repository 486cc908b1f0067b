import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listCategories, listDocuments } from '../../api/documents'

/** Sooner than the download links run out. */
const refresh = 10 * 60_000

/** All documents and categories. */
export function useDocuments() {
  const documents = useQuery({
    queryKey: ['documents', 'documents'],
    queryFn: () => listDocuments(),
    refetchInterval: refresh,
  })
  const categories = useQuery({ queryKey: ['documents', 'categories'], queryFn: () => listCategories() })
  return {
    documents: documents.data,
    categories: categories.data,
    loading: documents.isPending || categories.isPending,
    failed: documents.isError || categories.isError,
    reloading: documents.isFetching || categories.isFetching,
  }
}

/** Fetches the lists anew; the promise is kept when they are here, or have failed. */
export function useReloadDocuments(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['documents'] })
}
