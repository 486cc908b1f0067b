import type PDFDocument from 'pdfkit'
import { fontChooser, type FontFiles, type SetText } from './pdf-fonts.ts'
import { breakLines, joinPieces, type Piece } from './pdf-lines.ts'
import type { Span } from './prose.ts'

type Pdf = InstanceType<typeof PDFDocument>
type Struct = ReturnType<Pdf['struct']>

/** The left edge and the width of text, in points. */
export interface Column {
  x: number
  width: number
}

/** How text looks, in points. */
export interface Style {
  size: number
  leading: number
  colour: string
  bold?: boolean
}

const linkColour = '#2f49d1'
const underlineColour = '#a7b3ea'
/** How lists are labelled: with bullets, numbers, or terms. */
const lists: Record<string, string | undefined> = { UL: 'Disc', OL: 'Decimal', DL: 'None' }

/** Sets text from top to bottom, begins new pages, and tags each part for screen readers. */
export class Flow {
  y: number
  #page = 0
  #pages = 1
  #parent: Struct
  /** Nothing is drawn while a height is measured. */
  #measuring = false
  readonly #pdf: Pdf
  readonly #top: number
  readonly #bottom: number
  readonly #known = new Map<string, Omit<Piece, 'span'>[]>()
  readonly #choose: ReturnType<typeof fontChooser>

  /** Begins the first page, between `top` and `bottom`. */
  constructor(pdf: Pdf, files: FontFiles, top: number, bottom: number) {
    this.#pdf = pdf
    this.#top = this.y = top
    this.#bottom = bottom
    this.#choose = fontChooser(files)
    for (const [name, file] of files) pdf.registerFont(name, file)
    pdf.addPage()
    this.#parent = pdf.struct('Document')
    pdf.addStructure(this.#parent)
  }

  /** Draws a part of the document, which contains what `draw` adds. */
  element(tag: string, draw: () => void): void {
    if (this.#measuring) {
      draw()
      return
    }
    const parent = this.#parent
    const list = lists[tag]
    this.#parent = this.#pdf.struct(list ? 'L' : tag)
    if (list) setAttributes(this.#parent, { O: 'List', ListNumbering: list })
    parent.add(this.#parent)
    draw()
    this.#parent.end()
    this.#parent = parent
  }

  /** Draws an element of text. A paragraph leaves no single line at the end or top of a page. */
  text(tag: string, spans: readonly Span[], style: Style, column: Column): void {
    const lines = breakLines(spans, column.width, (text, span) => this.#set(text, span, style))
    this.element(tag, () => {
      const parts: Part[] = []
      for (const [index, line] of lines.entries()) {
        this.reserve(style.leading * linesToKeep(index, lines.length))
        let { x } = column
        for (const piece of this.#measuring ? [] : joinPieces(line)) {
          const { link } = piece.span
          const placed = { ...piece, width: this.#measure(piece, style), x, y: this.y }
          const last = parts.at(-1)
          if (last?.page === this.#page && last.link === link) last.pieces.push(placed)
          else parts.push({ page: this.#page, link, pieces: [placed] })
          x += placed.width
        }
        const end = parts.at(-1)?.pieces.at(-1)
        // The space at its end is not underlined.
        if (end) end.width = this.#measure({ ...end, text: end.text.trimEnd() }, style)
        this.y += style.leading
      }
      for (const part of parts) this.#drawPart(part, style)
    })
  }

  /** Draws columns that begin at the same height, and continues below the longest. */
  beside(...columns: (() => void)[]): void {
    const start = { page: this.#page, y: this.y }
    let end = start
    for (const draw of columns) {
      this.#goTo(start)
      draw()
      const { y } = this
      if (this.#page > end.page || (this.#page === end.page && y > end.y)) end = { page: this.#page, y }
    }
    this.#goTo(end)
  }

  /** Leaves space, but not at the top of a page. */
  space(height: number): void {
    if (this.#measuring || this.y > this.#top) this.y += height
  }

  /** Begins a new page unless `height` is free on this one. */
  reserve(height: number): void {
    if (this.#measuring || this.y + height <= this.#bottom || this.y === this.#top) return
    if (++this.#page === this.#pages) {
      this.#pages += 1
      this.#pdf.addPage()
    } else this.#pdf.switchToPage(this.#page)
    this.y = this.#top
  }

  /** Reserves what `draw` needs, or its first `most` points. */
  keep(draw: () => void, most = Infinity): void {
    if (!this.#measuring) this.reserve(Math.min(this.#height(draw), most, this.#bottom - this.#top))
  }

  width(spans: readonly Span[], style: Style): number {
    const [line = []] = breakLines(spans, Infinity, (text, span) => this.#set(text, span, style))
    return line.reduce((sum, { width }) => sum + width, 0)
  }

  /** Draws decoration, which screen readers skip. */
  artifact(type: 'Layout' | 'Pagination', draw: (pdf: Pdf) => void): void {
    if (this.#measuring) return
    this.#pdf.markContent('Artifact', { type })
    draw(this.#pdf)
    this.#pdf.endMarkedContent()
  }

  /** Draws text that is decoration, to the left of `right`, on the baseline `y`. */
  label(text: string, style: Style, right: number, y: number): void {
    const spans = [{ text }]
    let x = right - this.width(spans, style)
    const [line = []] = breakLines(spans, Infinity, (word, span) => this.#set(word, span, style))
    for (const piece of joinPieces(line)) {
      this.#write(piece, x, y, style)
      x += this.#measure(piece, style)
    }
  }

  bookmark(title: string): void {
    if (this.#measuring) return
    // The type lacks the position on the page.
    const place = { pageNumber: this.#page, top: this.y - 16, left: this.#pdf.page.width }
    this.#pdf.outline.addItem(title, place as never)
  }

  footers(draw: (page: number, pages: number) => void): void {
    for (let page = 0; this.#pages > 1 && page < this.#pages; page += 1) {
      this.#pdf.switchToPage(page)
      this.artifact('Pagination', () => {
        draw(page + 1, this.#pages)
      })
    }
  }

  end(): void {
    this.#parent.end()
    this.#pdf.end()
  }

  #goTo({ page, y }: { page: number; y: number }): void {
    if (!this.#measuring && page !== this.#page) this.#pdf.switchToPage(page)
    this.#page = page
    this.y = y
  }

  #height(draw: () => void): number {
    const { y } = this
    this.#measuring = true
    this.y = 0
    draw()
    const height = this.y
    this.#measuring = false
    this.y = y
    return height
  }

  /** Sets a word. Most are set several times: heights are measured before pages are chosen. */
  #set(word: string, span: Span, style: Style): Piece[] {
    const bold = span.bold ?? style.bold ?? false
    const italic = span.italic ?? false
    const key = JSON.stringify([word, style.size, bold, italic])
    let set = this.#known.get(key)
    if (!set) {
      set = this.#choose(word, bold, italic).map((text) => ({ ...text, width: this.#measure(text, style) }))
      this.#known.set(key, set)
    }
    return set.map((piece) => ({ ...piece, span }))
  }

  #measure({ text, font, scale }: SetText, { size }: Style): number {
    return this.#pdf
      .font(font)
      .fontSize(size * scale)
      .widthOfString(text)
  }

  #drawPart({ page, link, pieces }: Part, style: Style): void {
    const pdf = this.#pdf
    pdf.switchToPage(page)
    const colour = link === undefined ? style.colour : linkColour
    const target = link === undefined ? this.#parent : pdf.struct('Link')
    if (link !== undefined) this.#parent.add(target)
    target.add(() => {
      for (const piece of pieces) this.#write(piece, piece.x, piece.y + baseline(style), { ...style, colour })
    })
    const says = pieces.map(({ text }) => text).join('')
    for (const { x, y, width, span, text } of pieces) {
      const rule = (above: number, fill: string) => {
        this.artifact('Layout', () => pdf.rect(x, y + baseline(style) - above, width, 0.5).fill(fill))
      }
      if (span.struck) rule(style.size * 0.28, colour)
      if (link === undefined || text.trim() === '') continue
      const options = { structParent: target, Contents: new String(says.trim()) }
      pdf.link(x, y, width, style.leading, link, options as never)
      rule(-1.6, underlineColour)
    }
    // While the page of its annotations is the current one.
    if (link !== undefined) target.end()
    pdf.switchToPage(this.#page)
  }

  #write({ text, font, scale }: SetText, x: number, y: number, { size, colour }: Style): void {
    this.#pdf
      .font(font)
      .fontSize(size * scale)
      .fillColor(colour)
      .text(text, x, y, { lineBreak: false, baseline: 'alphabetic' })
  }
}

/** Successive pieces on one page with the same link. */
interface Part {
  page: number
  link: string | undefined
  pieces: (Piece & { x: number; y: number })[]
}

const baseline = ({ leading }: Style) => leading * 0.72

/** How many lines from `index` on stay together: the first two of a paragraph, and the last two. */
const linesToKeep = (index: number, lines: number): number =>
  lines <= 3 ? lines - index : index === 0 || index === lines - 2 ? 2 : 1

/** Gives an element attributes, for which pdfkit has no API. */
function setAttributes(element: Struct, attributes: Record<string, string>): void {
  const { dictionary } = element as unknown as { dictionary: { data: Record<string, unknown> } }
  dictionary.data['A'] = attributes
}
