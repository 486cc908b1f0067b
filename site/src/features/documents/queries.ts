import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getCvSources, listCategories, listDocuments, markCurrent } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { DocumentRecord } from '../../api/types'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { confirm } from '../../ui/confirm'
import { pageError, type PageErrors } from '../../ui/form-errors'
import { showToast } from '../../ui/toast'

/** Sooner than the download links run out. */
const refetchInterval = 10 * 60_000

/** How often to ask while a build makes the CV. */
const updateInterval = 2000

/** The sources first: a PDF that they call current is in the list. */
async function readDocuments() {
  const sources = await getCvSources()
  return { sources, documents: await listDocuments() }
}

/** All documents and categories. */
export function useDocuments() {
  const client = useQueryClient()
  const documents = useQuery({
    queryKey: queryKeys.documentList,
    queryFn: readDocuments,
    refetchInterval: ({ state }) =>
      state.data?.sources.state === 'updating' ? updateInterval : refetchInterval,
  })
  const categories = useQuery({ queryKey: queryKeys.categories, queryFn: listCategories })
  return {
    documents: documents.data?.documents,
    sources: documents.data?.sources,
    categories: categories.data,
    loading: documents.isPending || categories.isPending,
    failed: documents.isError || categories.isError,
    fetching: documents.isFetching || categories.isFetching,
    refetch: () => void client.invalidateQueries({ queryKey: queryKeys.documents }),
  }
}

const question =
  'Are you sure you want to mark this as the current document for its category? This will unmark any other current documents in this category.'

/** Why a document cannot become the current one; undefined when it can. */
export function obstacle({ category, is_current }: DocumentRecord): string | undefined {
  if (is_current) return 'This is already the current document.'
  if (category === null) return 'Choose a category first.'
  return undefined
}

/** Answers the function that makes a document current, after a question. */
export function useMarkCurrent(pageErrors: PageErrors) {
  const mark = useInvalidatingMutation(
    ({ id, category }: { id: number; category: number }) => markCurrent(id, category),
    queryKeys.documents,
  )
  return async (document: DocumentRecord): Promise<void> => {
    const { id, category } = document
    if (category === null || obstacle(document) !== undefined) return
    pageErrors.clear()
    if (!(await confirm(question, { action: 'Mark as current', harmless: true }))) return
    try {
      await mark.mutateAsync({ id, category })
      showToast('Document marked as current!')
    } catch (error) {
      const text = 'Failed to mark document as current.'
      pageErrors.add(pageError(text, error, 'category', 'is_current'), { urgent: true })
    }
  }
}
