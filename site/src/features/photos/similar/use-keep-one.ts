import { useQueryClient } from '@tanstack/react-query'
import { isMissing } from '../../../api/api-error'
import { deleteImage } from '../../../api/photos'
import { queryKeys } from '../../../api/query-keys'
import type { Gallery, ImageRecord } from '../../../api/types'
import { count } from '../../../lib/count'
import { useInvalidatingMutation } from '../../../lib/use-invalidating-mutation'
import { confirm } from '../../../ui/confirm'
import { pageError, type PageErrors } from '../../../ui/form-errors'
import { restoreItem } from '../../../ui/restore'
import { showToast } from '../../../ui/toast'
import { titleOf, whereShown } from '../image-labels'

/** Keeps one of several pictures: puts the others into the trash after a confirmation, and offers Undo. */
export function useKeepOne(galleries: readonly Gallery[] | undefined, pageErrors: PageErrors) {
  const client = useQueryClient()
  const { mutateAsync } = useInvalidatingMutation(deleteAll, queryKeys.photos)

  return async (kept: ImageRecord, images: readonly ImageRecord[]): Promise<void> => {
    pageErrors.clear()
    const others = images.filter((image) => image !== kept)
    const one = others.length === 1
    const question = `Are you sure you want to delete the ${one ? 'other picture' : `${others.length} other pictures`}?`
    const action = one ? 'Delete image' : 'Delete images'
    const warning = others.map((image) => whereShown(image, galleries)).find((shown) => shown !== undefined)
    if (!(await confirm(question, { action, warning }))) return
    const { deleted, error } = await mutateAsync(others)
    focusOnGroups()
    if (error) pageErrors.add(pageError('Failed to delete image.', error), { urgent: true })
    if (deleted.length === 0) return
    showToast(`Deleted ${count(deleted.length, 'picture')}, kept “${titleOf(kept)}”.`, {
      label: 'Undo',
      run: async () => {
        for (const { item, name } of deleted) await restoreItem(client, item, name)
      },
    })
  }
}

/** The group that was worked on leaves the list; the next one is the first then. */
export const focusOnGroups = () => document.getElementById('similar')?.focus()

/** Deletes one picture after another until one fails; one that is no longer there is no error. */
async function deleteAll(images: readonly ImageRecord[]) {
  const deleted: { item: number; name: string }[] = []
  for (const image of images) {
    try {
      const item = await deleteImage(image.id)
      if (item !== undefined) deleted.push({ item, name: titleOf(image) })
    } catch (error) {
      if (!isMissing(error)) return { deleted, error }
    }
  }
  return { deleted }
}
