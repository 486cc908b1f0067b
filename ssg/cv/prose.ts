/** Words of one look. */
export interface Words {
  text: string
  bold?: boolean
  italic?: boolean
  /** The address that they lead to. */
  link?: string
}

/** A piece of running text, as every form of the CV can show it. */
export type Block =
  | { kind: 'paragraph'; words: Words[] }
  | { kind: 'heading'; words: Words[] }
  | { kind: 'list'; ordered: boolean; items: Block[][] }
  | { kind: 'quote'; blocks: Block[] }

const token = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const decode = (text: string) => text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)

/** A place that takes blocks, and the words that have not become a block yet. */
interface Open {
  tag: string
  blocks: Block[]
  words: Words[]
}

/**
 * Reads the HTML that `renderMarkdown` makes. Tags that no other form knows give their words and nothing else; line
 * breaks of the source count as spaces, those of the text as line breaks.
 */
export function readProse(html: string): Block[] {
  const root: Open = { tag: '', blocks: [], words: [] }
  const open: Open[] = [root]
  const worn: Look[] = []
  const top = () => open.at(-1) ?? root
  for (const [whole, end, tag, rest = ''] of html.matchAll(token)) {
    if (tag === undefined) addWords(top(), Object.assign({}, ...worn, { text: decode(whole) }) as Words)
    else if (tag === 'br') top().words.push({ text: '\n' })
    else if (looks[tag] !== undefined) {
      if (end === '') worn.push(looks[tag](rest))
      else worn.pop()
    } else if (!Object.hasOwn(containers, tag)) continue
    else if (end === '') {
      closeWords(top())
      open.push({ tag, blocks: [], words: [] })
    } else close(open)
  }
  closeWords(root)
  return root.blocks
}

type Look = Omit<Words, 'text'>

/** How words look within a tag that has `attributes`. */
const looks: Record<string, (attributes: string) => Look> = {
  strong: () => ({ bold: true }),
  em: () => ({ italic: true }),
  a: (attributes) => ({ link: decode(/\bhref="([^"]*)"/.exec(attributes)?.[1] ?? '') }),
}

/** What holds words or blocks, and the block that it becomes; of an item, its list takes the blocks. */
const containers: Record<string, (inside: Open, words: Words[]) => Block[]> = {
  p: (_, words) => [{ kind: 'paragraph', words }],
  pre: (_, words) => [{ kind: 'paragraph', words }],
  ...Object.fromEntries(
    ['h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [
      tag,
      (_: Open, words: Words[]): Block[] => [{ kind: 'heading', words }],
    ]),
  ),
  blockquote: ({ blocks }) => [{ kind: 'quote', blocks }],
  ul: ({ blocks }) => [{ kind: 'list', ordered: false, items: itemsOf(blocks) }],
  ol: ({ blocks }) => [{ kind: 'list', ordered: true, items: itemsOf(blocks) }],
  // Wrapped, so that the list can tell its items apart.
  li: ({ blocks }) => [{ kind: 'quote', blocks }],
}

const itemsOf = (blocks: Block[]) => blocks.flatMap((item) => (item.kind === 'quote' ? [item.blocks] : []))

function close(open: Open[]): void {
  const inside = open.pop()
  const outside = open.at(-1)
  if (!inside || !outside) return
  const holdsWords = /^(p|pre|h\d)$/.test(inside.tag)
  const words = holdsWords ? tidy(inside.words) : []
  if (holdsWords && words.length === 0) return
  if (!holdsWords) closeWords(inside)
  outside.blocks.push(...(containers[inside.tag]?.(inside, words) ?? []))
}

/** Words between blocks, as in the items of a tight list, become a paragraph. */
function closeWords(place: Open): void {
  const words = tidy(place.words)
  place.words = []
  if (words.length > 0) place.blocks.push({ kind: 'paragraph', words })
}

function addWords({ tag, words }: Open, added: Words): void {
  const text = tag === 'pre' ? added.text : added.text.replace(/\s+/g, ' ')
  words.push({ ...added, text })
}

/** Without spaces at either end and around line breaks, and without empty pieces. */
function tidy(words: Words[]): Words[] {
  const tidied: Words[] = []
  for (const { text, ...look } of words) {
    const before = tidied.at(-1)?.text ?? '\n'
    const kept = /\s$/.test(before) ? text.replace(/^ +/, '') : text
    if (kept !== '') tidied.push({ ...look, text: kept })
  }
  const last = tidied.at(-1)
  if (last) last.text = last.text.trimEnd()
  return tidied.filter(({ text }) => text !== '')
}

/** The words of blocks alone, a line for each block. */
export function plainText(blocks: readonly Block[]): string {
  return blocks.map(blockText).join('\n')
}

/** One line of words, without what they look like. */
export const wordsText = (words: readonly Words[]): string => words.map(({ text }) => text).join('')

function blockText(block: Block): string {
  if (block.kind === 'list') return block.items.map(plainText).join('\n')
  return block.kind === 'quote' ? plainText(block.blocks) : wordsText(block.words)
}
