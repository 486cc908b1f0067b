import type { Fact, Outline, OutlineEntry, Section } from './outline.ts'
import { indentAfter, length, proseText, wrap as wrapAt } from './prose-text.ts'

/** Readable in a terminal, a mail and the text box of a web form. */
const lineWidth = 72

/** The CV as plain text: headings underlined, lines wrapped, addresses written out. */
export function cvText({ name, role, location, email, summary, sections }: Outline): string {
  const head = [
    underline(name, '='),
    ...wrap(role),
    ...(location === undefined ? [] : wrap(location)),
    ...wrap(email),
  ].join('\n')
  return [head, ...proseText(summary, lineWidth), ...sections.map(section)].join('\n\n') + '\n'
}

function section({ title, entries, facts, text }: Section): string {
  const parts = entries.map(entry)
  // Entries of one line each follow without an empty line.
  const apart = entries.some(({ body, link }) => body.length > 0 || link !== undefined) ? '\n\n' : '\n'
  return [
    underline(title, '-'),
    ...(parts.length > 0 ? [parts.join(apart)] : []),
    ...(facts.length > 0 ? [facts.map(fact).join('\n')] : []),
    ...proseText(text, lineWidth),
  ].join('\n\n')
}

function fact({ term, text, link }: Fact): string {
  const label = term === '' ? '' : `${term}: `
  return indentAfter(label, wrap(link ?? text, lineWidth - length(label)), 2)
}

function entry({ title, where, period, link, body }: OutlineEntry): string {
  const name = where === '' ? title : `${title}, ${where}`
  if (body.length === 0 && link === undefined)
    return indentAfter('', wrap(period === '' ? name : `${name} (${period})`), 2)
  const head = [...wrap(name), period, link ?? ''].filter((line) => line !== '').join('\n')
  return [head, ...proseText(body, lineWidth)].join('\n\n')
}

function underline(title: string, sign: string): string {
  const lines = wrap(title)
  return [...lines, sign.repeat(Math.max(...lines.map(length)))].join('\n')
}

const wrap = (text: string, width = lineWidth) => wrapAt(text, width)
