import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import type { ImageRecord } from '../../../api/types'
import { titleOf } from '../image-labels'
import styles from '../photos.module.css'
import { ImageTile } from './image-tile'
import { idOf, usePointerMoves } from './use-pointer-moves'

interface ArrangeableImagesProps {
  images: readonly ImageRecord[]
  /** Stores that an image stands before another one, or at the end, and resolves to whether it is so. */
  onMove: (move: { id: number; before: number | null }) => Promise<boolean>
  /** The ID of the text that says how. */
  describedBy: string
}

/** Images that are put in order by pointer and keys. Each step is announced. */
export function ArrangeableImages({ images: given, onMove, describedBy }: ArrangeableImagesProps) {
  const list = useRef<HTMLDivElement>(null)
  // The image that was taken, with where it stands until it is put down.
  const [chosen, setTaken] = useState<{ image: ImageRecord; position: number } | null>(null)
  // What was put down last, until the list has it there.
  const [placed, setPlaced] = useState<{
    given: readonly ImageRecord[]
    image: ImageRecord
    position: number
  }>()
  const images = placed?.given === given ? withMoved(given, placed) : given
  const [focused, setFocused] = useState<number>()
  const [message, setMessage] = useState('')
  const indexOf = (id: number) => images.findIndex((image) => image.id === id)
  // Somebody else may have deleted it meanwhile.
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
    // It may have moved in the document.
    tileOf(list.current, image.id)?.focus()
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

  // A node that moves in the document loses the focus.
  useLayoutEffect(() => {
    if (chosen) tileOf(list.current, chosen.image.id)?.focus()
  }, [chosen])

  const positionOf = (id: number) => shown.findIndex((image) => image.id === id)
  const pointer = usePointerMoves({ take, putDown, putBack, onto: (id) => moveTo(positionOf(id)) })

  /** A press by any means takes an image, and with one taken chooses its place: nobody has to drag. */
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
      const tile = tileOf(list.current, id)
      tile?.focus()
      tile?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Escape') putBack()
    else if (event.key === 'Tab') putDown()
  }

  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is pressed are the buttons in it */}
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

/** Whole rows of 1 to 6 columns, which the browser leaves out of layout together while they are far from the window. */
const chunkLength = 60

const chunksOf = (images: readonly ImageRecord[]) =>
  Array.from({ length: Math.ceil(images.length / chunkLength) }, (_, index) =>
    images.slice(index * chunkLength, (index + 1) * chunkLength),
  )

const tileOf = (list: HTMLElement | null, id: number | undefined) =>
  list?.querySelector<HTMLElement>(`[data-id="${id ?? ''}"]`)

const columnsOf = (list: HTMLElement | null) =>
  list?.firstElementChild ? getComputedStyle(list.firstElementChild).gridTemplateColumns.split(' ').length : 1

/** Where `key` goes from the item at `index` of a grid; undefined for keys that go nowhere. */
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
