import { isNode, isPair, isScalar, LineCounter, parseDocument, visit, YAMLParseError } from 'yaml'
import type { Document, ParseOptions } from 'yaml'
import type { Diagnostic } from '../lib/diagnostics.ts'

/** A parsed markdown file: the fields on top and the text below. */
export interface SourceFile {
  fields: unknown
  body: string
  /** The line of the file on which `body` begins. */
  bodyLine: number
  /** The line of the value at `path`, or of the nearest one above it that exists. */
  lineOf: (path: readonly PropertyKey[]) => number
  /** The line of the name of a top field. */
  lineOfKey: (key: string) => number
}

const fences = /^(---[ \t]*\r?\n)([\s\S]*?)^(---[ \t]*(?:\r?\n|$))/m

/** A markdown file in its parts, which make the file when they are joined. */
export interface TextParts {
  opening: string
  yaml: string
  closing: string
  body: string
}

/** The parts of `text`, or undefined where its front matter is missing. */
export function splitText(text: string): TextParts | undefined {
  const match = fences.exec(text)
  if (match?.index !== 0) return undefined
  const [whole, opening = '', yaml = '', closing = ''] = match
  return { opening, yaml, closing, body: text.slice(whole.length) }
}

/** The fields in `yaml`, with all errors in them. */
export function parseYaml(yaml: string, options: ParseOptions = {}): Document.Parsed {
  const document = parseDocument(yaml, { ...options, prettyErrors: false })
  visit(document, {
    Alias(_, alias) {
      const [start = 0, end = 0] = alias.range ?? []
      if (!alias.resolve(document)) {
        document.errors.push(
          new YAMLParseError([start, end], 'BAD_ALIAS', `Nothing is called "${alias.source}"`),
        )
      }
    },
  })
  return document
}

/** Parses `text`; diagnostics where its front matter is missing or no YAML. */
export function readFrontMatter(text: string, where: string): SourceFile | Diagnostic[] {
  const parts = splitText(text)
  if (!parts) {
    const hint = 'Begin the file with a line "---", then one "field: value" per line, then "---" again.'
    return [{ where, line: 1, message: 'The front matter is missing', hint }]
  }
  const { yaml, body } = parts
  const lines = new LineCounter()
  const document = parseYaml(yaml, { lineCounter: lines })
  // The YAML begins one line below the opening fence.
  const lineAt = (offset: number) => lines.linePos(offset).line + 1
  if (document.errors.length > 0) {
    return document.errors.map((error) => ({
      where,
      line: lineAt(error.pos[0]),
      message: `The front matter is not valid YAML (${error.message})`,
      hint: 'Write "field: value", and put a value with a colon or a leading sign in quotes.',
    }))
  }
  return {
    fields: document.toJS() ?? {},
    body,
    bodyLine: text.slice(0, text.length - body.length).split('\n').length,
    lineOf: (path) => lineAt(offsetOf(document, path)),
    lineOfKey: (key) => lineAt(keyOffset(document, key)),
  }
}

function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

function keyOffset(document: Document, key: string): number {
  const map: unknown = document.contents
  const items = map && typeof map === 'object' && 'items' in map && Array.isArray(map.items) ? map.items : []
  const pair: unknown = items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key)
  return isPair(pair) && isScalar(pair.key) ? (pair.key.range?.[0] ?? 0) : 0
}
