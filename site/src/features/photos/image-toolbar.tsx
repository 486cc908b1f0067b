import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { ImageFilter } from '../../api/photos'
import type { Gallery } from '../../api/types'
import { cx } from '../../lib/cx'
import { Checkbox, Field, TextField, Select } from '../../ui/field'
import work from '../../ui/work.module.css'
import styles from './photos.module.css'
import type { ImageList } from './queries'

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

/** Chooses which pictures the table shows. */
export function ImageToolbar({ list, galleries }: ImageToolbarProps) {
  const { filter, change, current, matching, total } = list
  const id = useId()
  const [search, setSearch] = useTyped(filter.search, (search) => change({ search }))
  return (
    <div role="search" aria-labelledby={id} className={styles.toolbar}>
      <span id={id} className="visually-hidden">
        Find pictures
      </span>
      <TextField
        label="Search"
        type="search"
        placeholder="Title, description or gallery"
        maxLength={200}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <Field label="Show">
        {(control) => (
          <Select
            {...control}
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
          </Select>
        )}
      </Field>
      <Field label="Order">
        {(control) => (
          <Select
            {...control}
            value={filter.ordering}
            onChange={({ target }) => change({ ordering: target.value as ImageFilter['ordering'] })}
          >
            {orders.map(([order, label]) => (
              <option key={order} value={order}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Checkbox
        checked={filter.altText === 'missing'}
        onChange={({ target }) => change({ altText: target.checked ? 'missing' : '' })}
      >
        Without alternative text
      </Checkbox>
      <p role="status" className={cx(work.note, styles.count)}>
        {current && matching < total && `${matching} of ${total}`}
      </p>
    </div>
  )
}

/** For how many milliseconds no letter follows where a search has been typed. */
const pause = 250

/**
 * A text that is typed, and what a field calls with each change of it. `settle` gets it once no letter has followed for a
 * moment, without the spaces around it; what `settled` becomes by others takes its place.
 */
function useTyped(
  settled: string,
  settle: (text: string) => void,
): [text: string, type: (text: string) => void] {
  const [text, setText] = useState(settled)
  const [known, setKnown] = useState(settled)
  if (settled !== known) {
    setKnown(settled)
    setText(settled)
  }
  const onPause = useEffectEvent(() => {
    setKnown(text.trim())
    settle(text.trim())
  })
  useEffect(() => {
    if (text.trim() === known) return
    const timer = setTimeout(() => onPause(), pause)
    return () => clearTimeout(timer)
  }, [text, known])
  return [text, setText]
}
