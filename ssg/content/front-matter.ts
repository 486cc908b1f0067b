import { isNode, isPair, isScalar, LineCounter, parseDocument, type Document } from 'yaml'
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

const fence = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m

/** Parses `text`; diagnostics where its front matter is missing or no YAML. */
export function readFrontMatter(text: string, where: string): SourceFile | Diagnostic[] {
  const match = fence.exec(text)
  if (match?.index !== 0) {
    const hint = 'Begin the file with a line "---", then one "field: value" per line, then "---" again.'
    return [{ where, line: 1, message: 'The front matter is missing', hint }]
  }
  const yaml = match[1] ?? ''
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false })
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
    body: text.slice(match[0].length),
    bodyLine: match[0].split('\n').length,
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
