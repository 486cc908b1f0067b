import { syntaxTree } from '@codemirror/language'
import type { EditorState, TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { caretIn } from './markdown-keys'

/** A bullet of a word processor or a PDF, or a number, in front of an item. */
const bullet =
  /^\s*(?:(?<dot>[•‣⁃∙◦○●▪■□➢➤✓·§\uf0a7\uf0b7\uf0d8])\s*|(?<dash>[-–—*o])(?:\t| {2,})\s*|(?<number>\d{1,3})[.)](?:\t| +)\s*)(?=\S)/

/** A dash before one space, which is a bullet only below an item. */
const indentedDash = /^\s+(?<dash>[-–—*]) \s*(?=\S)/

/** A bullet that Markdown does not know, or one before a tab. */
const foreignBullet = /^\s*(?:[•‣⁃∙◦○●▪■□➢➤✓·§\uf0a7\uf0b7\uf0d8]|[–—o](?:\t| {2})|(?:[-*]|\d{1,3}[.)])\t)/m

/** Code, a quotation, a table, a heading, or the second paragraph of an item. */
const markdownBlock = /^\s*(?:```|~~~|>|\||#{1,6} )|\n[ \t]*\n[ \t]+(?!o\s)\p{L}/mu

/** Makes Markdown of a list that comes from a word processor or a PDF. Other texts are returned unchanged. */
function pastedList(text: string): string {
  const lines = text.split('\n')
  const [item, ...items] = lines.map((line) => bullet.exec(line)).filter((found) => found !== null)
  // One number or dash may be the beginning of a sentence.
  const isList = items.length > 0 || item?.groups?.['dot'] !== undefined
  if (!isList || !foreignBullet.test(text) || markdownBlock.test(text)) return text
  // A sign that comes for the first time begins a list inside the item above it.
  let levels: string[] = []
  const result: string[] = []
  for (const line of lines) {
    const found = bullet.exec(line) ?? (levels.length > 0 ? indentedDash.exec(line) : null)
    const last = result.at(-1) ?? ''
    if (found) {
      const { dot, dash, number } = found.groups ?? {}
      const kind = number === undefined ? (dot ?? dash ?? '') : 'number'
      levels = levels.includes(kind) ? levels.slice(0, levels.indexOf(kind) + 1) : [...levels, kind]
      const indent = ' '.repeat(
        levels.slice(0, -1).reduce((sum, kind) => sum + (kind === 'number' ? 3 : 2), 0),
      )
      // A list that follows a paragraph at once would be a part of it.
      if (levels.length === 1 && last.trim() !== '' && !/^\s*([-]|\d+\.) /.test(last)) result.push('')
      result.push(
        `${indent}${number === undefined ? '-' : `${number}.`} ${line.slice(found[0].length).trim()}`,
      )
    } else if (line.trim() === '') {
      levels = []
      result.push('')
    } else if (levels.length > 0) {
      // A PDF breaks its lines where its column ends.
      result[result.length - 1] = `${last} ${line.trim()}`
    } else result.push(line)
  }
  return result.join('\n')
}

/** A cell copied from a spreadsheet. Line breaks and quotation marks put it in quotation marks. */
const cells = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/gy

/** Makes a table of cells from a spreadsheet; undefined for other texts. */
function pastedTable(text: string): string | undefined {
  const rows: string[][] = [[]]
  for (const [whole, quoted, plain = '', end] of text.replace(/\n$/, '').matchAll(cells)) {
    const cell = quoted === undefined ? plain : quoted.replaceAll('""', '"')
    rows.at(-1)?.push(
      cell
        .trim()
        .replaceAll(/\s*\n\s*/g, ' ')
        .replaceAll('|', '\\|'),
    )
    if (end === '\n') rows.push([])
    if (whole === '' || end === '') break
  }
  const [head = [], ...rest] = rows
  const isTable = head.length > 1 && rest.length > 0 && rest.every(({ length }) => length === head.length)
  // Lists have a tab behind their bullets, and code has some in front.
  if (!isTable || foreignBullet.test(text) || rows.every(([first]) => first === '')) return undefined
  return [head, head.map(() => '---'), ...rest].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/**
 * Makes Markdown of a list from a word processor or a PDF, and of cells from a spreadsheet. Text
 * pasted into code is returned unchanged.
 */
export function pastedText(text: string, state: EditorState): string {
  const caret = caretIn(state)
  if (!caret) return text
  const lines = text.replaceAll('\r\n', '\n')
  const table = pastedTable(lines)
  if (table === undefined) return pastedList(lines)
  // A table is a block of its own.
  return (caret.before.trim() === '' ? '' : '\n\n') + table + (caret.after.trim() === '' ? '' : '\n\n')
}

/** Pasted lists and cells become Markdown. */
export const pastedBlocks = EditorView.clipboardInputFilter.of(pastedText)

/** Parts of a text that cannot be inside the words of a link. */
const outsideLinks = /code|html|link|image|url|rule|TableDelimiter|(Header|List|Quote)Mark/i

/** The selected words as a link, if `clipboard` is one address and nothing else. */
export function linkOf(state: EditorState, clipboard: string): TransactionSpec | undefined {
  const { from, to } = state.selection.main
  const words = state.sliceDoc(from, to)
  const isAddress = /^(https?:\/\/|mailto:|www\.)[^\s<>]+$/.test(clipboard)
  let isLinkable = isAddress && words !== '' && !/[\n[\]]/.test(words)
  syntaxTree(state).iterate({
    from,
    to,
    enter(node) {
      const isBeside = node.to <= from || node.from >= to
      const isCut = (node.from < from && node.to < to) || (node.from > from && node.to > to)
      if (!isBeside && (isCut || outsideLinks.test(node.name))) isLinkable = false
    },
  })
  if (!isLinkable) return undefined
  const address = (clipboard.startsWith('www.') ? 'https://' : '') + clipboard
  const target = /[()]/.test(address) ? `<${address}>` : address
  return {
    changes: [
      { from, insert: '[' },
      { from: to, insert: `](${target})` },
    ],
    userEvent: 'input.paste',
    scrollIntoView: true,
  }
}

/** An address that is pasted over words becomes their link. */
export const pastedLinks = EditorView.domEventHandlers({
  paste({ clipboardData }, view) {
    const link = linkOf(view.state, clipboardData?.getData('text/plain') ?? '')
    if (link) view.dispatch(link)
    return link !== undefined
  },
})
