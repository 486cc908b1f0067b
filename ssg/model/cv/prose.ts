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

type Node = Element | string

interface Element {
  tag: string
  attributes: string
  children: Node[]
}

/**
 * Reads the HTML that the markdown gives. Of unknown tags only the text is used. Relative links are
 * resolved against `base`, and are plain text without it.
 */
export const readProse = (html: string, base?: string): Block[] => blocksOf(parse(html), base)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const decode = (text: string) => text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)

function parse(html: string): Node[] {
  const root: Element = { tag: '', attributes: '', children: [] }
  const open = [root]
  for (const [text, end, tag, attributes = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/g)) {
    const parent = open.at(-1) ?? root
    if (tag === undefined) parent.children.push(decode(text))
    else if (end !== '') open.pop()
    else {
      const element = { tag, attributes, children: [] }
      parent.children.push(element)
      if (!/^(br|hr|img|source)$/.test(tag)) open.push(element)
    }
  }
  return root.children
}

/** The blocks of nodes. Text between blocks, as in a tight list, becomes a paragraph. */
function blocksOf(nodes: readonly Node[], base: string | undefined): Block[] {
  const blocks: Block[] = []
  let between: Node[] = []
  const add = (kind: 'paragraph' | 'heading', nodes: readonly Node[]) => {
    const spans = trim(spansOf(nodes, base))
    if (spans.length > 0) blocks.push({ kind, spans })
  }
  for (const node of nodes) {
    const block = typeof node === 'string' ? undefined : blockOf(node, base)
    if (!block || typeof node === 'string') {
      between.push(node)
      continue
    }
    add('paragraph', between)
    between = []
    if (block === 'paragraph' || block === 'heading') add(block, node.children)
    else blocks.push(block)
  }
  add('paragraph', between)
  return blocks
}

function blockOf(element: Element, base: string | undefined): Block | 'paragraph' | 'heading' | undefined {
  const { tag, attributes, children } = element
  switch (tag) {
    case 'p':
      return 'paragraph'
    case 'pre':
      return { kind: 'code', text: textOf(element).trimEnd() }
    case 'blockquote':
      return { kind: 'quote', blocks: blocksOf(children, base) }
    case 'ul':
    case 'ol': {
      const start = tag === 'ol' ? Number(/\bstart="(\d+)"/.exec(attributes)?.[1] ?? 1) : undefined
      return { kind: 'list', start, items: find(element, 'li').map((item) => blocksOf(item.children, base)) }
    }
    case 'table': {
      const cells = (row: Element) => [...find(row, 'th'), ...find(row, 'td')]
      const rows = [...find(element, 'thead'), ...find(element, 'tbody')].flatMap((part) => find(part, 'tr'))
      return {
        kind: 'table',
        rows: rows.map((row) => cells(row).map((cell) => trim(spansOf(cell.children, base)))),
      }
    }
    default:
      return /^h[2-6]$/.test(tag) ? 'heading' : undefined
  }
}

const find = ({ children }: Element, tag: string): Element[] =>
  children.filter((node) => typeof node !== 'string').filter((element) => element.tag === tag)

const textOf = (node: Node): string => (typeof node === 'string' ? node : node.children.map(textOf).join(''))

type Marks = Omit<Span, 'text'>

/** Line breaks of the source count as spaces, those of the text as line breaks. */
function spansOf(nodes: readonly Node[], base: string | undefined, marks: Marks = {}): Span[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return { text: node.replace(/\s+/g, ' '), ...marks }
    if (node.tag === 'br') return { text: '\n' }
    return spansOf(node.children, base, { ...marks, ...marksOf(node, base) })
  })
}

function marksOf({ tag, attributes }: Element, base: string | undefined): Marks {
  if (tag === 'strong') return { bold: true }
  if (tag === 'em') return { italic: true }
  if (tag === 's') return { struck: true }
  if (tag !== 'a') return {}
  const address = decode(/\bhref="([^"]*)"/.exec(attributes)?.[1] ?? '')
  return URL.canParse(address, base) ? { link: new URL(address, base).href } : {}
}

/** Without spaces at either end and around line breaks, and without empty spans. */
function trim(spans: readonly Span[]): Span[] {
  const trimmed: Span[] = []
  for (const { text, ...marks } of spans) {
    const before = trimmed.at(-1)?.text ?? '\n'
    const rest = /\s$/.test(before) ? text.replace(/^ +/, '') : text
    if (rest !== '') trimmed.push({ ...marks, text: rest })
  }
  const last = trimmed.at(-1)
  if (last) last.text = last.text.trimEnd()
  return trimmed.filter(({ text }) => text !== '')
}
