import { useEffect, useRef, type PointerEvent } from 'react'

interface PointerActions {
  take: (id: string) => void
  /** Called when the pointer is over the item `id`. */
  onto: (id: string) => void
  putDown: () => void
  putBack: () => void
}

/** The distance in pixels after which a press becomes a drag. */
const threshold = 6
/** Within `edge` pixels of the window's edges the page scrolls by `speed` pixels a frame. */
const edge = 80
const speed = 14

/** The ID of the item under an event's target, from the nearest `data-row`. */
export function idUnder(target: EventTarget | null): string | undefined {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return tile?.dataset['row']
}

/** The handlers for dragging items of a list. Fingers drag an item at its `data-handle`, and scroll elsewhere. */
export function usePointerMoves(actions: PointerActions) {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const drag = useRef<{ id: string; x: number; y: number; moving: boolean } | null>(null)

  function hover(): void {
    if (!drag.current?.moving) return
    const { id, x, y } = drag.current
    const over = idUnder(document.elementFromPoint(x, y))
    if (over !== undefined && over !== id) latest.current.onto(over)
  }

  function scrollAtEdges(): void {
    if (!drag.current?.moving) return
    const { y } = drag.current
    const by = y < edge ? -speed : y > innerHeight - edge ? speed : 0
    if (by !== 0) {
      scrollBy(0, by)
      hover()
    }
    requestAnimationFrame(scrollAtEdges)
  }

  function end(finish: () => void): void {
    const moving = drag.current?.moving
    drag.current = null
    if (moving) finish()
  }

  return {
    onPointerDown: ({ target, button, pointerType, clientX: x, clientY: y }: PointerEvent) => {
      const id = idUnder(target)
      if (id === undefined || button !== 0) return
      if (pointerType === 'touch' && !(target as Element).closest('[data-handle]')) return
      drag.current = { id, x, y, moving: false }
    },
    onPointerMove: ({ currentTarget, pointerId, clientX: x, clientY: y }: PointerEvent) => {
      const { current } = drag
      if (!current) return
      if (!current.moving) {
        if (Math.hypot(x - current.x, y - current.y) < threshold) return
        currentTarget.setPointerCapture(pointerId)
        latest.current.take(current.id)
        requestAnimationFrame(scrollAtEdges)
      }
      drag.current = { ...current, x, y, moving: true }
      hover()
    },
    onPointerUp: () => end(() => latest.current.putDown()),
    onPointerCancel: () => end(() => latest.current.putBack()),
  }
}
