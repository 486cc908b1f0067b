/** Text with the same marks. */
export interface Span {
  text: string
  bold?: boolean
  italic?: boolean
  /** The address of a link. */
  link?: string
}

/** A piece of running text, as every format of the CV can show it. */
export type Block =
  | { kind: 'paragraph' | 'heading'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; items: Block[][] }
  | { kind: 'quote'; blocks: Block[] }

const token = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const decode = (text: string) => text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)

/** An open element: its finished blocks, and the spans that have not become a block yet. */
interface Open {
  tag: string
  blocks: Block[]
  spans: Span[]
}

/**
 * Reads the HTML that `parseMarkdown` renders. Of tags that are not known here only the text is used; line breaks of the
 * source count as spaces, those of the text as line breaks.
 */
export function readProse(html: string): Block[] {
  const root: Open = { tag: '', blocks: [], spans: [] }
  const open: Open[] = [root]
  const marks: Marks[] = []
  const top = () => open.at(-1) ?? root
  for (const [whole, end, tag, rest = ''] of html.matchAll(token)) {
    if (tag === undefined) addText(top(), Object.assign({}, ...marks, { text: decode(whole) }) as Span)
    else if (tag === 'br') top().spans.push({ text: '\n' })
    else if (markTags[tag] !== undefined) {
      if (end === '') marks.push(markTags[tag](rest))
      else marks.pop()
    } else if (!blockTag.test(tag)) continue
    else if (end === '') {
      endParagraph(top())
      open.push({ tag, blocks: [], spans: [] })
    } else close(open)
  }
  endParagraph(root)
  return root.blocks
}

type Marks = Omit<Span, 'text'>

/** The marks of the text within a tag that has `attributes`. */
const markTags: Record<string, (attributes: string) => Marks> = {
  strong: () => ({ bold: true }),
  em: () => ({ italic: true }),
  a: (attributes) => ({ link: decode(/\bhref="([^"]*)"/.exec(attributes)?.[1] ?? '') }),
}

/** Tags that become a block. */
const blockTag = /^(p|pre|h[2-6]|blockquote|ul|ol|li)$/

function close(open: Open[]): void {
  const inside = open.pop()
  const outside = open.at(-1)
  if (!inside || !outside) return
  const { tag, blocks } = inside
  if (/^(p|pre|h\d)$/.test(tag)) {
    const spans = trimSpans(inside.spans)
    if (spans.length > 0) outside.blocks.push({ kind: tag.startsWith('h') ? 'heading' : 'paragraph', spans })
    return
  }
  endParagraph(inside)
  if (tag === 'ul' || tag === 'ol') {
    const items = blocks.flatMap((item) => (item.kind === 'quote' ? [item.blocks] : []))
    outside.blocks.push({ kind: 'list', ordered: tag === 'ol', items })
    // Until its list is closed, an item is a quote too.
  } else outside.blocks.push({ kind: 'quote', blocks })
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

/** The text of blocks alone, a line for each block. */
export function plainText(blocks: readonly Block[]): string {
  return blocks.map(blockText).join('\n')
}

function blockText(block: Block): string {
  if (block.kind === 'list') return block.items.map(plainText).join('\n')
  return block.kind === 'quote' ? plainText(block.blocks) : block.spans.map(({ text }) => text).join('')
}
