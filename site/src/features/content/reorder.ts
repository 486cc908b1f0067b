import { writeForm } from '#model/form'
import { showToast } from '../../ui/toast'
import type { DraftQueue } from './draft-queue'
import type { Entry } from './entries'

/** Gives the entries of a folder their places in this order, with an offer to undo it. */
export function reorder(queue: DraftQueue, entries: readonly Entry[]): void {
  const moved = entries.flatMap(({ path, text, form }, index) => {
    const order = String(index + 1)
    if (text === null || !form) return []
    const after = writeForm(path, text, { ...form, fields: { ...form.fields, order } })
    return after === text ? [] : [{ path, before: text, after }]
  })
  for (const { path, after } of moved) queue.edit(path, after)
  showToast('Order changed.', {
    label: 'Undo',
    run: () => {
      for (const { path, before } of moved) queue.edit(path, before)
    },
  })
}
