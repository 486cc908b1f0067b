import { useId } from 'react'
import type { ImageFilter } from '../../api/photos'
import type { Gallery } from '../../api/types'
import { cx } from '../../lib/cx'
import { useTyped } from '../../lib/use-list-address'
import { Checkbox } from '../../ui/checkbox'
import { Field, TextField } from '../../ui/field'
import { Select } from '../../ui/select'
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
  const [search, setSearch] = useTyped(filter.search, (search) => change({ search }, { replace: true }))
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
