/** Text with the same marks. */
export interface Span {
  text: string
  bold?: boolean
  italic?: boolean
  struck?: boolean
  /** The address of a link. */
  link?: string
}

/** A piece of running text, as every format of the CV can show it. */
export type Block =
  | { kind: 'paragraph' | 'heading'; spans: Span[] }
  /** Lines whose spaces count. */
  | { kind: 'code'; text: string }
  | List
  | { kind: 'quote'; blocks: Block[] }
  /** The cells of each row; those of the first one head the columns. */
  | { kind: 'table'; rows: Span[][][] }

export interface List {
  kind: 'list'
  /** The number of the first item; undefined for a list with bullets. */
  start: number | undefined
  items: Block[][]
}

const token = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const decode = (text: string) => text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)

/** An open element: its finished parts, and the spans that have not become a block yet. */
interface Open {
  tag: string
  attributes: string
  blocks: Block[]
  spans: Span[]
  /** Of the row of a table. */
  cells: Span[][]
  /** Of a table. */
  rows: Span[][][]
}

const opened = (tag: string, attributes = ''): Open => {
  return { tag, attributes, blocks: [], spans: [], cells: [], rows: [] }
}

/**
 * Reads the HTML that `parseMarkdown` renders. Of tags that are not known here only the text is used; line breaks of the
 * source count as spaces, those of the text as line breaks. Relative links are resolved against
 * `base`, and are plain text without it.
 */
export function readProse(html: string, base?: string): Block[] {
  const root = opened('')
  const open: Open[] = [root]
  const marks: Marks[] = []
  const top = () => open.at(-1) ?? root
  for (const [whole, end, tag, attributes = ''] of html.matchAll(token)) {
    if (tag === undefined) addText(top(), Object.assign({}, ...marks, { text: decode(whole) }) as Span)
    else if (tag === 'br') top().spans.push({ text: '\n' })
    else if (markTags[tag] !== undefined) {
      if (end === '') marks.push(markTags[tag](attributes, base))
      else marks.pop()
    } else if (!blockTag.test(tag)) continue
    else if (end === '') {
      endParagraph(top())
      open.push(opened(tag, attributes))
    } else close(open)
  }
  endParagraph(root)
  return root.blocks
}

type Marks = Omit<Span, 'text'>

/** The marks of the text within a tag that has `attributes`. */
const markTags: Record<string, (attributes: string, base?: string) => Marks> = {
  strong: () => ({ bold: true }),
  em: () => ({ italic: true }),
  s: () => ({ struck: true }),
  a: (attributes, base) => {
    const address = decode(/\bhref="([^"]*)"/.exec(attributes)?.[1] ?? '')
    return URL.canParse(address, base) ? { link: new URL(address, base).href } : {}
  },
}

/** Tags that become a block, or a part of one. */
const blockTag = /^(p|pre|h[2-6]|blockquote|ul|ol|li|table|tr|th|td)$/

function close(open: Open[]): void {
  const inside = open.pop()
  const outside = open.at(-1)
  if (!inside || !outside) return
  const { tag, attributes, blocks } = inside
  if (tag === 'pre') {
    const text = inside.spans.map(({ text }) => text).join('')
    outside.blocks.push({ kind: 'code', text: text.trimEnd() })
  } else if (tag === 'th' || tag === 'td') outside.cells.push(trimSpans(inside.spans))
  else if (tag === 'tr') outside.rows.push(inside.cells)
  else if (tag === 'table') outside.blocks.push({ kind: 'table', rows: inside.rows })
  else if (/^(p|h\d)$/.test(tag)) {
    const spans = trimSpans(inside.spans)
    if (spans.length > 0) outside.blocks.push({ kind: tag === 'p' ? 'paragraph' : 'heading', spans })
  } else {
    endParagraph(inside)
    if (tag === 'ul' || tag === 'ol') {
      const items = blocks.flatMap((item) => (item.kind === 'quote' ? [item.blocks] : []))
      const start = tag === 'ol' ? Number(/\bstart="(\d+)"/.exec(attributes)?.[1] ?? 1) : undefined
      outside.blocks.push({ kind: 'list', start, items })
      // Until its list is closed, an item is a quote too.
    } else outside.blocks.push({ kind: 'quote', blocks })
  }
}

/** Text between blocks, as in the items of a tight list, becomes a paragraph. */
function endParagraph(element: Open): void {
  const spans = trimSpans(element.spans)
  element.spans = []
  if (spans.length > 0) element.blocks.push({ kind: 'paragraph', spans })
}

function addText({ tag, spans }: Open, added: Span): void {
  const text = tag === 'pre' ? added.text : added.text.replace(/\s+/g, ' ')
  spans.push({ ...added, text })
}

/** Without spaces at either end and around line breaks, and without empty spans. */
function trimSpans(spans: Span[]): Span[] {
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

/** The text of blocks without numbers, addresses and other additions. */
export function plainText(blocks: readonly Block[]): string {
  return blocks.map(blockText).join('\n')
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'code':
      return block.text
    case 'list':
      return block.items.map(plainText).join('\n')
    case 'quote':
      return plainText(block.blocks)
    case 'table':
      return block.rows.flat().map(spanText).join('\n')
    default:
      return spanText(block.spans)
  }
}

const spanText = (spans: readonly Span[]) => spans.map(({ text }) => text).join('')
