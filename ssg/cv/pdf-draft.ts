import type { Faces } from './pdf-faces.ts'
import { setLines, type Measure, type Style } from './pdf-lines.ts'
import type { Element, Line, Slot } from './pdf-pages.ts'
import type { Block, Words } from './prose.ts'

/** Where a text stands: its left edge and its width, in points. */
export interface Column {
  x: number
  room: number
}

interface TextOptions {
  before?: number
  /** Stays on one page with what follows. */
  keepNext?: boolean
  /** Is not broken by a page. */
  whole?: boolean
  rule?: boolean
}

/** Gathers the elements of a document and the rows on which their lines stand. */
export class Draft {
  readonly slots: Slot[] = []
  readonly #faces: Faces
  readonly #measure: Measure

  constructor(faces: Faces, measure: Measure) {
    this.#faces = faces
    this.#measure = measure
  }

  /** An element of text, each line in a new row. No page ends after its first line or before its last. */
  text(
    tag: string,
    words: readonly Words[],
    style: Style,
    column: Column,
    options: TextOptions = {},
  ): Element {
    const { before = 0, keepNext = false, whole = false, rule = false } = options
    const set = setLines(words, style, column.room, this.#faces, this.#measure)
    const lines = set.map((runs, index): Line => {
      const last = index === set.length - 1
      const edge = index === 0 || index === set.length - 2
      const slot = {
        height: style.leading,
        before: index === 0 ? before : 0,
        keep: last ? keepNext : whole || edge,
        rule: rule && index === 0,
        page: 0,
        y: 0,
      }
      this.slots.push(slot)
      return { runs, x: column.x, slot }
    })
    return { tag, children: [], lines }
  }

  /** An element of text that stands beside the rows from number `first` on; where they end, it goes on below. */
  beside(first: number, tag: string, words: readonly Words[], style: Style, column: Column): Element {
    const set = setLines(words, style, column.room, this.#faces, this.#measure)
    const lines = set.map((runs, index): Line => {
      let slot = this.slots[first + index]
      if (!slot) this.slots.push((slot = { height: 0, before: 0, keep: false, rule: false, page: 0, y: 0 }))
      slot.height = Math.max(slot.height, style.leading)
      if (index < set.length - 1) slot.keep = true
      return { runs, x: column.x, slot }
    })
    return { tag, children: [], lines }
  }

  blocks(list: readonly Block[], style: Style, column: Column, before: number): Element[] {
    return list.flatMap((block, index) => {
      const above = index === 0 ? before : style.leading * 0.35
      switch (block.kind) {
        case 'paragraph':
          return [this.text('P', block.words, style, column, { before: above })]
        case 'heading': {
          const options = { before: above, keepNext: true }
          return [this.text('H4', block.words, { ...style, bold: true }, column, options)]
        }
        case 'quote': {
          const children = this.blocks(block.blocks, style, inset(column, 12), above)
          return [{ tag: 'BlockQuote', children, lines: [] }]
        }
        case 'list':
          return [this.#list(block.ordered, block.items, style, column, above)]
      }
    })
  }

  #list(ordered: boolean, items: readonly Block[][], style: Style, column: Column, before: number): Element {
    const inner = inset(column, ordered ? 16 : 11)
    const children = items.map((item, index): Element => {
      const first = this.slots.length
      const body = this.blocks(item, style, inner, index === 0 ? before : style.leading * 0.15)
      const mark = ordered ? `${index + 1}.` : '•'
      const label = this.beside(first, 'Lbl', [{ text: mark }], style, {
        x: column.x,
        room: inner.x - column.x,
      })
      return {
        tag: 'LI',
        children: [label, { tag: 'LBody', children: body, lines: [] }],
        lines: [],
      }
    })
    return { tag: ordered ? 'OL' : 'UL', children, lines: [] }
  }
}

const inset = ({ x, room }: Column, by: number): Column => ({ x: x + by, room: room - by })
