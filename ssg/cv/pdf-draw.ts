import type PDFDocument from 'pdfkit'
import type { Run } from './pdf-lines.ts'
import type { Element, Line, Row } from './pdf-pages.ts'

type Pdf = InstanceType<typeof PDFDocument>
type Struct = ReturnType<Pdf['struct']>

/** Draws an element with all that it holds, and puts it below `parent` in the document's structure. */
export function drawElement(pdf: Pdf, { tag, children, lines }: Element, parent: Struct): void {
  const element = pdf.struct(lists[tag] ? 'L' : tag)
  if (lists[tag]) describe(element, { O: 'List', ListNumbering: lists[tag] })
  if (tag === 'TH') describe(element, { O: 'Table', Scope: 'Column' })
  parent.add(element)
  for (const child of children) drawElement(pdf, child, element)
  for (const part of partsOf(lines)) drawPart(pdf, part, element)
  if (tag === 'H2') bookmark(pdf, lines)
  element.end()
}

/** How a list's items are labelled: by bullets, by numbers, or by terms of their own. */
const lists: Record<string, string | undefined> = { UL: 'Disc', OL: 'Decimal', DL: 'None' }

/** Gives an element attributes, which screen readers announce. */
function describe(element: Struct, attributes: Record<string, string>): void {
  // pdfkit has no API for them.
  const { dictionary } = element as unknown as { dictionary: { data: Record<string, unknown> } }
  dictionary.data['A'] = attributes
}

interface PlacedRun extends Run {
  left: number
  row: Row
}

/** Successive runs on one page with the same link. */
interface Part {
  page: number
  link: string | undefined
  runs: PlacedRun[]
}

function partsOf(lines: readonly Line[]): Part[] {
  const found: Part[] = []
  for (const { runs, x, row } of lines) {
    for (const run of runs) {
      const placed = { ...run, left: x + run.x, row }
      const last = found.at(-1)
      if (last?.page === row.page && last.link === run.link) last.runs.push(placed)
      else found.push({ page: row.page, link: run.link, runs: [placed] })
    }
  }
  return found
}

function drawPart(pdf: Pdf, { page, link, runs }: Part, element: Struct): void {
  pdf.switchToPage(page)
  const draw = () => runs.forEach((run) => drawRun(pdf, run, run.left, baseline(run.row)))
  for (const run of runs) if (run.struck) drawRule(pdf, run, baseline(run.row) - run.size * 0.28)
  if (link === undefined) {
    element.add(draw)
    return
  }
  const target = pdf.struct('Link')
  element.add(target)
  target.add(draw)
  const Contents = new String(
    runs
      .map(({ text }) => text)
      .join('')
      .trim(),
  )
  for (const run of runs) {
    const { left, width, row, text } = run
    if (text.trim() === '') continue
    pdf.link(left, row.y, width, row.height, link, { structParent: target, Contents } as never)
    drawRule(pdf, run, baseline(row) + 1.6, 0.45)
  }
  // Ended while the page of its annotations is the current one.
  target.end()
}

/** A line as long as a run, below or through it. */
function drawRule(pdf: Pdf, { left, width, colour }: PlacedRun, y: number, opacity = 1): void {
  artifact(pdf, 'Layout', () => {
    pdf.rect(left, y, width, 0.5).fillOpacity(opacity).fill(colour)
    pdf.fillOpacity(1)
  })
}

export function drawRun(
  pdf: Pdf,
  { face, size, colour, text }: Pick<Run, 'face' | 'size' | 'colour' | 'text'>,
  x: number,
  y: number,
): void {
  pdf
    .font(face.name)
    .fontSize(size * face.scale)
    .fillColor(colour)
  pdf.text(text, x, y, { lineBreak: false, baseline: 'alphabetic' })
}

/** The baseline of a row, the same for letters of every size. */
const baseline = ({ y, height }: Row) => y + height * 0.72

/** Draws decoration, which screen readers leave out. */
export function artifact(pdf: Pdf, type: 'Layout' | 'Pagination', draw: () => void): void {
  pdf.markContent('Artifact', { type })
  draw()
  pdf.endMarkedContent()
}

/** The hairlines above rows that ask for one. */
export function drawRules(pdf: Pdf, rows: readonly Row[], left: number, width: number): void {
  for (const { page, y } of rows.filter(({ rule }) => rule)) {
    pdf.switchToPage(page)
    artifact(pdf, 'Layout', () => pdf.rect(left, y - 8, width, 0.6).fill('#c9cfd9'))
  }
}

function bookmark(pdf: Pdf, lines: readonly Line[]): void {
  const row = lines[0]?.row
  const title = lines.flatMap(({ runs }) => runs.map(({ text }) => text)).join('')
  // The type lacks the position on the page.
  if (row)
    pdf.outline.addItem(title, { pageNumber: row.page, top: row.y - 16, left: pdf.page.width } as never)
}
