import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type PDFDocument from 'pdfkit'
import { tagHash } from '../lib/hash.ts'
import { saveFew } from '../lib/disk-cache.ts'
import { draftCv, looksOf, sheet } from './cv-draft.ts'
import type { Outline } from './outline.ts'
import { Draft } from './pdf-draft.ts'
import { artifact, drawElement, drawRules, drawRun } from './pdf-draw.ts'
import { pdfFaces, type Face, type Faces } from './pdf-faces.ts'
import { setLines } from './pdf-lines.ts'
import { describe } from './pdf-metadata.ts'
import { placeSlots } from './pdf-pages.ts'

type Pdf = InstanceType<typeof PDFDocument>

export interface PdfOptions {
  /** The words on the window: whose CV it is. */
  title: string
  subject: string
  lang: string
  siteUrl: string | undefined
  /** Where fonts and documents made before are found. */
  cache: string
}

/**
 * The CV for printing and for forms that take files: tagged, so that it can be read aloud and reflowed, with the site's
 * own font embedded. The same words give the same bytes.
 */
export async function cvPdf(outline: Outline, options: PdfOptions): Promise<Buffer> {
  const folder = join(options.cache, 'pdf')
  const name = `${await recipe(outline, options)}.pdf`
  const known = await readFile(join(folder, name)).catch(() => undefined)
  if (known) return known
  const made = await makePdf(outline, options)
  await saveFew(folder, name, made)
  return made
}

/** Stands for all that decides how the document comes out: words, code, and the releases of fonts and libraries. */
async function recipe(outline: Outline, { title, subject, lang, siteUrl }: PdfOptions): Promise<string> {
  const code = (await readdir(import.meta.dirname)).filter((name) => !name.endsWith('.test.ts')).sort()
  const parts = await Promise.all(
    ['../../package-lock.json', ...code].map((name) => readFile(join(import.meta.dirname, name), 'utf8')),
  )
  return tagHash(JSON.stringify([outline, title, subject, lang, siteUrl, parts]))
}

async function makePdf(outline: Outline, options: PdfOptions): Promise<Buffer> {
  const [{ default: Pdf }, faces] = await Promise.all([
    import('pdfkit'),
    pdfFaces(looksOf(outline), join(options.cache, 'fonts')),
  ])
  const description = { Title: options.title, Author: outline.name, Subject: options.subject }
  const pdf = new Pdf({
    size: [sheet.width, sheet.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    // The types do not know it yet.
    subset: 'PDF/UA' as 'PDF/A-1a',
    tagged: true,
    displayTitle: true,
    lang: options.lang,
    info: { ...description, CreationDate: new Date(0) },
  })
  describe(pdf, description)
  const bytes = gather(pdf)
  for (const { name, font } of Object.values(faces).flat()) pdf.registerFont(name, font)
  const draft = new Draft(faces, measureWith(pdf))
  const root = draftCv(outline, options.siteUrl, draft)
  const pages = placeSlots(draft.slots, sheet.top, sheet.height - sheet.bottom)
  for (let page = 0; page < pages; page += 1) pdf.addPage()
  pdf.switchToPage(0)
  drawMark(pdf, outline.initials, faces)
  drawRules(pdf, draft.slots, sheet.side, sheet.width - 2 * sheet.side)
  const document = pdf.struct('Document')
  pdf.addStructure(document)
  for (const child of root) drawElement(pdf, child, document)
  if (pages > 1) drawFooters(pdf, pages, outline.name, faces)
  pdf.end()
  return bytes
}

function gather(pdf: Pdf): Promise<Buffer> {
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  return new Promise((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
}

const measureWith = (pdf: Pdf) => (face: Face, size: number, text: string) =>
  pdf.font(face.name).fontSize(size).widthOfString(text)

/** The site's mark, as the tab of the browser has it. */
function drawMark(pdf: Pdf, initials: string, faces: Faces): void {
  const side = 34
  const left = sheet.width - sheet.side - side
  const style = { size: side * 0.48, leading: 0, colour: '#2a1d00', bold: true }
  const [[letter] = []] = setLines(
    [{ text: Array.from(initials)[0] ?? '' }],
    style,
    side,
    faces,
    measureWith(pdf),
  )
  artifact(pdf, 'Layout', () => {
    const scale = side / 32
    pdf.save().translate(left, sheet.top).scale(scale)
    pdf.path('M16 1l13 7.5v15L16 31 3 23.5v-15z').fill('#f2b01e').restore()
    if (letter) drawRun(pdf, letter, left + (side - letter.width) / 2, sheet.top + side * 0.672)
  })
}

/** On which page of whose CV a sheet is that has left the others. */
function drawFooters(pdf: Pdf, pages: number, name: string, faces: Faces): void {
  const style = { size: 8.2, leading: 12, colour: '#5a6577' }
  const room = sheet.width - 2 * sheet.side
  for (let page = 0; page < pages; page += 1) {
    const words = [{ text: `${name} · ${page + 1} of ${pages}` }]
    const [line = []] = setLines(words, style, room, faces, measureWith(pdf))
    const last = line.at(-1)
    const left = sheet.width - sheet.side - (last ? last.x + last.width : 0)
    pdf.switchToPage(page)
    artifact(pdf, 'Pagination', () => {
      for (const run of line) drawRun(pdf, run, left + run.x, sheet.height - 42)
    })
  }
}
