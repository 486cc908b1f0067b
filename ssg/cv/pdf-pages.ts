import type { Run } from './pdf-lines.ts'

/** A row of the page: lines beside each other that share a baseline. */
export interface Slot {
  height: number
  /** Space above it, but at the top of a page. */
  before: number
  /** Whether it stays on one page with the next one. */
  keep: boolean
  /** A hairline above it. */
  rule: boolean
  page: number
  y: number
}

export interface Line {
  runs: Run[]
  x: number
  slot: Slot
}

/** The document as readers that do not see it are told: lines within elements within elements. */
export interface Element {
  tag: string
  children: Element[]
  lines: Line[]
}

/**
 * Gives each slot its page and its place between `top` and `bottom`, and returns how many pages there are. Slots that
 * are to be kept together stay so, unless they are longer than a page.
 */
export function placeSlots(slots: readonly Slot[], top: number, bottom: number): number {
  let page = 0
  let y = top
  for (let first = 0; first < slots.length;) {
    let end = first + 1
    while (end < slots.length && slots[end - 1]?.keep === true) end += 1
    const chain = slots.slice(first, end)
    const height = chain.reduce((sum, slot) => sum + slot.before + slot.height, 0)
    if (y > top && y + height > bottom && height - (chain[0]?.before ?? 0) <= bottom - top) {
      page += 1
      y = top
    }
    for (const slot of chain) {
      if (y > top && y + slot.before + slot.height > bottom) {
        page += 1
        y = top
      }
      if (y > top) y += slot.before
      slot.page = page
      slot.y = y
      y += slot.height
    }
    first = end
  }
  return page + 1
}
