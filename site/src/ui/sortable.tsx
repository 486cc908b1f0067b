import {
  memo,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { focusRow } from './focus'
import { idUnder, usePointerMoves } from './use-pointer-moves'

interface SortableProps<Item> {
  items: readonly Item[]
  /** These three must not change from one rendering to the next: a long list renders only items that have moved. */
  idOf: (item: Item) => string
  nameOf: (item: Item) => string
  /** The content of an item's button, with a `data-handle` for fingers; positions are counted from 0. */
  children: (item: Item, position: number) => ReactNode
  /** Puts an item before another one, or last, and resolves to whether that was stored. */
  onMove: (item: Item, before: Item | undefined) => Promise<boolean>
  /** The ID of the text that explains the keys. */
  describedBy: string
  /** The class of the grid. */
  className: string | undefined
}

/** A list that can be reordered with a pointer or the keyboard. Each step is announced to screen readers. */
export function Sortable<Item>(props: SortableProps<Item>) {
  const { items: given, idOf, nameOf, children, onMove, describedBy, className } = props
  const list = useRef<HTMLDivElement>(null)
  // The item being moved, and its current position.
  const [chosen, setTaken] = useState<{ item: Item; position: number } | null>(null)
  // The last move, until the list includes it.
  const [placed, setPlaced] = useState<{ given: readonly Item[]; item: Item; position: number }>()
  const items = placed?.given === given ? withMoved(given, placed) : given
  const [focused, setFocused] = useState<string>()
  const [message, setMessage] = useState('')
  const indexOf = (id: string) => items.findIndex((item) => idOf(item) === id)
  // Other staff may have deleted it in the meantime.
  const taken = chosen && indexOf(idOf(chosen.item)) >= 0 ? chosen : null
  const shown = taken ? withMoved(items, taken) : items
  const tabbable = shown.some((item) => idOf(item) === focused) ? focused : shown[0] && idOf(shown[0])
  const say = (item: Item, done: string, position: number) =>
    setMessage(`${nameOf(item)}${done}, position ${position + 1} of ${items.length}.`)

  function take(id: string): void {
    const position = indexOf(id)
    const item = items[position]
    if (!item) return
    setTaken({ item, position })
    say(item, ' taken', position)
  }

  function moveTo(position: number): void {
    if (!taken || position < 0 || position === taken.position) return
    setTaken({ ...taken, position })
    say(taken.item, '', position)
  }

  function putBack(): void {
    if (!taken) return
    const { item } = taken
    flushSync(() => setTaken(null))
    say(item, ' put back', indexOf(idOf(item)))
    // Its element may have moved in the document.
    focusRow(idOf(item), list.current)
  }

  function putDown(position = taken?.position ?? 0): void {
    if (!taken) return
    const { item } = taken
    setTaken(null)
    say(item, ' put down', position)
    if (position === indexOf(idOf(item))) return
    const before = withMoved(items, { item, position })[position + 1]
    setPlaced({ given, item, position })
    void onMove(item, before).then((stored) => {
      if (!stored) setMessage(`${nameOf(item)} could not be moved.`)
    })
  }

  // An element that moves in the document loses the focus.
  useLayoutEffect(() => {
    if (chosen) focusRow(idOf(chosen.item), list.current)
  }, [chosen, idOf])

  const positionOf = (id: string) => shown.findIndex((item) => idOf(item) === id)
  const pointer = usePointerMoves({ take, putDown, putBack, onto: (id) => moveTo(positionOf(id)) })

  /** The first press takes an item, the second chooses its place, so that dragging is never required. */
  function onClick({ target }: MouseEvent): void {
    const id = idUnder(target)
    if (id === undefined) return
    if (taken) putDown(positionOf(id))
    else take(id)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const grid = { columns: columnsOf(list.current), count: shown.length }
    const next = nextPosition(event.key, grid, positionOf(idUnder(event.target) ?? ''))
    if (next !== undefined) {
      event.preventDefault()
      const item = taken?.item ?? shown[next]
      const id = item && idOf(item)
      flushSync(() => (taken ? moveTo(next) : setFocused(id)))
      focusRow(id, list.current)
    } else if (event.key === 'Escape' && taken) {
      // Nor does it close a dialog.
      event.preventDefault()
      putBack()
    } else if (event.key === 'Tab') putDown()
  }

  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the presses are on the buttons in it */}
      <div
        ref={list}
        role="list"
        aria-describedby={describedBy}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setFocused(idUnder(target))}
        {...pointer}
      >
        {chunksOf(shown).map((chunk, index) => (
          <div key={index} role="presentation" className={className}>
            {chunk.map((item, place) => (
              <Tile
                key={idOf(item)}
                id={idOf(item)}
                item={item}
                label={nameOf(item)}
                taken={item === taken?.item}
                tabbable={idOf(item) === tabbable}
                position={index * chunkLength + place}
              >
                {children}
              </Tile>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {message}
      </p>
    </>
  )
}

interface TileProps<Item> {
  id: string
  item: Item
  label: string
  taken: boolean
  /** Whether it is the one item that the Tab key reaches. */
  tabbable: boolean
  position: number
  children: (item: Item, position: number) => ReactNode
}

/** Memoized, because lists are long and a move changes few items. */
const Tile = memo(function Tile<Item>(props: TileProps<Item>) {
  const { id, item, label, taken, tabbable, position, children } = props
  return (
    <div role="listitem">
      <button
        type="button"
        data-row={id}
        aria-pressed={taken}
        aria-label={label}
        tabIndex={tabbable ? 0 : -1}
      >
        {children(item, position)}
      </button>
    </div>
  )
}) as <Item>(props: TileProps<Item>) => ReactNode

/** Fills whole rows of 1 to 6 columns. The browser skips the layout of chunks far from the window. */
const chunkLength = 60

const chunksOf = <Item,>(items: readonly Item[]) =>
  Array.from({ length: Math.ceil(items.length / chunkLength) }, (_, index) =>
    items.slice(index * chunkLength, (index + 1) * chunkLength),
  )

const columnsOf = (list: HTMLElement | null) =>
  list?.firstElementChild ? getComputedStyle(list.firstElementChild).gridTemplateColumns.split(' ').length : 1

/** The position that `key` moves to from `index` in a grid; undefined for other keys. */
function nextPosition(
  key: string,
  { columns, count }: { columns: number; count: number },
  index: number,
): number | undefined {
  const last = count - 1
  const next: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
    Home: 0,
    End: last,
  }
  const position = index < 0 ? undefined : next[key]
  return position === undefined ? undefined : Math.max(0, Math.min(last, position))
}

/** `items` with `moved`, one of them, at another position. */
function withMoved<Item>(
  items: readonly Item[],
  { item: moved, position }: { item: Item; position: number },
): Item[] {
  return items.filter((item) => item !== moved).toSpliced(position, 0, moved)
}
