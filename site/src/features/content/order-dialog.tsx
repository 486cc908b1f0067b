import { useLayoutEffect, useRef, useState } from 'react'
import { count } from '../../lib/count'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconArrowDown, IconArrowUp } from '../../ui/icons'
import { Modal } from '../../ui/dialog'
import { showToast } from '../../ui/toast'
import work from '../../ui/work.module.css'
import type { DraftKeeper } from './draft-keeper'
import { renamesFor } from './entry-names'
import { nameOf, type Part } from './outline'
import styles from './content.module.css'

interface OrderDialogProps {
  part: Part
  keeper: DraftKeeper
  onClose: () => void
}

/** Puts the entries of a folder in order: one step up or down at a press. */
export function OrderDialog({ part: { kind, texts }, keeper, onClose }: OrderDialogProps) {
  const entries = texts.filter(({ text }) => text !== null)
  const [order, setOrder] = useState(entries)
  const isChanged = order.some((text, index) => text.path !== entries[index]?.path)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<string>(null)

  // A node that moves in the document loses the focus.
  useLayoutEffect(() => {
    if (pressed.current) list.current?.querySelector<HTMLElement>(`[id="${pressed.current}"]`)?.focus()
  }, [order])

  function move(index: number, by: 1 | -1, id: string): void {
    const to = index + by
    const [text] = order.slice(index, index + 1)
    if (!text || to < 0 || to >= order.length) return
    pressed.current = id
    setOrder(order.toSpliced(index, 1).toSpliced(to, 0, text))
    setSaid(`${nameOf(text)}, position ${to + 1} of ${order.length}.`)
  }

  function keep(): void {
    const renames = isChanged ? renamesFor(order.map(({ path }) => path)) : []
    const before = new Map(texts.map(({ path, text }) => [path, text]))
    // What leaves a name first: another entry may take it.
    for (const { from } of renames) keeper.edit(from, null)
    for (const { from, to } of renames) keeper.edit(to, before.get(from) ?? null)
    onClose()
    if (renames.length === 0) return
    showToast(`Moved: ${count(renames.length, 'entry gets', 'entries get')} another place.`, {
      label: 'Undo',
      run: () => {
        for (const { to } of renames) keeper.edit(to, before.get(to) ?? null)
        for (const { from } of renames) keeper.edit(from, before.get(from) ?? null)
      },
    })
  }

  return (
    <Modal title={`Order of ${kind.title}`} changed={isChanged} onClose={onClose}>
      <p className={work.note}>The site shows them in this order.</p>
      <ol ref={list} className={styles.order}>
        {order.map((text, index) => (
          <li key={text.path}>
            <span>{nameOf(text)}</span>
            <IconButton
              id={`up ${text.path}`}
              label={`Move ${nameOf(text)} up`}
              aria-disabled={index === 0}
              onClick={(event) => move(index, -1, event.currentTarget.id)}
            >
              <Icon of={IconArrowUp} />
            </IconButton>
            <IconButton
              id={`down ${text.path}`}
              label={`Move ${nameOf(text)} down`}
              aria-disabled={index === order.length - 1}
              onClick={(event) => move(index, 1, event.currentTarget.id)}
            >
              <Icon of={IconArrowDown} />
            </IconButton>
          </li>
        ))}
      </ol>
      <Button variant="primary" onClick={keep}>
        Keep this order
      </Button>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </Modal>
  )
}
