import { failureReason } from '../../api/api-error'
import { markCurrent } from '../../api/documents'
import type { DocumentRecord } from '../../api/types'
import { confirm } from '../../ui/confirm'
import { showToast } from '../../ui/toast'
import type { Actions } from './actions'

const question =
  'Are you sure you want to mark this as the current document for its category? This will unmark any other current documents in this category.'

const isNone = (category: DocumentRecord['category']): category is null | undefined =>
  (category ?? null) === null

/** Why a document cannot become the current one; undefined when it can. */
export function obstacle({ category, is_current }: DocumentRecord): string | undefined {
  if (is_current) return 'This is the current document of its category already.'
  if (isNone(category)) return 'A document without a category cannot be current.'
  return undefined
}

/** Makes documents current, each after a question. */
export function useMarkCurrent({ pageErrors, reload }: Actions) {
  async function start(document: DocumentRecord): Promise<void> {
    const { id, category } = document
    if (isNone(category) || obstacle(document) !== undefined) return
    pageErrors.clear()
    if (!(await confirm(question, { action: 'Mark as current', harmless: true }))) return
    try {
      await markCurrent(id, category)
    } catch (error) {
      const text = 'Failed to mark document as current.'
      pageErrors.add({ text, reason: failureReason(error, 'category', 'is_current') }, { urgent: true })
      return
    }
    await reload()
    showToast('Document marked as current!')
  }
  return { start }
}
