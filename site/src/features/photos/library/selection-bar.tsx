import { focusById } from '../../../ui/focus'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { isOutdated } from '../../../api/api-error'
import { changeImages, listImagesByIds, type ManyChanges } from '../../../api/photos'
import { queryKeys } from '../../../api/query-keys'
import { useRestore } from '../../../api/use-restore'
import type { Gallery } from '../../../api/types'
import { count } from '../../../lib/text'
import { useInvalidatingMutation } from '../../../lib/use-invalidating-mutation'
import { Button } from '../../../ui/button'
import { confirm } from '../../../ui/confirm'
import { pageError, type PageErrors } from '../../../ui/form-errors'
import { BulkBar } from '../../../ui/record-table'
import { reportRestored } from '../../../ui/use-removal'
import { showToast } from '../../../ui/toast'
import { EditImages } from './edit-images'
import { sentences, textsNaming } from './texts-naming'
import type { Selection } from './use-selection'

interface SelectionBarProps {
  selection: Selection
  galleries: readonly Gallery[] | undefined
  pageErrors: PageErrors
}

/** The images that the form changes, and their number in words. */
interface Editing {
  selected: string
  images: number[]
}

/** The number of selected images, and the actions for all of them. Empty while none is selected. */
export function SelectionBar({ selection, galleries, pageErrors }: SelectionBarProps) {
  const client = useQueryClient()
  const restore = useRestore()
  // The form keeps its images when the selection changes.
  const [editing, setEditing] = useState<Editing>()
  const { mutateAsync } = useInvalidatingMutation(
    ({ images, changes }: { images: number[]; changes: ManyChanges }) => changeImages(images, changes),
    queryKeys.photos,
  )
  const selected = count(selection.count, 'photo')

  async function change(images: number[], changes: ManyChanges) {
    try {
      return await mutateAsync({ images, changes })
    } catch (error) {
      if (isOutdated(error)) {
        void client.invalidateQueries({ queryKey: queryKeys.photos })
        await selection.dropMissing().catch(() => undefined)
        if (editing) setEditing(await withoutMissing(editing).catch(() => editing))
      }
      throw error
    }
  }

  async function remove() {
    pageErrors.clear()
    const warning = sentences(
      'They are moved to the trash, and can be restored from there.',
      await textsNaming({ photos: new Set(selection.ids) }),
    )
    const sure = await confirm(`Are you sure you want to delete ${selected}?`, {
      action: 'Delete photos',
      warning,
    })
    if (!sure) return
    try {
      const { trash } = await change(selection.ids, { delete: true })
      selection.clear()
      focusById('images')
      showToast(`Deleted ${selected}.`, {
        label: 'Undo',
        run: () => reportRestored(restore(trash), selected, `Failed to restore the ${selected}.`),
      })
    } catch (error) {
      pageErrors.add(pageError('Failed to delete the photos.', error, 'images'), { urgent: true })
    }
  }

  return (
    <>
      <BulkBar label="Selected photos" count={selection.count} onClear={selection.clear}>
        <Button onClick={() => setEditing({ selected, images: selection.ids })}>Change selected</Button>
        <Button variant="danger" onClick={() => void remove()}>
          Delete selected
        </Button>
      </BulkBar>
      {editing && (
        <EditImages
          selected={editing.selected}
          galleries={galleries}
          change={(changes) => change(editing.images, changes)}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}

/** Drops the images that have been deleted since. */
async function withoutMissing(editing: Editing): Promise<Editing> {
  const images = (await listImagesByIds(editing.images)).map(({ id }) => id)
  return { images, selected: count(images.length, 'photo') }
}
