import type { Run } from './pdf-lines.ts'

/** A row of the page: lines beside each other that share a baseline. */
export interface Row {
  height: number
  /** Space above it, except at the top of a page. */
  before: number
  /** Whether it stays on one page with the next one. */
  keepNext: boolean
  /** A hairline above it. */
  rule: boolean
  page: number
  y: number
}

export interface Line {
  runs: Run[]
  x: number
  row: Row
}

/** A node of the document's logical structure, which screen readers follow. */
export interface Element {
  tag: string
  children: Element[]
  lines: Line[]
}

/**
 * Gives each row its page and its place between `top` and `bottom`, and returns how many pages there are. Slots that
 * are to be kept together stay so, unless they are longer than a page.
 */
export function paginate(rows: readonly Row[], top: number, bottom: number): number {
  let page = 0
  let y = top
  for (let first = 0; first < rows.length;) {
    let end = first + 1
    while (end < rows.length && rows[end - 1]?.keepNext === true) end += 1
    const group = rows.slice(first, end)
    const height = group.reduce((sum, row) => sum + row.before + row.height, 0)
    if (y > top && y + height > bottom && height - (group[0]?.before ?? 0) <= bottom - top) {
      page += 1
      y = top
    }
    for (const row of group) {
      if (y > top && y + row.before + row.height > bottom) {
        page += 1
        y = top
      }
      if (y > top) y += row.before
      row.page = page
      row.y = y
      y += row.height
    }
    first = end
  }
  return page + 1
}
