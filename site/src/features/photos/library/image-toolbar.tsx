import { Note } from '../../../ui/note'
import { useState } from 'react'
import type { ImageFilter } from '../../../api/photos'
import type { Gallery } from '../../../api/types'
import { useAfterPause } from '../../../lib/hooks'
import { Badge } from '../../../ui/badge'
import { Checkbox } from '../../../ui/field'
import { FilterSelect, SearchField, TableToolbar } from '../../../ui/record-table'
import styles from '../photos.module.css'
import type { ImageList } from '../queries'

const orders: readonly [ImageFilter['ordering'], string][] = [
  ['-uploaded_at', 'Newest first'],
  ['uploaded_at', 'Oldest first'],
  ['title', 'By title'],
  ['gallery', 'By gallery'],
]

interface ImageToolbarProps {
  list: ImageList
  galleries: readonly Gallery[]
}

/** Chooses which images the table shows. */
export function ImageToolbar({ list, galleries }: ImageToolbarProps) {
  const { filter, change, current, matching, total, withoutAltText } = list
  const [search, setSearch] = useTyped(filter.search, (search) => change({ search }))
  return (
    <TableToolbar role="search" aria-label="Find photos">
      <SearchField
        label="Search"
        placeholder="Search photos"
        maxLength={200}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <FilterSelect
        label="Show"
        value={filter.gallery}
        onChange={({ target }) => change({ gallery: target.value })}
      >
        <option value="">All galleries</option>
        <option value="none">Unassigned</option>
        {galleries.map((gallery) => (
          <option key={gallery.id} value={gallery.id}>
            {gallery.name}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        label="Order"
        value={filter.ordering}
        onChange={({ target }) => change({ ordering: target.value as ImageFilter['ordering'] })}
      >
        {orders.map(([order, label]) => (
          <option key={order} value={order}>
            {label}
          </option>
        ))}
      </FilterSelect>
      <Checkbox
        className={styles.chip}
        checked={filter.altText === 'missing'}
        onChange={({ target }) => change({ altText: target.checked ? 'missing' : '' })}
        aria-label="Without alternative text"
      >
        <span>Without alternative text</span>
        {withoutAltText > 0 && <Badge tone="honey">{withoutAltText}</Badge>}
      </Checkbox>
      <Note role="status">{current && matching < total && `${matching} of ${total}`}</Note>
    </TableToolbar>
  )
}

/**
 * The text in a field, and its change handler. `settle` receives the trimmed text after a pause. A new `settled` from
 * elsewhere, such as the Back button, replaces the text.
 */
function useTyped(
  settled: string,
  settle: (text: string) => void,
): [text: string, type: (text: string) => void] {
  const [text, setText] = useState(settled)
  const [sent, setSent] = useState(settled)
  const [seen, setSeen] = useState(settled)
  if (settled !== seen) {
    setSeen(settled)
    // The address changes some time after the text was sent.
    if (settled !== sent) {
      setSent(settled)
      setText(settled)
    }
  }
  useAfterPause(text.trim(), (words) => {
    if (words === sent) return
    setSent(words)
    settle(words)
  })
  return [text, setText]
}
