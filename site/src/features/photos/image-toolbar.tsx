import { useId } from 'react'
import type { Gallery } from '../../api/types'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'
import styles from './image-toolbar.module.css'
import type { Order, Selection } from './selection'

const orders: readonly [Order, string][] = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['title', 'By title'],
  ['gallery', 'By gallery'],
]

interface ImageToolbarProps {
  galleries: readonly Gallery[]
  selection: Selection
  onSelect: (selection: Selection) => void
  shown: number
  total: number
  /** False while there are more than that on their way. */
  complete: boolean
}

/** Chooses which pictures the table shows. */
export function ImageToolbar({ galleries, selection, onSelect, shown, total, complete }: ImageToolbarProps) {
  const id = useId()
  const change = (part: Partial<Selection>) => onSelect({ ...selection, ...part })
  return (
    <div role="search" aria-labelledby={id} className={styles.toolbar}>
      <span id={id} className="visually-hidden">
        Find pictures
      </span>
      <Field label="Search">
        {(control) => (
          <input
            {...control}
            type="search"
            placeholder="Title, description or gallery"
            value={selection.text}
            onChange={({ target }) => change({ text: target.value })}
          />
        )}
      </Field>
      <Field label="Show">
        {(control) => (
          <Select
            {...control}
            value={selection.gallery}
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
            value={selection.order}
            onChange={({ target }) => change({ order: target.value as Order })}
          >
            {orders.map(([order, label]) => (
              <option key={order} value={order}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <p role="status" className={styles.count}>
        {complete ? shown < total && `${shown} of ${total}` : 'Loading the older ones...'}
      </p>
    </div>
  )
}
