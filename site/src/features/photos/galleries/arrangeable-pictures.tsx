import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import type { ImageRecord } from '../../../api/types'
import { titleOf } from '../image-labels'
import styles from '../photos.module.css'
import { nextPosition } from './next-position'
import { PictureTile } from './picture-tile'
import { useGridWindow, type GridWindow } from './use-grid-window'
import { idOf, usePointerMoves } from './use-pointer-moves'

interface ArrangeablePicturesProps {
  images: readonly ImageRecord[]
  /** Stores that a picture stands before another one, or at the end, and resolves to whether it is so. */
  onMove: (move: { id: number; before: number | null }) => Promise<boolean>
  /** The id of the text that says how. */
  describedBy: string
}

/** Pictures that are put in order by pointer and keys. What happens is said aloud. */
export function ArrangeablePictures({ images: given, onMove, describedBy }: ArrangeablePicturesProps) {
  const list = useRef<HTMLUListElement>(null)
  // The picture that was taken, with where it stands until it is put down.
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
  const view = useGridWindow(list)
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
    setTaken(null)
    say(taken.image, ' put back', indexOf(taken.image.id))
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

  // Those near the window, and always the one that has the focus or is moved.
  const rendered = [...shown.keys()].slice(view.first, view.end)
  const kept = shown.findIndex(({ id }) => id === (taken?.image.id ?? tabbable))
  if (kept >= 0 && !rendered.includes(kept)) rendered.push(kept)
  rendered.sort((one, other) => one - other)

  const positionOf = (id: number) => shown.findIndex((image) => image.id === id)
  const pointer = usePointerMoves({ take, putDown, putBack, onto: (id) => moveTo(positionOf(id)) })

  /** A press by any means takes a picture, and with one taken chooses its place: nobody has to drag. */
  function onClick({ target }: MouseEvent): void {
    const id = idOf(target)
    if (id === undefined) return
    if (taken) putDown(positionOf(id))
    else take(id)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const grid = { columns: view.columns, count: shown.length }
    const next = nextPosition(event.key, grid, positionOf(idOf(event.target) ?? 0))
    if (next !== undefined) {
      event.preventDefault()
      const id = taken?.image.id ?? shown[next]?.id
      // It may be far away, and rendered only now.
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
      <ul
        ref={list}
        className={styles.tiles}
        style={view.height > 0 ? sizeOf(view, shown.length) : undefined}
        aria-describedby={describedBy}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setFocused(idOf(target))}
        {...pointer}
      >
        {rendered.map((position) => {
          const image = shown[position]
          return (
            image && (
              <PictureTile
                key={image.id}
                image={image}
                taken={taken?.image.id === image.id}
                tabbable={image.id === tabbable}
                position={position}
                count={shown.length}
                columns={view.height > 0 ? view.columns : undefined}
              />
            )
          )
        })}
      </ul>
      <p role="status" className="visually-hidden">
        {message}
      </p>
    </>
  )
}

const tileOf = (list: HTMLElement | null, id: number | undefined) =>
  list?.querySelector<HTMLElement>(`[data-id="${id ?? ''}"]`)

/** All rows are there, also those of which nothing is rendered. */
const sizeOf = ({ columns, height }: GridWindow, count: number) => ({
  gridTemplateRows: `repeat(${Math.ceil(count / columns)}, ${height}px)`,
})

function withMoved(
  images: readonly ImageRecord[],
  { image, position }: { image: ImageRecord; position: number },
) {
  const others = images.filter(({ id }) => id !== image.id)
  return [...others.slice(0, position), image, ...others.slice(position)]
}
