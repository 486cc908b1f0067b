import type { Fact, Outline, OutlineEntry, Section } from './outline.ts'
import type { Block, Span } from './prose.ts'

/** Readable in a terminal, a mail and the text box of a web form. */
const lineWidth = 72

/** The CV as plain text: headings underlined, lines wrapped, addresses written out. */
export function cvText({ name, role, email, summary, sections }: Outline): string {
  const head = [underline(name, '='), ...wrap(role), ...wrap(email)].join('\n')
  return [head, ...blocks(summary, lineWidth), ...sections.map(section)].join('\n\n') + '\n'
}

function section({ title, entries, facts }: Section): string {
  const parts = entries.map(entry)
  // Entries of one line each follow without an empty line.
  const apart = entries.some(({ body }) => body.length > 0) ? '\n\n' : '\n'
  return [
    underline(title, '-'),
    ...(parts.length > 0 ? [parts.join(apart)] : []),
    ...(facts.length > 0 ? [facts.map(fact).join('\n')] : []),
  ].join('\n\n')
}

function fact({ term, text, link }: Fact): string {
  const label = term === '' ? '' : `${term}: `
  return indentAfter(label, wrap(link ?? text, lineWidth - length(label)), 2)
}

function entry({ title, where, period, body }: OutlineEntry): string {
  if (body.length === 0) return indentAfter('', wrap(`${title}, ${where} (${period})`), 2)
  return [[...wrap(`${title}, ${where}`), period].join('\n'), ...blocks(body, lineWidth)].join('\n\n')
}

function blocks(list: readonly Block[], width: number): string[] {
  return list.map((block) => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return wrap(withAddresses(block.spans), width).join('\n')
      case 'quote':
        return blocks(block.blocks, width - 2)
          .join('\n\n')
          .replace(/^/gm, '> ')
          .replace(/ +$/gm, '')
      case 'list':
        return block.items
          .map((item, index) => listItem(item, block.ordered ? index + 1 : 0, width))
          .join('\n')
    }
  })
}

function listItem(item: readonly Block[], number: number, width: number): string {
  const label = number === 0 ? '- ' : `${number}. `
  return indentAfter(
    label,
    blocks(item, width - label.length)
      .join('\n')
      .split('\n'),
    label.length,
  )
}

/** The first line after `label`, the others indented. */
const indentAfter = (label: string, lines: readonly string[], indent: number) =>
  label + lines.join(`\n${' '.repeat(indent)}`)

/** The text, with the addresses of links that do not show them. */
const withAddresses = (spans: readonly Span[]): string =>
  spans
    .map(({ text, link }) => (link === undefined || link.endsWith(text) ? text : `${text} <${link}>`))
    .join('')

function underline(title: string, sign: string): string {
  const lines = wrap(title)
  return [...lines, sign.repeat(Math.max(...lines.map(length)))].join('\n')
}

/** Lines of at most `width` letters, but for single words that are longer. */
export function wrap(text: string, width = lineWidth): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = ['']
    for (const word of paragraph.split(' ')) {
      const line = lines.at(-1) ?? ''
      if (line === '') lines[lines.length - 1] = word
      else if (length(line) + 1 + length(word) <= width) lines[lines.length - 1] = `${line} ${word}`
      else lines.push(word)
    }
    return lines
  })
}

/** As a reader counts: an accent belongs to its letter. */
const length = (text: string) => Array.from(text.normalize('NFC')).length
