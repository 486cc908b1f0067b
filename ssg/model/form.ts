import { isScalar, isSeq, type Document, type Node, type Scalar } from 'yaml'
import { kindModels, type FieldModel } from './fields.ts'
import { readFrontMatter, splitFile } from './front-matter.ts'
import { kindOf, type Folder, type Single } from './kinds.ts'

/** A content file, as a form shows it. */
export interface FormFile {
  /** A list is an array; an absent field has no entry. */
  fields: Record<string, string | string[]>
  /** Without blank lines around it. Lines end with "\n". */
  body: string
}

/** Reads the file at `path` for a form; undefined if its front matter cannot be used. */
export function readForm(path: string, source: string): FormFile | undefined {
  const { document, body } = readFrontMatter(source)
  if (!document) return undefined
  const fields = Object.keys((document.toJS() ?? {}) as object).map((name) => {
    const node = document.get(name, true) as Node | undefined
    return [name, fieldText(node, typeOf(path, name), document)] as const
  })
  return { fields: Object.fromEntries(fields), body: bodyText(body) }
}

function fieldText(node: Node | undefined, type: FieldModel['type'] | undefined, document: Document) {
  const texts = (isSeq(node) ? node.items : [node]).map((item) => nodeText(item as Node | null, document))
  if (type === undefined) return isSeq(node) ? texts : texts.join()
  if (!lists.includes(type)) return texts.join(', ')
  return isSeq(node) ? texts : texts.filter((text) => text !== '')
}

const lists: readonly FieldModel['type'][] = ['list', 'sections', 'entries', 'addresses']

/** A value that is not text, such as a number, is shown as in the source. */
function nodeText(node: Node | null | undefined, document: Document): string {
  if (!node) return ''
  if (!isScalar(node)) return JSON.stringify(node.toJS(document))
  if (typeof node.value !== 'string') return node.source ?? ''
  return node.type?.startsWith('BLOCK') ? node.value.replace(/\n+$/, '') : node.value
}

/** A body as a form holds it: without blank lines around it. */
export const bodyText = (body: string) => body.replaceAll('\r\n', '\n').replace(/^(?:[ \t]*\n)+|\n+$/g, '')

/** What to write. A number and a boolean are written without quotes. */
interface Changed extends Omit<FormFile, 'fields'> {
  fields: Record<string, Value>
}
type Value = string | string[] | number | boolean

/**
 * Writes a form's content into the file at `path`. Keeps unchanged fields, the order and comments. Throws if
 * `readForm` cannot read the file.
 */
export function writeForm(path: string, source: string, { fields, body }: Changed): string {
  const before = readForm(path, source)
  const parts = splitFile(source)
  const { document: current } = readFrontMatter(source)
  if (!before || !parts || !current) throw new Error('The front matter cannot be read.')
  const changed = namesIn(before, { fields }).filter(
    (name) =>
      !isSame(before.fields[name], fields[name]) ||
      isMistyped(current.get(name, true), path, name, fields[name]),
  )
  const { opening } = parts
  let { yaml, closing, body: bodySource } = parts
  const eol = opening.endsWith('\r\n') ? '\r\n' : '\n'
  if (changed.length > 0) {
    const document = current.clone()
    for (const name of changed) setField(document, name, valueOf(path, name, fields[name]))
    yaml = document.toString({ lineWidth: 0, flowCollectionPadding: false }).replaceAll('\n', eol)
  }
  if (body !== before.body) {
    const text = bodyText(body)
    bodySource = text === '' ? '' : `${eol}${text.replaceAll('\n', eol)}${eol}`
    if (!closing.endsWith('\n')) closing += eol
  }
  return opening + yaml + closing + bodySource
}

function typeOf(path: string, name: string): FieldModel['type'] | undefined {
  const kind = kindOf(path)
  return kind && kindModels[kind].fields.find((field) => field.name === name)?.type
}

/** The value in the file: a form holds numbers and switches as text, too. */
function valueOf(path: string, name: string, value: Value | undefined): Value | undefined {
  const type = typeOf(path, name)
  if (typeof value !== 'string') return value
  if (type === 'switch' && (value === 'true' || value === 'false')) return value === 'true'
  // A year is better read as a number.
  const isNumber = type === 'order' ? /^(0|-?[1-9]\d*)$/ : type === 'date' ? /^[1-9]\d*$/ : undefined
  return isNumber?.test(value) && Number.isSafeInteger(Number(value)) ? Number(value) : value
}

/** Whether the file has text for a number or a switch, which the check refuses. A year may be text. */
const isMistyped = (node: unknown, path: string, name: string, value: Value | undefined) =>
  isScalar(node) &&
  typeof node.value === 'string' &&
  typeof valueOf(path, name, value) !== 'string' &&
  typeOf(path, name) !== 'date'

const namesIn = (...forms: Pick<Changed, 'fields'>[]) => [
  ...new Set(forms.flatMap(({ fields }) => Object.keys(fields))),
]

/** Whether two forms have the same values. */
export const isSameForm = (a: FormFile, b: FormFile): boolean =>
  a.body === b.body && namesIn(a, b).every((name) => isSame(a.fields[name], b.fields[name]))

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function setField(document: Document, name: string, value: Value | undefined): void {
  const node = document.get(name, true)
  if (value === undefined) document.delete(name)
  else if (typeof value === 'number' || typeof value === 'boolean') document.set(name, value)
  else if (Array.isArray(value)) {
    const items = isSeq(node) ? node.items : []
    const kept = (text: string) => items.find((item) => isScalar(item) && item.value === text)
    const next = value.map((text) => kept(text) ?? scalar(document, text))
    if (isSeq(node)) {
      if (items.length === 0) node.flow = false
      node.items = next
    } else document.set(name, next)
  } else if (isScalar(node) && typeof node.value === 'number' && String(Number(value)) === value) {
    node.value = Number(value)
  } else {
    const next = scalar(document, value)
    if (isScalar(node)) {
      if (node.comment) next.comment = node.comment
      if (node.type?.startsWith('QUOTE') && node.value !== '') next.type = node.type
    }
    document.set(name, next)
  }
}

/** Text that has to be quoted: `parseYaml` refuses special spaces around YAML's signs, and the parser control characters. */
const unsafe = /^[\u00a0\u2000-\u200a\u202f\u205f\u3000]|[\p{Cc}\p{Zl}\p{Zp}\ufeff]/u

function scalar(document: Document, text: string): Scalar {
  const node = document.createNode(text)
  if (unsafe.test(text)) node.type = 'QUOTE_DOUBLE'
  return node
}

export function newFile(kind: Single | Folder): string {
  const empty = ({ type, choices, length = 0 }: FieldModel) =>
    type === 'list' ? JSON.stringify(Array<string>(length).fill('')) : (choices?.[0] ?? '""')
  const lines = kindModels[kind].fields
    .filter(({ required }) => required)
    .map((field) => `${field.name}: ${empty(field)}\n`)
  return `---\n${lines.join('')}---\n`
}

/** Changes one field of a file; undefined removes it. Throws if `readForm` cannot read the file. */
export function writeField(source: string, name: string, value: Value | undefined): string {
  const form = readForm('', source)
  if (!form) throw new Error('The front matter cannot be read.')
  const others = Object.entries(form.fields).filter(([key]) => key !== name)
  const fields = Object.fromEntries(value === undefined ? others : [...others, [name, value]])
  return writeForm('', source, { ...form, fields })
}

/** Changes the body of a file. Throws if `readForm` cannot read the file. */
export function writeBody(source: string, body: string): string {
  const form = readForm('', source)
  if (!form) throw new Error('The front matter cannot be read.')
  return writeForm('', source, { ...form, body })
}
