import type { Faces } from './pdf-faces.ts'
import { breakLines, type Measure, type Style } from './pdf-lines.ts'
import type { Element, Line, Row } from './pdf-pages.ts'
import type { Block, List, Span } from './prose.ts'

/** The left edge and the width of a text, in points. */
export interface Column {
  x: number
  width: number
}

interface TextOptions {
  before?: number
  /** Stays on the page of what follows. */
  keepNext?: boolean
  /** No page break divides it. */
  unbroken?: boolean
  rule?: boolean
}

/** Lays out the elements of a document in rows, which have no page yet. */
export class Layout {
  readonly rows: Row[] = []
  readonly #faces: Faces
  readonly #measure: Measure

  constructor(faces: Faces, measure: Measure) {
    this.#faces = faces
    this.#measure = measure
  }

  /** An element of text, each line in a new row. No page break follows its first line or precedes its last. */
  text(
    tag: string,
    spans: readonly Span[],
    style: Style,
    column: Column,
    options: TextOptions = {},
  ): Element {
    const { before = 0, keepNext = false, unbroken = false, rule = false } = options
    const broken = breakLines(spans, style, column.width, this.#faces, this.#measure)
    const lines = broken.map((runs, index): Line => {
      const last = index === broken.length - 1
      const edge = index === 0 || index === broken.length - 2
      const row = {
        height: style.leading,
        before: index === 0 ? before : 0,
        keepNext: last ? keepNext : unbroken || edge,
        rule: rule && index === 0,
        page: 0,
        y: 0,
      }
      this.rows.push(row)
      return { runs, x: column.x, row }
    })
    return { tag, children: [], lines }
  }

  /** An element of text beside the rows from index `first` on, continued below where they end. */
  beside(first: number, tag: string, spans: readonly Span[], style: Style, column: Column): Element {
    const broken = breakLines(spans, style, column.width, this.#faces, this.#measure)
    const lines = broken.map((runs, index): Line => {
      let row = this.rows[first + index]
      if (!row) this.rows.push((row = { height: 0, before: 0, keepNext: false, rule: false, page: 0, y: 0 }))
      row.height = Math.max(row.height, style.leading)
      if (index < broken.length - 1) row.keepNext = true
      return { runs, x: column.x, row }
    })
    return { tag, children: [], lines }
  }

  blocks(list: readonly Block[], style: Style, column: Column, before: number): Element[] {
    return list.flatMap((block, index) => {
      const above = index === 0 ? before : style.leading * 0.35
      switch (block.kind) {
        case 'paragraph':
          return [this.text('P', block.spans, style, column, { before: above })]
        case 'heading': {
          const options = { before: above, keepNext: true }
          return [this.text('H4', block.spans, { ...style, bold: true }, column, options)]
        }
        case 'quote': {
          const children = this.blocks(block.blocks, style, inset(column, 12), above)
          return [{ tag: 'BlockQuote', children, lines: [] }]
        }
        case 'code': {
          // No-break spaces are kept, and no line is broken at them.
          const spans = [{ text: block.text.replaceAll('\t', '    ').replaceAll(' ', '\u00a0') }]
          return [this.text('P', spans, style, column, { before: above })]
        }
        case 'list':
          return [this.#list(block, style, column, above)]
        case 'table':
          return [this.#table(block.rows, style, column, above)]
      }
    })
  }

  #list({ start, items }: List, style: Style, column: Column, before: number): Element {
    const mark = (index: number) => (start === undefined ? '•' : `${start + index}.`)
    const labelWidth = this.#width([{ text: mark(items.length - 1) }], style)
    const inner = inset(column, start === undefined ? 11 : Math.max(16, labelWidth + 5))
    const children = items.map((item, index): Element => {
      const first = this.rows.length
      const body = this.blocks(item, style, inner, index === 0 ? before : style.leading * 0.15)
      const label = this.beside(first, 'Lbl', [{ text: mark(index) }], style, {
        x: column.x,
        width: inner.x - column.x,
      })
      return {
        tag: 'LI',
        children: [label, { tag: 'LBody', children: body, lines: [] }],
        lines: [],
      }
    })
    return { tag: start === undefined ? 'UL' : 'OL', children, lines: [] }
  }

  /** A table whose columns are as wide as their text if that fits. */
  #table(rows: readonly Span[][][], style: Style, column: Column, before: number): Element {
    const gap = 14
    const styleOf = (row: number) => (row === 0 ? { ...style, bold: true } : style)
    const widths = (rows[0] ?? []).map((_, index) =>
      Math.max(...rows.map((cells, row) => this.#width(cells[index] ?? [], styleOf(row)))),
    )
    const cellWidths = shareOut(column.width - gap * (widths.length - 1), widths)
    const children = rows.map((cells, row): Element => {
      const first = this.rows.length
      let { x } = column
      const shown = cells.map((spans, index): Element => {
        // Rounding must not break a text that fits.
        const cell = { x, width: (cellWidths[index] ?? 0) + 0.01 }
        x += cell.width + gap
        const tag = row === 0 ? 'TH' : 'TD'
        const options = { before: row === 0 ? before : style.leading * 0.15, keepNext: row === 0 }
        return index === 0
          ? this.text(tag, spans, styleOf(row), cell, { ...options, unbroken: true })
          : this.beside(first, tag, spans, styleOf(row), cell)
      })
      return { tag: 'TR', children: shown, lines: [] }
    })
    return { tag: 'Table', children, lines: [] }
  }

  /** How wide a text is in one line. */
  #width(spans: readonly Span[], style: Style): number {
    const [runs = []] = breakLines(spans, style, Infinity, this.#faces, this.#measure)
    const last = runs.at(-1)
    return last ? last.x + last.width : 0
  }
}

const inset = ({ x, width }: Column, by: number): Column => ({ x: x + by, width: width - by })

/** Divides `room`: a column gets its wanted width, or an equal share of the rest. */
function shareOut(room: number, wanted: readonly number[]): number[] {
  let left = room
  const given = [...wanted.entries()]
    .sort(([, a], [, b]) => a - b)
    .map(([index, width], place) => {
      const share = Math.min(width, left / (wanted.length - place))
      left -= share
      return [index, share] as const
    })
  return given.sort(([a], [b]) => a - b).map(([, width]) => width)
}
