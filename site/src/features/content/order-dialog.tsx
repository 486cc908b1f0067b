import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Answers, Modal } from '../../ui/dialog'
import { Button } from '../../ui/button'
import { Lines } from '../../ui/layout'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconArrowDown, IconArrowUp } from '../../ui/icons'
import type { DraftQueue } from './draft-queue'
import { nameOf, type Part } from './outline'
import { reorder } from './reorder'

interface OrderDialogProps {
  part: Part
  queue: DraftQueue
  onClose: () => void
}

/** Puts the entries of a folder in order, one step at a time. */
export function OrderDialog({ part: { kind, entries }, queue, onClose }: OrderDialogProps) {
  const there = entries.filter(({ text }) => text !== null)
  const [order, setOrder] = useState(there)
  const [announced, setAnnounced] = useState('')
  const isChanged = order.some(({ path }, index) => path !== there[index]?.path)

  function move(index: number, by: 1 | -1, button: HTMLElement): void {
    const to = index + by
    const entry = order[index]
    if (!entry || to < 0 || to >= order.length) return
    flushSync(() => {
      setOrder(order.toSpliced(index, 1).toSpliced(to, 0, entry))
      setAnnounced(`${nameOf(entry)}, position ${to + 1} of ${order.length}.`)
    })
    // A node that moves in the document loses the focus.
    button.focus()
  }

  function save(): void {
    onClose()
    if (isChanged) reorder(queue, order)
  }

  return (
    <Modal title={`Order of ${kind.title}`} changed={isChanged} onClose={onClose}>
      <p>The site shows them in this order.</p>
      <Lines>
        {order.map((entry, index) => (
          <li key={entry.path}>
            <p>{nameOf(entry)}</p>
            <IconButton
              label={`Move ${nameOf(entry)} up`}
              aria-disabled={index === 0}
              onClick={({ currentTarget }) => move(index, -1, currentTarget)}
            >
              <Icon of={IconArrowUp} />
            </IconButton>
            <IconButton
              label={`Move ${nameOf(entry)} down`}
              aria-disabled={index === order.length - 1}
              onClick={({ currentTarget }) => move(index, 1, currentTarget)}
            >
              <Icon of={IconArrowDown} />
            </IconButton>
          </li>
        ))}
      </Lines>
      <p role="status" className="visually-hidden">
        {announced}
      </p>
      <Answers>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" onClick={save}>
          Save order
        </Button>
      </Answers>
    </Modal>
  )
}
