import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import type { ImageRecord } from '../../../api/types'
import { focusRow } from '../../../ui/focus'
import { titleOf } from '../image-labels'
import styles from '../photos.module.css'
import { ImageTile } from './image-tile'
import { idOf, usePointerMoves } from './use-pointer-moves'

interface ArrangeableImagesProps {
  images: readonly ImageRecord[]
  /** Stores that an image comes before another one, or last, and resolves to whether that succeeded. */
  onMove: (move: { id: number; before: number | null }) => Promise<boolean>
  /** The ID of the text that explains the keys. */
  describedBy: string
}

/** Images that can be reordered with a pointer or the keyboard. Each step is announced to screen readers. */
export function ArrangeableImages({ images: given, onMove, describedBy }: ArrangeableImagesProps) {
  const list = useRef<HTMLDivElement>(null)
  // The image being moved, and its current position.
  const [chosen, setTaken] = useState<{ image: ImageRecord; position: number } | null>(null)
  // The last move, until the list includes it.
  const [placed, setPlaced] = useState<{
    given: readonly ImageRecord[]
    image: ImageRecord
    position: number
  }>()
  const images = placed?.given === given ? withMoved(given, placed) : given
  const [focused, setFocused] = useState<number>()
  const [message, setMessage] = useState('')
  const indexOf = (id: number) => images.findIndex((image) => image.id === id)
  // Other staff may have deleted it in the meantime.
  const taken = chosen && indexOf(chosen.image.id) >= 0 ? chosen : null
  const shown = taken ? withMoved(images, taken) : images
  const tabbable = shown.some(({ id }) => id === focused) ? focused : shown[0]?.id
  const say = (image: ImageRecord, done: string, position: number) =>
    setMessage(`${titleOf(image)}${done}, position ${position + 1} of ${images.length}.`)

  function take(id: number): void {
    const position = indexOf(id)
    const image = images[position]
    if (!image) return
    setTaken({ image, position })
    say(image, ' taken', position)
  }

  function moveTo(position: number): void {
    if (!taken || position === taken.position) return
    setTaken({ ...taken, position })
    say(taken.image, '', position)
  }

  function putBack(): void {
    if (!taken) return
    const { image } = taken
    flushSync(() => setTaken(null))
    say(image, ' put back', indexOf(image.id))
    // Its element may have moved in the document.
    focusRow(image.id, list.current)
  }

  function putDown(position = taken?.position ?? 0): void {
    if (!taken) return
    const { image } = taken
    setTaken(null)
    say(image, ' put down', position)
    if (position === indexOf(image.id)) return
    const before = withMoved(images, { image, position })[position + 1]?.id ?? null
    setPlaced({ given, image, position })
    void onMove({ id: image.id, before }).then((stored) => {
      if (!stored) setMessage(`${titleOf(image)} could not be moved.`)
    })
  }

  // An element that moves in the document loses the focus.
  useLayoutEffect(() => {
    if (chosen) focusRow(chosen.image.id, list.current)
  }, [chosen])

  const positionOf = (id: number) => shown.findIndex((image) => image.id === id)
  const pointer = usePointerMoves({ take, putDown, putBack, onto: (id) => moveTo(positionOf(id)) })

  /** The first press takes an image, the second chooses its place, so that dragging is never required. */
  function onClick({ target }: MouseEvent): void {
    const id = idOf(target)
    if (id === undefined) return
    if (taken) putDown(positionOf(id))
    else take(id)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const grid = { columns: columnsOf(list.current), count: shown.length }
    const next = nextPosition(event.key, grid, positionOf(idOf(event.target) ?? 0))
    if (next !== undefined) {
      event.preventDefault()
      const id = taken?.image.id ?? shown[next]?.id
      flushSync(() => (taken ? moveTo(next) : setFocused(id)))
      focusRow(id, list.current)
    } else if (event.key === 'Escape') putBack()
    else if (event.key === 'Tab') putDown()
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
        onFocus={({ target }) => setFocused(idOf(target))}
        {...pointer}
      >
        {chunksOf(shown).map((chunk, index) => (
          <div key={index} role="presentation" className={styles.tiles}>
            {chunk.map((image, place) => (
              <ImageTile
                key={image.id}
                image={image}
                taken={taken?.image.id === image.id}
                tabbable={image.id === tabbable}
                position={index * chunkLength + place}
              />
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

/** Fills whole rows of 1 to 6 columns. The browser skips the layout of chunks far from the window. */
const chunkLength = 60

const chunksOf = (images: readonly ImageRecord[]) =>
  Array.from({ length: Math.ceil(images.length / chunkLength) }, (_, index) =>
    images.slice(index * chunkLength, (index + 1) * chunkLength),
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

function withMoved(
  images: readonly ImageRecord[],
  { image, position }: { image: ImageRecord; position: number },
) {
  const others = images.filter(({ id }) => id !== image.id)
  return [...others.slice(0, position), image, ...others.slice(position)]
}
