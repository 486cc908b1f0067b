import type { Outline, OutlineEntry, Section } from './outline.ts'
import { Layout, type Column } from './pdf-layout.ts'
import type { Style } from './pdf-lines.ts'
import type { Element } from './pdf-pages.ts'
import type { Span } from './prose.ts'

/** A4, in points, with margins that leave everything on US letter too when a printer centres it there. */
export const paper = { width: 595.28, height: 841.89, top: 54, bottom: 58, side: 58 }

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
} satisfies Record<string, Style>

const width = paper.width - 2 * paper.side
const page: Column = { x: paper.side, width }
/** Beside the logo at the top. */
const beside: Column = { x: paper.side, width: width - 60 }
const dateColumn: Column = { x: paper.side, width: 104 }
const main: Column = { x: paper.side + 118, width: width - 118 }

/** The CV's elements in reading order; their lines become rows of `layout`. */
export function layOutCv(outline: Outline, siteUrl: string | undefined, layout: Layout): Element[] {
  const { name, role, email, summary, sections } = outline
  const contact: Span[] = [{ text: email, link: `mailto:${email}` }]
  if (siteUrl !== undefined)
    contact.push({ text: ' · ' }, { text: siteUrl.replace(/^https?:\/\//, ''), link: siteUrl })
  return [
    layout.text('H1', [{ text: name }], styles.name, beside),
    layout.text('P', [{ text: role }], styles.role, beside, { before: 1 }),
    layout.text('P', contact, styles.contact, page, { before: 3 }),
    ...layout.blocks(summary, styles.body, page, 13),
    ...sections.map((section) => layOutSection(section, layout)),
  ]
}

function layOutSection({ title, entries, facts }: Section, layout: Layout): Element {
  const heading = { before: 16.5, keepNext: true, rule: true }
  return parent('Sect', [
    layout.text('H2', [{ text: title }], styles.section, page, heading),
    ...entries.map((entry, index) => layOutEntry(entry, index === 0, layout)),
    ...(facts.length > 0
      ? [
          parent(
            'DL',
            facts.map((fact) => layOutFact(fact, layout)),
          ),
        ]
      : []),
  ])
}

function layOutEntry({ title, where, period, body }: OutlineEntry, first: boolean, layout: Layout): Element {
  const begin = layout.rows.length
  const options = { before: first ? 4 : body.length > 0 ? 8.5 : 2, keepNext: body.length > 0 }
  const spans = [{ text: title, bold: true }, { text: `, ${where}` }]
  const heading = layout.text('H3', spans, styles.entry, main, options)
  const text = layout.blocks(body, styles.body, main, 1.5)
  const date = layout.beside(begin, 'P', [{ text: period }], styles.date, dateColumn)
  const rows = layout.rows.slice(begin, -1)
  // A short entry stays on one page.
  if (rows.length <= 8) for (const row of rows) row.keepNext = true
  return parent('Sect', [heading, date, ...text])
}

function layOutFact({ term, text, link }: Section['facts'][number], layout: Layout): Element {
  const begin = layout.rows.length
  const spans = link === undefined ? { text } : { text, link }
  const value = layout.text('LBody', [spans], styles.body, main, { before: 2, unbroken: true })
  if (term === '') return parent('LI', [value])
  return parent('LI', [layout.beside(begin, 'Lbl', [{ text: term }], styles.date, dateColumn), value])
}

const parent = (tag: string, children: Element[]): Element => ({ tag, children, lines: [] })
