import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listCategories, listDocuments } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'

/** Sooner than the download links run out. */
const refetchInterval = 10 * 60_000

/** All documents and categories. */
export function useDocuments() {
  const client = useQueryClient()
  const documents = useQuery({ queryKey: queryKeys.documentList, queryFn: listDocuments, refetchInterval })
  const categories = useQuery({ queryKey: queryKeys.categories, queryFn: listCategories })
  return {
    documents: documents.data,
    categories: categories.data,
    loading: documents.isPending || categories.isPending,
    failed: documents.isError || categories.isError,
    fetching: documents.isFetching || categories.isFetching,
    refetch: () => void client.invalidateQueries({ queryKey: queryKeys.documents }),
  }
}
