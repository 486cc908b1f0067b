import type { Block, List, Span } from './prose.ts'

/** Each block as plain text, in lines of at most `width` letters. */
export function proseText(blocks: readonly Block[], width = Infinity): string[] {
  return blocks.map((block) => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return wrap(inlineText(block.spans), width).join('\n')
      case 'code':
        return block.text
      case 'quote':
        return proseText(block.blocks, width - 2)
          .join('\n\n')
          .split('\n')
          .map((line) => `> ${line}`.trimEnd())
          .join('\n')
      case 'list':
        return listItems(block, '- ', width).join('\n')
      case 'table':
        return block.rows.map((cells) => tableRow(cells, width)).join('\n')
    }
  })
}

/** The items of a list, each after its number or `bullet`. */
export function listItems({ start, items }: List, bullet: string, width = Infinity): string[] {
  return items.map((item, index) => {
    const label = start === undefined ? bullet : `${start + index}. `
    const lines = proseText(item, width - label.length)
      .join('\n')
      .split('\n')
    return indentAfter(label, lines, label.length)
  })
}

const tableRow = (cells: readonly Span[][], width: number) =>
  indentAfter('', wrap(cells.map(inlineText).join(' | ').trimEnd(), width - 2), 2)

/** The first line after `label`, the others indented. */
export const indentAfter = (label: string, lines: readonly string[], indent: number) =>
  label + lines.join(`\n${' '.repeat(indent)}`)

/** The text, with the addresses of links that do not show them. */
function inlineText(spans: readonly Span[]): string {
  let shown = ''
  let words = ''
  for (const [index, { text, link, struck }] of spans.entries()) {
    shown += struck === true ? `~~${text}~~` : text
    words = link === spans[index - 1]?.link ? words + text : text
    const isEnd = link !== undefined && link !== spans[index + 1]?.link
    if (isEnd && bare(words) !== bare(link)) shown += ` (${link})`
  }
  return shown
}

/** An address as people write it. */
export const bare = (address: string): string =>
  address.replace(/^(https?:\/\/(www\.)?|mailto:)/, '').replace(/\/$/, '')

/** Lines of at most `width` letters, but for single words that are longer. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    // Counted along: a paragraph of thousands of words may be one line.
    let used = 0
    for (const word of paragraph.split(' ')) {
      const letters = length(word)
      if (line === '') {
        line = word
        used = letters
      } else if (used + 1 + letters <= width) {
        line += ` ${word}`
        used += 1 + letters
      } else {
        lines.push(line)
        line = word
        used = letters
      }
    }
    return [...lines, line]
  })
}

/** As a reader counts: an accent belongs to its letter. */
export const length = (text: string) => Array.from(text.normalize('NFC')).length
