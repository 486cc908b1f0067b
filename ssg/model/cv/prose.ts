import type { Node } from '../markdown.ts'

export interface Span {
  text: string
  bold?: boolean
  italic?: boolean
  struck?: boolean
  link?: string
}

/** A piece of running text, as every format of the CV can show it. */
export type Block =
  | { kind: 'paragraph' | 'heading'; spans: Span[] }
  /** Lines whose spaces count. */
  | { kind: 'code'; text: string }
  | List
  | { kind: 'quote'; blocks: Block[] }
  /** The cells of each row; those of the first one are the columns' headings. */
  | { kind: 'table'; rows: Span[][][] }

export interface List {
  kind: 'list'
  /** The number of the first item; undefined for a list with bullets. */
  start: number | undefined
  items: Block[][]
}

/**
 * Reads the text of a file. Relative links are resolved against `base`, and are plain text without it; images are left
 * out.
 */
export const readProse = (nodes: readonly Node[], base?: string): Block[] =>
  nodes.flatMap((node) => blockOf(node, base) ?? [])

function blockOf({ token, children }: Node, base: string | undefined): Block | undefined {
  switch (token.type) {
    case 'paragraph_open':
    case 'heading_open': {
      const spans = spansOf(children, base)
      const kind = token.type === 'paragraph_open' ? 'paragraph' : 'heading'
      return spans.length > 0 ? { kind, spans } : undefined
    }
    case 'fence':
    case 'code_block':
      return { kind: 'code', text: token.content.trimEnd() }
    case 'blockquote_open':
      return { kind: 'quote', blocks: readProse(children, base) }
    case 'bullet_list_open':
    case 'ordered_list_open': {
      const start = token.type === 'ordered_list_open' ? Number(token.attrGet('start') ?? 1) : undefined
      return { kind: 'list', start, items: children.map((item) => readProse(item.children, base)) }
    }
    case 'table_open': {
      const rows = children.flatMap((part) => part.children)
      return {
        kind: 'table',
        rows: rows.map((row) => row.children.map((cell) => spansOf(cell.children, base))),
      }
    }
    default:
      return undefined
  }
}

type Marks = Omit<Span, 'text'>

/** Line breaks of the source count as spaces, those of the text as line breaks. */
function spansOf(nodes: readonly Node[], base: string | undefined): Span[] {
  const inside = (nodes: readonly Node[], marks: Marks): Span[] =>
    nodes.flatMap(({ token, children }) => {
      if (token.type === 'image') return []
      if (token.type === 'softbreak') return { text: ' ', ...marks }
      if (token.type === 'hardbreak') return { text: '\n' }
      if (token.nesting === 0 && token.type !== 'inline')
        return { text: token.content.replace(/\s+/g, ' '), ...marks }
      return inside(children, { ...marks, ...marksOf(token, base) })
    })
  return trim(inside(nodes, {}))
}

function marksOf(token: Node['token'], base: string | undefined): Marks {
  if (token.type === 'strong_open') return { bold: true }
  if (token.type === 'em_open') return { italic: true }
  if (token.type === 's_open') return { struck: true }
  if (token.type !== 'link_open') return {}
  const address = String(token.attrGet('href'))
  return URL.canParse(address, base) ? { link: new URL(address, base).href } : {}
}

/** Without spaces at either end and around line breaks; neighbours with the same marks become one span. */
function trim(spans: readonly Span[]): Span[] {
  const trimmed: Span[] = []
  // A look at the end of the text before would take as long as that is.
  let end = '\n'
  for (const { text, ...marks } of spans) {
    const rest = /\s/.test(end) ? text.replace(/^ +/, '') : text
    if (rest === '') continue
    end = rest.slice(-1)
    const last = trimmed.at(-1)
    if (last && hasMarks(last, marks)) last.text += rest
    else trimmed.push({ ...marks, text: rest })
  }
  const last = trimmed.at(-1)
  if (last) last.text = last.text.trimEnd()
  return trimmed.filter(({ text }) => text !== '')
}

const hasMarks = ({ bold, italic, struck, link }: Span, marks: Marks) =>
  bold === marks.bold && italic === marks.italic && struck === marks.struck && link === marks.link
