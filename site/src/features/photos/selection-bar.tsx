import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { isOutdated } from '../../api/api-error'
import { changeImages, listImagesByIds, type ChosenImages, type ManyChanges } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import type { Gallery } from '../../api/types'
import { count } from '../../lib/count'
import { cx } from '../../lib/cx'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { pageError, type PageErrors } from '../../ui/form-errors'
import { passFocusOn } from '../../ui/focus'
import { restoreItems } from '../../ui/use-removal'
import { showToast } from '../../ui/toast'
import work from '../../ui/work.module.css'
import { EditImages } from './edit-images'
import styles from './photos.module.css'
import type { Selection } from './use-selection'

interface SelectionBarProps {
  selection: Selection
  /** How many pictures match the filter. */
  matching: number
  galleries: readonly Gallery[] | undefined
  pageErrors: PageErrors
}

/** How many pictures are selected, and what can be done with all of them. */
export function SelectionBar({ selection, matching, galleries, pageErrors }: SelectionBarProps) {
  const client = useQueryClient()
  // What the form is about stays the same, whatever is selected meanwhile.
  const [editing, setEditing] = useState<{ selected: string; chosen: ChosenImages }>()
  const { mutateAsync } = useInvalidatingMutation(
    ({ chosen, changes }: { chosen: ChosenImages; changes: ManyChanges }) => changeImages(chosen, changes),
    queryKeys.photos,
  )
  const selected = count(selection.count, 'picture')

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
    const warning = 'They lie in the trash for a while, from which they can be restored.'
    const sure = await confirm(`Are you sure you want to delete ${selected}?`, {
      action: 'Delete pictures',
      warning,
    })
    if (!sure) return
    try {
      const { trash } = await change(selection.chosen(), { delete: true })
      selection.clear()
      document.getElementById('images')?.focus()
      showToast(`Deleted ${selected}.`, { label: 'Undo', run: () => restoreItems(client, trash, selected) })
    } catch (error) {
      pageErrors.add(pageError('Failed to delete the pictures.', error, 'images'), { urgent: true })
    }
  }

  return (
    <div role="group" aria-label="Selected pictures" className={cx(work.row, styles.selection)}>
      <p role="status">
        {selection.count > 0 ? `${selected} selected` : 'Select pictures to change many at once.'}
      </p>
      {/* It stays where all are selected, and keeps the focus: the Tab key comes to what can be done with them. */}
      <Button aria-disabled={selection.selectAll === undefined} onClick={selection.selectAll}>
        {`Select all ${matching} that match`}
      </Button>
      {selection.count > 0 && (
        <>
          <Button ref={passFocusOn} onClick={selection.clear}>
            Select none
          </Button>
          <Button ref={passFocusOn} onClick={() => setEditing({ selected, chosen: selection.chosen() })}>
            Change selected
          </Button>
          <Button ref={passFocusOn} onClick={() => void remove()}>
            Delete selected
          </Button>
        </>
      )}
      {editing && (
        <EditImages
          selected={editing.selected}
          galleries={galleries}
          change={(changes) => change(editing.chosen, changes)}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  )
}

/** The same without the pictures that somebody else has deleted. */
async function withoutMissing<Editing extends { chosen: ChosenImages }>(editing: Editing) {
  if (!('images' in editing.chosen)) return editing
  const images = (await listImagesByIds(editing.chosen.images)).map(({ id }) => id)
  return { ...editing, chosen: { images }, selected: count(images.length, 'picture') }
}
