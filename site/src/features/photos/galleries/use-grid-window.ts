import { useLayoutEffect, useState, type RefObject } from 'react'

/** The part of a long grid, all of whose items are of one height, that is worth rendering. */
export interface GridWindow {
  columns: number
  /** The height of an item, in pixels; 0 as long as nothing is laid out. */
  height: number
  /** The first item, and the one after the last. */
  first: number
  end: number
}

/** How far beyond the window's edges items are rendered, in windows. */
const beyond = 1

const unknown: GridWindow = { columns: 1, height: 0, first: 0, end: 100 }

/**
 * Which items of `grid` are near the window, by scrolling and resizing. An item is as high as its first child, and as wide as
 * `--narrowest` says, in rem, or wider.
 */
export function useGridWindow(grid: RefObject<HTMLElement | null>): GridWindow {
  const [view, setView] = useState(unknown)
  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const look = () => {
      const next = readWindow(element)
      if (next) setView((earlier) => (same(earlier, next) ? earlier : next))
    }
    look()
    const resized = new ResizeObserver(look)
    resized.observe(element)
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      resized.disconnect()
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [grid])
  return view
}

function readWindow(grid: HTMLElement): GridWindow | undefined {
  const height = grid.firstElementChild?.firstElementChild?.getBoundingClientRect().height ?? 0
  if (height === 0) return undefined
  const style = getComputedStyle(grid)
  const gap = parseFloat(style.rowGap) || 0
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
  const narrowest = parseFloat(style.getPropertyValue('--narrowest')) * rem
  // Not those that the browser has: there are more of them after items have been placed in a wider window.
  const columns = Math.max(1, Math.floor((grid.clientWidth + gap) / (narrowest + gap)))
  const row = height + gap
  const { top } = grid.getBoundingClientRect()
  // Half a window at a time, so that not each row that is scrolled by renders the list again.
  const step = Math.max(1, Math.floor(innerHeight / 2 / row))
  const from = Math.floor((-top - beyond * innerHeight) / row / step) * step
  const to = Math.ceil(((1 + beyond) * innerHeight - top) / row / step) * step
  return { columns, height, first: Math.max(0, from * columns), end: Math.max(0, to * columns) }
}

const same = (one: GridWindow, other: GridWindow) =>
  one.columns === other.columns &&
  Math.abs(one.height - other.height) < 0.5 &&
  one.first === other.first &&
  one.end === other.end
