import { writeField } from '../../../../ssg/model/form'
import { showToast } from '../../ui/toast'
import type { DraftQueue } from './draft-queue'
import type { Entry } from './entries'

/** Gives the entries of a folder their places in this order, with an offer to undo it. */
export function reorder(queue: DraftQueue, entries: readonly Entry[]): void {
  const moved = entries.flatMap(({ path, text, form }, index) => {
    const order = index + 1
    if (text === null || !form || form.fields['order'] === String(order)) return []
    return [{ path, before: text, after: writeField(text, 'order', order) }]
  })
  for (const { path, after } of moved) queue.edit(path, after)
  showToast('Order changed.', {
    label: 'Undo',
    run: () => {
      for (const { path, before } of moved) queue.edit(path, before)
    },
  })
}
