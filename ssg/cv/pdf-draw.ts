import type PDFDocument from 'pdfkit'
import type { Run } from './pdf-lines.ts'
import type { Element, Line, Slot } from './pdf-pages.ts'

type Pdf = InstanceType<typeof PDFDocument>
type Struct = ReturnType<Pdf['struct']>

/** Draws an element with all that it holds, and puts it below `parent` in the document's structure. */
export function drawElement(pdf: Pdf, { tag, children, lines }: Element, parent: Struct): void {
  const element = pdf.struct(lists[tag] ? 'L' : tag)
  if (lists[tag]) numbered(element, lists[tag])
  parent.add(element)
  for (const child of children) drawElement(pdf, child, element)
  for (const part of parts(lines)) drawPart(pdf, part, element)
  if (tag === 'H2') bookmark(pdf, lines)
  element.end()
}

/** How a list's labels are made: by signs, by numbers, or of words of their own. */
const lists: Record<string, string | undefined> = { UL: 'Disc', OL: 'Decimal', DL: 'None' }

function numbered(element: Struct, ListNumbering: string): void {
  // pdfkit knows no attributes of lists; whoever reads aloud wants to be told.
  const { dictionary } = element as unknown as { dictionary: { data: Record<string, unknown> } }
  dictionary.data['A'] = { O: 'List', ListNumbering }
}

interface Placed extends Run {
  left: number
  slot: Slot
}

/** Runs that follow each other on one page and lead to the same place. */
interface Part {
  page: number
  link: string | undefined
  runs: Placed[]
}

function parts(lines: readonly Line[]): Part[] {
  const found: Part[] = []
  for (const { runs, x, slot } of lines) {
    for (const run of runs) {
      const placed = { ...run, left: x + run.x, slot }
      const last = found.at(-1)
      if (last?.page === slot.page && last.link === run.link) last.runs.push(placed)
      else found.push({ page: slot.page, link: run.link, runs: [placed] })
    }
  }
  return found
}

function drawPart(pdf: Pdf, { page, link, runs }: Part, element: Struct): void {
  pdf.switchToPage(page)
  const draw = () => runs.forEach((run) => drawRun(pdf, run, run.left, baseline(run.slot)))
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
  for (const { left, width, slot, text } of runs) {
    if (text.trim() === '') continue
    pdf.link(left, slot.y, width, slot.height, link, { structParent: target, Contents } as never)
    artifact(pdf, 'Layout', () => {
      pdf
        .rect(left, baseline(slot) + 1.6, width, 0.5)
        .fillOpacity(0.45)
        .fill(runs[0]?.colour)
      pdf.fillOpacity(1)
    })
  }
  // Ended here, on the page that its annotations are on.
  target.end()
}

export function drawRun(
  pdf: Pdf,
  { face, size, colour, text }: Omit<Run, 'x' | 'width' | 'link'>,
  x: number,
  y: number,
): void {
  pdf.font(face.name).fontSize(size).fillColor(colour)
  pdf.text(text, x, y, { lineBreak: false, baseline: 'alphabetic' })
}

/** Where letters of every size in the row stand. */
const baseline = ({ y, height }: Slot) => y + height * 0.72

/** Draws what says nothing to those who do not see it. */
export function artifact(pdf: Pdf, type: 'Layout' | 'Pagination', draw: () => void): void {
  pdf.markContent('Artifact', { type })
  draw()
  pdf.endMarkedContent()
}

/** The hairlines above rows that want one. */
export function drawRules(pdf: Pdf, slots: readonly Slot[], left: number, width: number): void {
  for (const { page, y } of slots.filter(({ rule }) => rule)) {
    pdf.switchToPage(page)
    artifact(pdf, 'Layout', () => pdf.rect(left, y - 8, width, 0.6).fill('#c9cfd9'))
  }
}

function bookmark(pdf: Pdf, lines: readonly Line[]): void {
  const slot = lines[0]?.slot
  const title = lines.flatMap(({ runs }) => runs.map(({ text }) => text)).join('')
  // Their type does not know the place on the page.
  if (slot)
    pdf.outline.addItem(title, { pageNumber: slot.page, top: slot.y - 16, left: pdf.page.width } as never)
}
