import { markCurrent } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { DocumentRecord } from '../../api/types'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { confirm } from '../../ui/confirm'
import { pageError, type PageErrors } from '../../ui/form-errors'
import { showToast } from '../../ui/toast'

const question =
  'Are you sure you want to mark this as the current document for its category? This will unmark any other current documents in this category.'

/** Why a document cannot become the current one; undefined when it can. */
export function obstacle({ category, is_current }: DocumentRecord): string | undefined {
  if (is_current) return 'This is the current document of its category already.'
  if (category === null) return 'A document without a category cannot be current.'
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
