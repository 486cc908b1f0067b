import { isAlias, isCollection, isMap, isPair, isScalar, isSeq, stringify } from 'yaml'
import type { Document, Node, Pair, YAMLSeq } from 'yaml'
import { fieldModel } from './field-models.ts'
import { parseYaml, splitText, type TextParts } from './front-matter.ts'
import { kinds, type Kind } from './schemas.ts'

/** What a form shows of a text. */
export interface TextFields {
  /** A list is an array; what is absent has no entry. */
  fields: Record<string, string | string[]>
  /** Without blank lines around it, its lines separated by "\n". */
  body: string
}

/** What a form shows of `text`, or undefined where its front matter cannot be read: `checkText` says why. */
export function readFields(text: string): TextFields | undefined {
  const opened = open(text)
  return opened && { fields: opened.fields, body: bodyOf(opened.parts).words }
}

/**
 * `text` with the field `name` as given, or without it. No other bytes change, but where YAML leaves no choice: a field
 * that others refer to, or front matter in braces, is written anew with all of its neighbours. Throws where the front
 * matter cannot be read.
 */
export function writeField(
  text: string,
  name: string,
  value: string | readonly string[] | undefined,
): string {
  const opened = open(text)
  if (!opened) throw new Error('The front matter cannot be read.')
  if (isSame(opened.fields[name], value)) return text
  const yaml = spliced(opened, name, value).find((yaml) => holds(opened, yaml, name, value))
  return joined({ ...opened.parts, yaml: yaml ?? writtenAnew(opened, name, value) })
}

/** `text` with the words `body` below its front matter; blank lines around them stay as they were. */
export function writeBody(text: string, body: string): string {
  const parts = splitText(text)
  if (!parts) throw new Error('The front matter is missing.')
  const before = bodyOf(parts)
  const words = body.replaceAll('\r\n', '\n').replace(/^(?:[ \t]*\n)+|\n+$/g, '')
  if (words === before.words) return text
  const eol = eolOf(parts)
  if (words === '') return joined({ ...parts, body: '' })
  const closing = parts.closing.endsWith('\n') ? parts.closing : parts.closing + eol
  const [above, below] = before.words === '' ? [eol, eol] : [before.above, before.below]
  return joined({ ...parts, closing, body: above + words.replaceAll('\n', eol) + below })
}

/** The line of `text` on which the words of its body begin; the first where it has no front matter. */
export function bodyLine(text: string): number {
  const parts = splitText(text)
  if (!parts) return 1
  const { opening, yaml, closing } = parts
  return (opening + yaml + closing + bodyOf(parts).above).split('\n').length
}

interface Opened {
  parts: TextParts
  document: Document.Parsed
  pairs: Pair<Node, Node | null>[]
  fields: TextFields['fields']
}

function open(text: string): Opened | undefined {
  const parts = splitText(text)
  if (!parts) return undefined
  const { document } = parseYaml(parts.yaml, { keepSourceTokens: true })
  if (!document) return undefined
  const pairs = (isMap(document.contents) ? document.contents.items : []) as Opened['pairs']
  const fields = pairs.map(({ key, value }) => [keyOf(key), read(value, document, parts.yaml)] as const)
  return { parts, document, pairs, fields: Object.fromEntries(fields) }
}

const joined = ({ opening, yaml, closing, body }: TextParts) => opening + yaml + closing + body

const eolOf = ({ opening }: TextParts) => (opening.endsWith('\r\n') ? '\r\n' : '\n')

function bodyOf({ body }: TextParts) {
  const above = /^(?:[ \t]*\r?\n)*/.exec(body)?.[0] ?? ''
  const below = /(?:\r?\n)*$/.exec(body.slice(above.length))?.[0] ?? ''
  const words = body.slice(above.length, body.length - below.length).replaceAll('\r\n', '\n')
  return { above, words, below }
}

const keyOf = (key: unknown) => (isScalar(key) ? String(key.value) : '')

function read(node: Node | null, document: Document.Parsed, yaml: string): string | string[] {
  const known = isAlias(node) ? node.resolve(document) : node
  if (isSeq(known)) return known.items.map((item) => readText(item as Node | null, document, yaml))
  return readText(known ?? null, document, yaml)
}

/** What is no text, such as a number, is shown as it is written. */
function readText(node: Node | null, document: Document.Parsed, yaml: string): string {
  const known = isAlias(node) ? node.resolve(document) : node
  if (!known) return ''
  if (!isScalar(known)) return sourceOf(known, yaml).trim()
  if (typeof known.value !== 'string') return known.source ?? ''
  return known.type?.startsWith('BLOCK') ? known.value.replace(/\n+$/, '') : known.value
}

const sourceOf = ({ range }: Node, yaml: string) => (range ? yaml.slice(range[0], range[1]) : '')

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Whether the front matter says `value` after the change, and all else as before. */
function holds({ parts, document }: Opened, yaml: string, name: string, value: unknown): boolean {
  const after = open(joined({ ...parts, yaml }))
  if (!after || after.parts.yaml !== yaml) return false
  const others = (of: Document.Parsed) =>
    Object.entries((of.toJS() ?? {}) as object).filter(([key]) => key !== name)
  return isSame(after.fields[name], value) && isSame(others(after.document), others(document))
}

/** The ways to write the field in place, the best first; not each of them holds. */
function spliced(
  { parts, pairs }: Opened,
  name: string,
  value: string | readonly string[] | undefined,
): string[] {
  const { yaml } = parts
  const eol = eolOf(parts)
  const pair = pairs.find(({ key }) => keyOf(key) === name)
  const put = (start: number, end: number, words: string) => yaml.slice(0, start) + words + yaml.slice(end)
  if (!pair) {
    const [first] = pairs
    const indent = first ? indentBefore(yaml, first.key.range?.[0] ?? 0) : ''
    return value === undefined || indent === undefined
      ? []
      : [`${yaml}${indent}${name}:${written(name, value, eol, indent)}${eol}`]
  }
  const start = pair.key.range?.[0] ?? 0
  const indent = indentBefore(yaml, start)
  const colon = yaml.indexOf(':', pair.key.range?.[1]) + 1
  const node = pair.value
  const end = node && sourceOf(node, yaml) !== '' ? leafEnd(node) : colon
  if (value === undefined) {
    return indent === undefined ? [] : [put(start - indent.length, lineEnd(yaml, end), '')]
  }
  const isBlock = yaml.slice(colon, end).endsWith('\n')
  const anew = put(colon, end, written(name, value, eol, indent ?? '') + (isBlock ? eol : ''))
  if (typeof value === 'string') {
    const inPlace = isCollection(node) || !node || sourceOf(node, yaml) === ''
    if (inPlace || !node.range) return [anew]
    const words = scalar(value, styleOf(node), name)
    return [put(node.range[0], node.range[1], isBlock ? words + eol : words), anew]
  }
  return isSeq(node) && node.items.length > 0 ? [...listSpliced(node, name, value, yaml, eol), anew] : [anew]
}

/** The ways to write a list that keep what is around its texts, and texts that stay. */
function listSpliced(
  list: YAMLSeq,
  name: string,
  value: readonly string[],
  yaml: string,
  eol: string,
): string[] {
  const items = list.items as Node[]
  const old = items.map((item) =>
    isScalar(item) ? (typeof item.value === 'string' ? item.value : item.source) : undefined,
  )
  let same = 0
  while (same < old.length && same < value.length && old[same] === value[same]) same++
  let tail = 0
  while (tail < Math.min(old.length, value.length) - same && old.at(-1 - tail) === value.at(-1 - tail)) tail++
  const changed = items.slice(same, items.length - tail)
  const wanted = value.slice(same, value.length - tail)
  const style = styleOf(items[0])
  if (changed.length === wanted.length) {
    const words = (node: Node, index: number) => scalar(wanted[index] ?? '', styleOf(node), name)
    return [
      changed.reduceRight((text, node, index) => {
        const [from = 0, to = 0] = node.range ?? []
        if (old[same + index] === wanted[index]) return text
        return (
          text.slice(0, from) +
          words(node, index) +
          (yaml.slice(from, to).endsWith('\n') ? eol : '') +
          text.slice(to)
        )
      }, yaml),
    ]
  }
  if (list.flow) {
    const kept = items.map((item) => sourceOf(item, yaml))
    const texts = [
      ...kept.slice(0, same),
      ...wanted.map((text) => scalar(text, style, name)),
      ...kept.slice(items.length - tail),
    ]
    const [from = 0, to = 0] = list.range ?? []
    return [`${yaml.slice(0, from)}[${texts.join(', ')}]${yaml.slice(to)}`]
  }
  const spans = dashes(list).map((dash, index) => {
    const indent = indentBefore(yaml, dash)
    const end = lineEnd(yaml, Math.max(dash + 1, leafEnd(items[index])))
    return indent === undefined ? undefined : { start: dash - indent.length, end, indent }
  })
  const [first] = spans
  if (!first || value.length === 0) return []
  const lines = wanted.map((text) => `${first.indent}- ${scalar(text, style, name)}${eol}`).join('')
  const place = spans[same]?.start ?? spans.at(-1)?.end ?? 0
  let text = yaml
  for (const span of spans.slice(same, items.length - tail).reverse()) {
    if (!span) return []
    text = text.slice(0, span.start) + text.slice(span.end)
  }
  return [text.slice(0, place) + lines + text.slice(place)]
}

/** Where the sign of each item of a list in lines stands. */
function dashes({ srcToken }: YAMLSeq): number[] {
  if (srcToken?.type !== 'block-seq') return []
  return srcToken.items.flatMap(({ start }) =>
    start.filter(({ type }) => type === 'seq-item-ind').map(({ offset }) => offset),
  )
}

/** Where the last words of a value end, without what the parser counts to a list: comments and blank lines below it. */
function leafEnd(node: Node | null | undefined): number {
  if (isCollection(node) && !node.flow) {
    const last = node.items.at(-1)
    const end = leafEnd((isPair(last) ? (last.value ?? last.key) : last) as Node | null)
    return Math.max(end, node.range?.[0] ?? 0)
  }
  return node?.range?.[1] ?? 0
}

/** The spaces between the line's start and `offset`, or undefined where something else stands there. */
function indentBefore(yaml: string, offset: number): string | undefined {
  const before = yaml.slice(yaml.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^ *$/.test(before) ? before : undefined
}

/** Where the line after the one begins that holds what ends at `offset`. */
function lineEnd(yaml: string, offset: number): number {
  if (yaml[offset - 1] === '\n') return offset
  const end = yaml.indexOf('\n', offset)
  return end === -1 ? yaml.length : end + 1
}

/** What follows the colon. */
function written(name: string, value: string | readonly string[], eol: string, indent: string): string {
  if (typeof value === 'string') return ` ${scalar(value, 'plain', name)}`
  if (value.length === 0) return ' []'
  return value.map((text) => `${eol}${indent}  - ${scalar(text, 'plain', name)}`).join('')
}

type Style = 'plain' | 'single' | 'double'

function styleOf(node: Node | null | undefined): Style {
  if (!isScalar(node) || node.value === '') return 'plain'
  if (node.type === 'QUOTE_DOUBLE') return 'double'
  return node.type === 'QUOTE_SINGLE' ? 'single' : 'plain'
}

/** `text` in the style that was asked for, where it is read as the same text everywhere; else in double quotes. */
function scalar(text: string, style: Style, name: string): string {
  if (style === 'plain' && dates.has(name) && year.test(text)) return text
  const plain = style === 'single' ? `'${text.replaceAll("'", "''")}'` : text
  if (style !== 'double' && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufeff]/u.test(text) && isReadAs(plain, text))
    return plain
  // JSON leaves alone some characters that YAML breaks lines at, or does not admit.
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The names of dates: there a year may stand without quotes, as a number. */
const dates = new Set(
  Object.values<Kind>(kinds)
    .flatMap(({ schema }) => Object.entries(schema.shape))
    .filter(([name, schema]) => fieldModel(name, schema).type === 'date')
    .map(([name]) => name),
)
const year = /^[1-9]\d{3}$/

function isReadAs(yaml: string, text: string): boolean {
  const { document } = parseYaml(`a: ${yaml}\nb:\n  - ${yaml}\nc: [${yaml}, d]\n`)
  return document !== undefined && isSame(document.toJS(), { a: text, b: [text], c: [text, 'd'] })
}

/** All fields in the order they had, without comments. */
function writtenAnew(
  { parts, document }: Opened,
  name: string,
  value: string | readonly string[] | undefined,
): string {
  const fields = { ...(document.toJS() as object), [name]: value }
  return stringify(fields, { lineWidth: 0 }).replaceAll('\n', eolOf(parts))
}
