import type { Outline, OutlineEntry, Section } from './outline.ts'
import { Draft, type Column } from './pdf-draft.ts'
import { lookOf, type Style } from './pdf-lines.ts'
import type { Look } from './pdf-faces.ts'
import type { Element } from './pdf-pages.ts'
import type { Block, Words } from './prose.ts'

/** A4, in points, with margins that leave everything on US letter too when a printer centres it there. */
export const sheet = { width: 595.28, height: 841.89, top: 54, bottom: 58, side: 58 }

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

const room = sheet.width - 2 * sheet.side
const page: Column = { x: sheet.side, room }
/** Beside the mark at the top. */
const beside: Column = { x: sheet.side, room: room - 60 }
const gutter: Column = { x: sheet.side, room: 104 }
const main: Column = { x: sheet.side + 118, room: room - 118 }

/** What the CV says and where each line of it goes, in the order of reading. */
export function draftCv(outline: Outline, siteUrl: string | undefined, draft: Draft): Element[] {
  const { name, role, email, summary, sections } = outline
  const contact: Words[] = [{ text: email, link: `mailto:${email}` }]
  if (siteUrl !== undefined)
    contact.push({ text: ' · ' }, { text: siteUrl.replace(/^https?:\/\//, ''), link: siteUrl })
  return [
    draft.text('H1', [{ text: name }], styles.name, beside),
    draft.text('P', [{ text: role }], styles.role, beside, { before: 1 }),
    draft.text('P', contact, styles.contact, page, { before: 3 }),
    ...draft.blocks(summary, styles.body, page, 13),
    ...sections.map((section) => draftSection(section, draft)),
  ]
}

function draftSection({ title, entries, facts }: Section, draft: Draft): Element {
  const heading = { before: 16.5, keepNext: true, rule: true }
  return parent('Sect', [
    draft.text('H2', [{ text: title }], styles.section, page, heading),
    ...entries.map((entry, index) => draftEntry(entry, index === 0, draft)),
    ...(facts.length > 0
      ? [
          parent(
            'DL',
            facts.map((fact) => draftFact(fact, draft)),
          ),
        ]
      : []),
  ])
}

function draftEntry({ title, where, period, body }: OutlineEntry, first: boolean, draft: Draft): Element {
  const begin = draft.slots.length
  const options = { before: first ? 4 : body.length > 0 ? 8.5 : 2, keepNext: body.length > 0 }
  const words = [{ text: title, bold: true }, { text: `, ${where}` }]
  const heading = draft.text('H3', words, styles.entry, main, options)
  const text = draft.blocks(body, styles.body, main, 1.5)
  const date = draft.beside(begin, 'P', [{ text: period }], styles.date, gutter)
  const rows = draft.slots.slice(begin, -1)
  // Nobody looks for the rest of a short entry on another page.
  if (rows.length <= 8) for (const slot of rows) slot.keep = true
  return parent('Sect', [heading, date, ...text])
}

function draftFact({ term, text, link }: Section['facts'][number], draft: Draft): Element {
  const begin = draft.slots.length
  const words = link === undefined ? { text } : { text, link }
  const value = draft.text('LBody', [words], styles.body, main, { before: 2, whole: true })
  if (term === '') return parent('LI', [value])
  return parent('LI', [draft.beside(begin, 'Lbl', [{ text: term }], styles.date, gutter), value])
}

const parent = (tag: string, children: Element[]): Element => ({ tag, children, lines: [] })

/** The looks that a CV needs beside those of its headings. */
export function looksOf({ summary, sections }: Outline): Set<Look> {
  const used = new Set<Look>(['regular', 'bold'])
  const visit = (blocks: readonly Block[]): void => {
    for (const block of blocks) {
      if (block.kind === 'list') block.items.forEach(visit)
      else if (block.kind === 'quote') visit(block.blocks)
      else {
        const style = { ...styles.body, bold: block.kind === 'heading' }
        for (const words of block.words) used.add(lookOf(words, style))
      }
    }
  }
  visit(summary)
  for (const { entries } of sections) for (const { body } of entries) visit(body)
  return used
}
