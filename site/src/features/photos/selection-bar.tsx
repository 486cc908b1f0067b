import { focusById } from '../../ui/focus'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { isOutdated } from '../../api/api-error'
import {
  changeImages,
  listImages,
  listImagesByIds,
  type ChosenImages,
  type ManyChanges,
} from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import { useRestore } from '../../api/use-restore'
import type { Gallery } from '../../api/types'
import { count } from '../../lib/text'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { pageError, type PageErrors } from '../../ui/form-errors'
import { BulkBar } from '../../ui/record-table'
import { reportRestored } from '../../ui/use-removal'
import { showToast } from '../../ui/toast'
import { EditImages } from './edit-images'
import { notChecked, sentences, textsNaming } from './texts-naming'
import type { Selection } from './use-selection'

interface SelectionBarProps {
  selection: Selection
  /** The number of images that match the filter. */
  matching: number
  galleries: readonly Gallery[] | undefined
  pageErrors: PageErrors
}

/** The number of selected images, and the actions for all of them. Empty while none is selected. */
export function SelectionBar({ selection, matching, galleries, pageErrors }: SelectionBarProps) {
  const client = useQueryClient()
  const restore = useRestore()
  // The form keeps its images when the selection changes.
  const [editing, setEditing] = useState<{ selected: string; chosen: ChosenImages }>()
  const { mutateAsync } = useInvalidatingMutation(
    ({ chosen, changes }: { chosen: ChosenImages; changes: ManyChanges }) => changeImages(chosen, changes),
    queryKeys.photos,
  )
  const selected = count(selection.count, 'photo')

  async function change(chosen: ChosenImages, changes: ManyChanges) {
    try {
      return await mutateAsync({ chosen, changes })
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
      await idsOf(selection.chosen()).then((ids) => textsNaming({ photos: new Set(ids) }), notChecked),
    )
    const sure = await confirm(`Are you sure you want to delete ${selected}?`, {
      action: 'Delete photos',
      warning,
    })
    if (!sure) return
    try {
      const { trash } = await change(selection.chosen(), { delete: true })
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
        {/* Still rendered when all are selected, to keep the focus: the actions come next in the Tab order. */}
        <Button
          variant="quiet"
          aria-disabled={selection.selectAll === undefined}
          onClick={selection.selectAll}
        >
          {`Select all ${matching}`}
        </Button>
        <Button onClick={() => setEditing({ selected, chosen: selection.chosen() })}>Change selected</Button>
        <Button variant="danger" onClick={() => void remove()}>
          Delete selected
        </Button>
      </BulkBar>
      {editing && (
        <EditImages
          selected={editing.selected}
          galleries={galleries}
          change={(changes) => change(editing.chosen, changes)}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}

/** The ids of the chosen images. */
async function idsOf(chosen: ChosenImages): Promise<number[]> {
  if ('images' in chosen) return chosen.images
  const { search, gallery, alt_text: altText } = chosen.filter
  const filter = { search, gallery, altText, ordering: '-uploaded_at' as const }
  const { images } = await listImages(filter, { limit: chosen.count, offset: 0 })
  return images.map(({ id }) => id)
}

/** Drops the images that have been deleted since. */
async function withoutMissing<Editing extends { chosen: ChosenImages }>(editing: Editing) {
  if (!('images' in editing.chosen)) return editing
  const images = (await listImagesByIds(editing.chosen.images)).map(({ id }) => id)
  return { ...editing, chosen: { images }, selected: count(images.length, 'photo') }
}
