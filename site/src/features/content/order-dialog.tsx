import { useState } from 'react'
import { Answers, Modal } from '../../ui/dialog'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { IconGripVertical } from '../../ui/icons'
import { Sortable } from '../../ui/sortable'
import type { DraftQueue } from './draft-queue'
import type { Entry } from './entries'
import { nameOf, type Part } from './outline'
import { reorder } from './reorder'
import styles from './content.module.css'

interface OrderDialogProps {
  part: Part
  queue: DraftQueue
  onClose: () => void
}

const idOf = ({ path }: Entry) => path

const row = (entry: Entry) => (
  <>
    <span data-handle>
      <Icon of={IconGripVertical} />
    </span>
    <span>{nameOf(entry)}</span>
  </>
)

/** Puts the entries of a folder in order. */
export function OrderDialog({ part: { kind, entries }, queue, onClose }: OrderDialogProps) {
  const there = entries.filter(({ text }) => text !== null)
  const [order, setOrder] = useState(there)
  const isChanged = order.some(({ path }, index) => path !== there[index]?.path)

  function move(entry: Entry, before: Entry | undefined): Promise<boolean> {
    const others = order.filter((other) => other !== entry)
    setOrder(others.toSpliced(before ? others.indexOf(before) : others.length, 0, entry))
    return Promise.resolve(true)
  }

  function save(): void {
    onClose()
    if (isChanged) reorder(queue, order)
  }

  return (
    <Modal title={`Order of ${kind.title}`} changed={isChanged} onClose={onClose}>
      <p id="how-to-order">
        The site shows them in this order. Drag an entry to its place; with the keyboard, pick it up with
        Space and move it with the arrow keys.
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
