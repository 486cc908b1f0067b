import { decodeHTMLAttribute, decodeHTMLStrict } from 'entities'
import { missingLetter } from '../letters.mjs'
import { parseMarkdown, type Node } from '../markdown.ts'

const controls = /[^\t\n\P{Cc}]|[\u202a-\u202e\u2066-\u2069]|\p{Noncharacter_Code_Point}|\p{Cs}/gu
const emoji =
  /(?:\p{Extended_Pictographic}|\p{Regional_Indicator})(?:\p{Emoji_Modifier}|\ufe0f|\u200d)*|\ufe0f?\u20e3/gu

/** Changes that the readers made to texts. */
export interface Remarks {
  /** Whether control characters and emoji were left out. */
  controls: boolean
  emoji: boolean
  /** The dates that were not understood. */
  dates: Set<string>
}

export const newRemarks = (): Remarks => ({ controls: false, emoji: false, dates: new Set() })

/** `text` with "\n" at the end of its lines, and without the characters that no page may contain and the CV cannot show. */
function shown(text: string, remarks: Remarks): string {
  const replace = (
    text: string,
    signs: RegExp,
    kind: 'controls' | 'emoji',
    keeps: (sign: string) => boolean,
  ) =>
    text.replace(signs, (sign) => {
      if (keeps(sign)) return sign
      remarks[kind] = true
      return ''
    })
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
  const printable = replace(lines, controls, 'controls', () => false)
  return replace(printable, emoji, 'emoji', (sign) => missingLetter(sign) === undefined)
}

/** The text of a field, which has one line. */
export const oneLine = (text: string, remarks: Remarks): string =>
  shown(withoutTags(text, { link: (words) => words }), remarks)
    .replace(/\s+/g, ' ')
    .trim()

/** Signs that mark a list's item at the beginning of a line. */
const bullet = /^(?:[•●▪◦‣∙·■□►➤➢→✓✔*+–—-]|\p{Extended_Pictographic}\ufe0f?)[ \t]+(?=\S)/u

/** The Markdown that shows a plain text unchanged; lines with a bullet become a list. */
export const plainText = (text: string, remarks: Remarks): string =>
  asMarkdown(decodeHTMLStrict(text), remarks)

function asMarkdown(text: string, remarks: Remarks): string {
  // Emoji are bullets too, and are gone afterwards.
  const marked = text.replace(/\r\n?/g, '\n').replace(/^[ \t]+/gm, '')
  const lines = marked.split('\n').map((line) => line.replace(bullet, '\u2022 '))
  const blocks: { items: boolean; lines: string[] }[] = []
  let previous = ''
  for (const line of shown(lines.join('\n'), remarks).split('\n').map(trimmed)) {
    const items = line.startsWith('\u2022 ')
    const last = blocks.at(-1)
    if (line !== '' && last?.items === items && (items || previous !== '')) last.lines.push(line)
    else if (line !== '') blocks.push({ items, lines: [line] })
    previous = line
  }
  return blocks
    .map(({ items, lines }) =>
      items ? lines.map((line) => `- ${paragraph([line.slice(2)])}`).join('\n') : paragraph(lines),
    )
    .join('\n\n')
}

const trimmed = (line: string) => line.replace(/[\s\u00a0]+/g, ' ').trim()

/** Lines as a paragraph of Markdown. Signs are escaped only if some of them would be markup. */
function paragraph(lines: readonly string[]): string {
  const written = lines.join('\\\n')
  return isPlain(written, lines) ? written : lines.map(escapeMarkdown).join('\\\n')
}

function isPlain(markdown: string, lines: readonly string[]): boolean {
  const [block, ...others] = parseMarkdown(markdown).tree
  if (!block || others.length > 0 || block.token.type !== 'paragraph_open') return false
  const inside = block.children.flatMap(({ children }) => children)
  const words = inside.filter(({ token }) => token.type !== 'hardbreak')
  return (
    words.every(({ token }) => token.type === 'text') &&
    words.map(({ token }) => token.content).join('\n') === lines.join('\n')
  )
}

const escapeMarkdown = (line: string) =>
  line
    .replace(/[\\`*_{}[\]<>&~|!]/g, '\\$&')
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')

/** What may stay of Markdown: other markup needs files or headings that the page may not have. */
const harmless = new Set([
  ...['paragraph_open', 'inline', 'text', 'softbreak', 'hardbreak', 'code_inline'],
  ...[
    'strong_open',
    'em_open',
    's_open',
    'link_open',
    'bullet_list_open',
    'ordered_list_open',
    'list_item_open',
  ],
])

/** The Markdown of a text that may be Markdown, may have HTML, and may be neither. */
export function richText(text: string, remarks: Remarks): string {
  const linked = withoutTags(text, {
    link: (words, url) => `[${escapeMarkdown(words)}](<${url}>)`,
    emphasis: (words, sign) => sign + words + sign,
  })
  // Indented HTML is not code.
  const lines = text.search(tag) >= 0 ? linked.replace(/^[ \t]+/gm, '') : linked
  const markdown = shown(lines.replace(/^\u2022 /gm, '- '), remarks).trim()
  if (hasMarkup(markdown)) return markdown
  return asMarkdown(
    withoutTags(text, { link: (words, url) => (words === url ? url : `${words} (${url})`) }),
    remarks,
  )
}

function hasMarkup(markdown: string): boolean {
  const types = typesOf(parseMarkdown(markdown).tree)
  return (
    types.every((type) => harmless.has(type)) && types.some((type) => /^(strong|em|s|link)_|code_/.test(type))
  )
}

function typesOf(nodes: readonly Node[]): string[] {
  return nodes.flatMap(({ token, children }) => {
    const href = String(token.attrGet('href') ?? 'https:')
    const type = /^(https?:|mailto:)/i.test(href) ? token.type : 'address of this site'
    return [type, ...typesOf(children)]
  })
}

/** Elements of HTML that texts from elsewhere have; `<` before any other word is text. */
const tag = /<(\/?)(p|br|div|span|ul|ol|li|b|strong|i|em|u|a|h[1-6]|font)(\s[^<>]*)?\/?>/gi

const anchor = /<a\s(?:[^<>]*\s)?href=(?:"([^"<>]*)"|'([^'<>]*)')[^<>]*>(.*?)<\/a>/gis

/** Emphasis within one line, without the space at its ends. */
const emphasised =
  /<(b|strong|i|em)(?:\s[^<>]*)?>(\s*)((?:(?!<\/?(?:p|br|div|ul|ol|li|h[1-6])\b).)*?\S)(\s*)<\/\1>/gis

interface Writers {
  link: (words: string, url: string) => string
  /** Undefined does not change the words. */
  emphasis?: (words: string, sign: string) => string
}

/** `text` with its lines, lists, links and emphasis instead of HTML's elements and entities. */
function withoutTags(text: string, { link, emphasis }: Writers): string {
  const emphasise = (html: string): string =>
    html.replace(
      emphasised,
      (_, name: string, before: string, words: string, after: string) =>
        before + (emphasis?.(emphasise(words), /^[bs]/i.test(name) ? '**' : '*') ?? words) + after,
    )
  const words = text.split(anchor).map((part, index) => {
    if (index % 4 === 0) return emphasise(part).replace(tag, lineOf)
    return index % 4 === 3 ? part.replace(tag, lineOf) : part
  })
  const read = words.flatMap((part, index) => {
    if (index % 4 === 0) return decodeHTMLStrict(part)
    if (index % 4 !== 3) return []
    const url = decodeHTMLAttribute(words[index - 2] ?? words[index - 1] ?? '').trim()
    const shown = decodeHTMLStrict(part).replace(/\s+/g, ' ').trim()
    return /^(https?:|mailto:)[^\s<>]+$/i.test(url) ? link(shown, url) : shown
  })
  return read
    .join('')
    .replace(/\u2022 \s+/g, '\u2022 ')
    .replace(/^([ \t]*\u2022 .*)\n\s+(?=\u2022 )/gm, '$1\n')
    .replace(/\n{3,}/g, '\n\n')
}

function lineOf(_: string, closing: string, name: string): string {
  if (/^li$/i.test(name)) return closing === '' ? '\n\u2022 ' : '\n'
  if (/^br$/i.test(name)) return '\n'
  return /^(p|div|ul|ol|h\d)$/i.test(name) ? '\n\n' : ''
}
