import type PDFDocument from 'pdfkit'
import { toBlob } from 'pdfkit/output'
import { text as escapeText } from '../escape.ts'
import { cvOutline, undrawnLetter, type CvContent, type OutlineEntry, type Section } from './outline.ts'
import { Flow, type Column, type Style } from './pdf-flow.ts'
import type { FontFiles } from './pdf-fonts.ts'
import { bare } from './prose-text.ts'
import type { Block, List, Span } from './prose.ts'

type Pdf = InstanceType<typeof PDFDocument>

/** A4, in points. Its margins leave everything on a US letter page on which it is centred. */
const paper = { width: 595.28, height: 841.89, top: 54, bottom: 58, side: 58 }
const width = paper.width - 2 * paper.side
const page: Column = { x: paper.side, width }
/** Beside the logo at the top. */
const beside: Column = { x: paper.side, width: width - 60 }
const dates: Column = { x: paper.side, width: 104 }
const main: Column = { x: paper.side + 118, width: width - 118 }

const ink = '#131a26'
const grey = '#4b5567'
const styles = {
  name: { size: 27, leading: 31, colour: ink, bold: true },
  role: { size: 12.5, leading: 18, colour: grey },
  contact: { size: 9.6, leading: 14, colour: grey },
  section: { size: 12.5, leading: 17, colour: ink, bold: true },
  entry: { size: 10.2, leading: 14, colour: ink },
  date: { size: 9.2, leading: 14, colour: grey },
  body: { size: 9.6, leading: 13.4, colour: ink },
  fact: { size: 9.6, leading: 14, colour: ink },
  footer: { size: 8.2, leading: 12, colour: '#5a6577' },
} satisfies Record<string, Style>

/** The height of an entry that is never alone at the end of a page, nor divided. */
const entryStart = 115

/**
 * Draws the CV with pdfkit's `Pdf`: the same bytes for the same content, in browsers too. Undefined if the fonts lack a letter.
 */
export async function drawCv(
  content: CvContent,
  siteUrl: string | undefined,
  fonts: FontFiles,
  Pdf: typeof PDFDocument,
): Promise<Blob | undefined> {
  if (undrawnLetter(content) !== undefined) return undefined
  const { name, role, location, email, summary, sections, logo } = cvOutline(content, siteUrl)
  const { title, description } = content.pages.cv ?? { title: name, description: role }
  const info = { Title: title, Author: name, Subject: description }
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
    lang: content.language.code,
    info: { ...info, CreationDate: new Date(0) },
  })
  describe(pdf, info)
  const blob = toBlob(pdf)
  collectAtOnce(pdf)
  const flow = new Flow(pdf, fonts, paper.top, paper.height - paper.bottom)
  drawLogo(flow, logo)
  const contact: Span[] = location === undefined ? [] : [{ text: `${location} · ` }]
  contact.push({ text: email, link: `mailto:${email}` })
  if (siteUrl !== undefined)
    contact.push({ text: ' · ' }, { text: siteUrl.replace(/^https?:\/\//, ''), link: siteUrl })
  flow.text('H1', [{ text: name }], styles.name, beside)
  flow.space(1)
  flow.text('P', [{ text: role }], styles.role, beside)
  flow.space(3)
  flow.text('P', contact, styles.contact, page)
  flow.space(13)
  drawBlocks(flow, summary, page)
  for (const section of sections) drawSection(flow, section)
  flow.footers((number, pages) => {
    const right = paper.width - paper.side
    flow.label(
      `${name} · ${content.language.texts.pageOf(number, pages)}`,
      styles.footer,
      right,
      paper.height - 42,
    )
  })
  flow.end()
  return blob
}

/** The site's logo, as the tab of the browser shows it. */
function drawLogo(flow: Flow, letter: string): void {
  const side = 34
  const left = paper.width - paper.side - side
  const style = { size: side * 0.48, leading: 0, colour: '#2a1d00', bold: true }
  flow.artifact('Layout', (pdf) => {
    pdf
      .save()
      .translate(left, paper.top)
      .scale(side / 32)
    pdf.path('M16 1l13 7.5v15L16 31 3 23.5v-15z').fill('#f2b01e').restore()
    const right = left + (side + flow.width([{ text: letter }], style)) / 2
    flow.label(letter, style, right, paper.top + side * 0.672)
  })
}

function drawSection(flow: Flow, { title, entries, facts, text }: Section): void {
  const heading = () => {
    flow.space(16.5)
    const { y } = flow
    flow.artifact('Layout', (pdf) => pdf.rect(page.x, y - 8, page.width, 0.6).fill('#c9cfd9'))
    flow.bookmark(title)
    flow.text('H2', [{ text: title }], styles.section, page)
  }
  const parts = [
    ...entries.map((entry, index) => () => {
      flow.space(index === 0 ? 4 : entry.body.length > 0 ? 8.5 : 2)
      drawEntry(flow, entry)
    }),
    ...facts.map((fact) => () => {
      drawFact(flow, fact)
    }),
    ...(text.length === 0
      ? []
      : [
          () => {
            flow.space(4)
            drawBlocks(flow, text, main)
          },
        ]),
  ]
  flow.element('Sect', () => {
    flow.keep(
      () => {
        heading()
        parts[0]?.()
      },
      16.5 + styles.section.leading + entryStart,
    )
    heading()
    const drawParts = () => {
      for (const draw of parts) draw()
    }
    if (facts.length > 0) flow.element('DL', drawParts)
    else drawParts()
  })
}

function drawEntry(flow: Flow, { title, where, period, link, body }: OutlineEntry): void {
  const name: Span[] = [{ text: title, bold: true }, ...(where === '' ? [] : [{ text: `, ${where}` }])]
  const heading = () => {
    flow.text('H3', name, styles.entry, main)
  }
  const draw = () => {
    flow.element('Sect', () => {
      if (period === '') heading()
      else
        flow.beside(heading, () => {
          flow.text('P', [{ text: period }], styles.date, dates)
        })
      if (link !== undefined) flow.text('P', [{ text: bare(link), link }], styles.body, main)
      if (body.length > 0) flow.space(1.5)
      drawBlocks(flow, body, main)
    })
  }
  flow.keep(draw, entryStart)
  draw()
}

function drawFact(flow: Flow, { term, text, link }: Section['facts'][number]): void {
  const span = link === undefined ? { text } : { text, link }
  const value = () => {
    flow.text('LBody', [span], styles.fact, main)
  }
  flow.space(2)
  flow.keep(value)
  flow.element('LI', () => {
    if (term === '') value()
    else
      flow.beside(() => {
        flow.text('Lbl', [{ text: term }], styles.date, dates)
      }, value)
  })
}

function drawBlocks(flow: Flow, blocks: readonly Block[], column: Column): void {
  for (const [index, block] of blocks.entries()) {
    if (index > 0) flow.space(styles.body.leading * 0.35)
    drawBlock(flow, block, column)
  }
}

function drawBlock(flow: Flow, block: Block, column: Column): void {
  const { body } = styles
  switch (block.kind) {
    case 'paragraph':
      flow.text('P', block.spans, body, column)
      break
    case 'heading':
      // With the first lines of what follows.
      flow.reserve(body.leading * 3)
      flow.text('H4', block.spans, { ...body, bold: true }, column)
      break
    case 'quote':
      flow.element('BlockQuote', () => {
        drawBlocks(flow, block.blocks, inset(column, 12))
      })
      break
    case 'code':
      // No-break spaces are kept, and no line is broken at them.
      flow.text('P', [{ text: block.text.replaceAll('\t', '    ').replaceAll(' ', '\u00a0') }], body, column)
      break
    case 'list':
      drawList(flow, block, column)
      break
    case 'table':
      for (const [index, cells] of block.rows.entries()) {
        const spans = cells.flatMap((cell, place) => (place > 0 ? [{ text: ' | ' }, ...cell] : cell))
        flow.text('P', spans, { ...body, bold: index === 0 }, column)
      }
  }
}

function drawList(flow: Flow, { start, items }: List, column: Column): void {
  const { body } = styles
  const mark = (index: number) => (start === undefined ? '•' : `${start + index}.`)
  const markWidth = flow.width([{ text: mark(items.length - 1) }], body)
  const inner = inset(column, start === undefined ? 11 : Math.max(16, markWidth + 5))
  flow.element(start === undefined ? 'UL' : 'OL', () => {
    for (const [index, item] of items.entries()) {
      if (index > 0) flow.space(body.leading * 0.15)
      const content = () => {
        flow.element('LBody', () => {
          drawBlocks(flow, item, inner)
        })
      }
      flow.keep(content, body.leading * 3)
      flow.element('LI', () => {
        flow.beside(() => {
          flow.text('Lbl', [{ text: mark(index) }], body, { x: column.x, width: inner.x - column.x })
        }, content)
      })
    }
  })
}

const inset = ({ x, width }: Column, by: number): Column => ({ x: x + by, width: width - by })

/**
 * Hands on each piece as it is written. pdfkit's browser build would keep all until the drawing ends,
 * and then take each from the front of the list: the time would grow with the square of their number.
 */
function collectAtOnce(pdf: Pdf): void {
  const inside = pdf as unknown as { push: (chunk: Uint8Array | null) => boolean; _drain?: () => void }
  const push = inside.push.bind(pdf)
  inside.push = (chunk) => {
    push(chunk)
    inside._drain?.()
    return true
  }
}

/**
 * Describes the document in XMP without a date. pdfkit's own XMP does not escape `&` in a title,
 * and holds the time of the build; it has no API to replace it.
 */
function describe(
  pdf: Pdf,
  { Title, Author, Subject }: { Title: string; Author: string; Subject: string },
): void {
  const inside = pdf as unknown as { _root: { data: Record<string, unknown> }; _addInfo: () => void }
  delete pdf.info.CreationDate
  inside._addInfo = () => {
    pdf.appendXML(`
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeText(Title)}</rdf:li></rdf:Alt></dc:title>
  <dc:creator><rdf:Seq><rdf:li>${escapeText(Author)}</rdf:li></rdf:Seq></dc:creator>
  <dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeText(Subject)}</rdf:li></rdf:Alt></dc:description>
</rdf:Description>`)
  }
  // The panel of bookmarks is closed at first.
  inside._root.data['PageMode'] = 'UseNone'
}
