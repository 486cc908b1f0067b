import { useState } from 'react'
import { Answers, Modal } from '../../ui/dialog'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { IconGripVertical } from '../../ui/icons'
import { Sortable } from '../../ui/sortable'
import styles from './content.module.css'

export interface Ordered {
  id: string
  name: string
}

interface OrderDialogProps {
  /** Of the list. */
  title: string
  /** What shows them in that order. */
  where?: string
  items: readonly Ordered[]
  /** Called with the items' ids if their order has changed. */
  onSave: (ids: string[]) => void
  onClose: () => void
}

const idOf = ({ id }: Ordered) => id
const nameOf = ({ name }: Ordered) => name

const row = ({ name }: Ordered) => (
  <>
    <span data-handle>
      <Icon of={IconGripVertical} />
    </span>
    <span>{name}</span>
  </>
)

/** Puts the items of a list in order. */
export function OrderDialog({ title, where = 'The site', items, onSave, onClose }: OrderDialogProps) {
  const [order, setOrder] = useState(items)
  const isChanged = order.some(({ id }, index) => id !== items[index]?.id)

  function move(item: Ordered, before: Ordered | undefined): Promise<boolean> {
    const others = order.filter((other) => other !== item)
    setOrder(others.toSpliced(before ? others.indexOf(before) : others.length, 0, item))
    return Promise.resolve(true)
  }

  function save(): void {
    onClose()
    if (isChanged) onSave(order.map(idOf))
  }

  return (
    <Modal title={`Order of ${title}`} changed={isChanged} onClose={onClose}>
      <p id="how-to-order">
        {where} shows them in this order. Drag an entry to its place; with the keyboard, pick it up with Space
        and move it with the arrow keys.
      </p>
      <Sortable
        items={order}
        idOf={idOf}
        nameOf={nameOf}
        onMove={move}
        describedBy="how-to-order"
        className={styles.order}
      >
        {row}
      </Sortable>
      <Answers>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" onClick={save}>
          Save order
        </Button>
      </Answers>
    </Modal>
  )
}
