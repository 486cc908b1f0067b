import type PDFDocument from 'pdfkit'
import { toBlob } from 'pdfkit/output'
import type { Content } from '../content/compile.ts'
import { layOutCv, paper } from './cv-layout.ts'
import type { Outline } from './outline.ts'
import { Layout } from './pdf-layout.ts'
import { artifact, drawElement, drawRules, drawRun } from './pdf-draw.ts'
import type { Face, Faces } from './pdf-faces.ts'
import { breakLines } from './pdf-lines.ts'
import { writeMetadata } from './pdf-metadata.ts'
import { paginate } from './pdf-pages.ts'

type Pdf = InstanceType<typeof PDFDocument>

export interface DocumentOptions {
  /** The title of the reader's window: whose CV it is. */
  title: string
  subject: string
  lang: string
  siteUrl: string | undefined
}

/** How the CV's document describes itself. */
export const documentOptions = (
  { title, description }: Content['pages']['cv'],
  siteUrl: string | undefined,
): DocumentOptions => ({ title, subject: description, lang: 'en', siteUrl })

/** Draws the CV by `Pdf`, which is pdfkit's. The same words give the same bytes, in Node and in the browser. */
export async function drawCv(
  outline: Outline,
  { title, subject, lang, siteUrl }: DocumentOptions,
  faces: Faces,
  Pdf: typeof PDFDocument,
): Promise<Blob> {
  const description = { Title: title, Author: outline.name, Subject: subject }
  const pdf = new Pdf({
    size: [paper.width, paper.height],
    margin: 0,
    autoFirstPage: false,
    // Instead of Helvetica, which browsers do not have.
    font: '',
    bufferPages: true,
    pdfVersion: '1.7',
    // The types do not know it yet.
    subset: 'PDF/UA' as 'PDF/A-1a',
    tagged: true,
    displayTitle: true,
    lang,
    info: { ...description, CreationDate: new Date(0) },
  })
  writeMetadata(pdf, description)
  const blob = toBlob(pdf)
  for (const { name, font } of Object.values(faces).flat()) pdf.registerFont(name, font)
  const layout = new Layout(faces, measureWith(pdf))
  const root = layOutCv(outline, siteUrl, layout)
  const pages = paginate(layout.rows, paper.top, paper.height - paper.bottom)
  for (let page = 0; page < pages; page += 1) pdf.addPage()
  pdf.switchToPage(0)
  drawLogo(pdf, outline.initials, faces)
  drawRules(pdf, layout.rows, paper.side, paper.width - 2 * paper.side)
  const document = pdf.struct('Document')
  pdf.addStructure(document)
  for (const child of root) drawElement(pdf, child, document)
  if (pages > 1) drawFooters(pdf, pages, outline.name, faces)
  pdf.end()
  return blob
}

const measureWith = (pdf: Pdf) => (face: Face, size: number, text: string) =>
  pdf
    .font(face.name)
    .fontSize(size * face.scale)
    .widthOfString(text)

/** The site's logo, as the tab of the browser shows it. */
function drawLogo(pdf: Pdf, initials: string, faces: Faces): void {
  const side = 34
  const left = paper.width - paper.side - side
  const style = { size: side * 0.48, leading: 0, colour: '#2a1d00', bold: true }
  const [[letter] = []] = breakLines(
    [{ text: Array.from(initials)[0] ?? '' }],
    style,
    side,
    faces,
    measureWith(pdf),
  )
  artifact(pdf, 'Layout', () => {
    const scale = side / 32
    pdf.save().translate(left, paper.top).scale(scale)
    pdf.path('M16 1l13 7.5v15L16 31 3 23.5v-15z').fill('#f2b01e').restore()
    if (letter) drawRun(pdf, letter, left + (side - letter.width) / 2, paper.top + side * 0.672)
  })
}

/** The owner's name and the page's number, for a printed page that got separated from the others. */
function drawFooters(pdf: Pdf, pages: number, name: string, faces: Faces): void {
  const style = { size: 8.2, leading: 12, colour: '#5a6577' }
  const width = paper.width - 2 * paper.side
  for (let page = 0; page < pages; page += 1) {
    const spans = [{ text: `${name} · ${page + 1} of ${pages}` }]
    const [line = []] = breakLines(spans, style, width, faces, measureWith(pdf))
    const last = line.at(-1)
    const left = paper.width - paper.side - (last ? last.x + last.width : 0)
    pdf.switchToPage(page)
    artifact(pdf, 'Pagination', () => {
      for (const run of line) drawRun(pdf, run, left + run.x, paper.height - 42)
    })
  }
}
