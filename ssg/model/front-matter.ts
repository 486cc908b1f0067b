import { isMap, isNode, isPair, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import type { Document, ParseOptions, Range } from 'yaml'
import type { Problem } from './diagnostics.ts'
import { codePoint } from './letters.mjs'
import { remember } from './remember.ts'

type LineProblem = Problem & { line: number }

export interface FrontMatter {
  /** Undefined if there are problems. Its contents are a map, or null. */
  document: Document.Parsed | undefined
  fields: object
  problems: LineProblem[]
  advice: LineProblem[]
  body: string
  /** The line of the file on which `body` begins. */
  bodyLine: number
  /** The line of the value at `path`, or of the nearest one above it that exists. */
  lineOf: (path: readonly PropertyKey[]) => number
  lineOfKey: (key: string) => number
}

// Some editors put a byte order mark at the beginning.
const fences = /^(\ufeff?---[ \t]*\r?\n)([\s\S]*?)^(---[ \t]*(?:\r?\n|$))/m

interface FileParts {
  opening: string
  yaml: string
  closing: string
  body: string
}

/** The parts of a file; undefined if its front matter is missing. */
export function splitFile(text: string): FileParts | undefined {
  const match = fences.exec(text)
  if (match?.index !== 0) return undefined
  const [whole, opening = '', yaml = '', closing = ''] = match
  return { opening, yaml, closing, body: text.slice(whole.length) }
}

interface YamlProblem extends Problem {
  offset: number
}

interface ParsedYaml {
  /** Undefined if there are problems. Its contents are a map, or null. */
  document?: Document.Parsed
  problems: YamlProblem[]
  advice: YamlProblem[]
}

export function parseYaml(yaml: string, options: ParseOptions = {}): ParsedYaml {
  const document = parseDocument(yaml, { ...options, prettyErrors: false })
  const quoted: Range[] = []
  const advice: YamlProblem[] = []
  // Further errors follow from the first.
  const problems = document.errors.slice(0, 1).map(({ pos, message }) => notYaml(pos[0], message))
  visit(document, {
    Alias(_, { source, range }) {
      const hint = 'Write the value in its place, or put it in quotes.'
      problems.push({ offset: range?.[0] ?? 0, message: `The alias "*${source}" is not supported`, hint })
    },
    Scalar(key, { type, range }) {
      if (!range) return
      if (type !== 'PLAIN') quoted.push(range)
      const comment = /^[ \t]*(#.*)/.exec(yaml.slice(range[1]))?.[1]
      if (key === 'key' || type !== 'PLAIN' || comment === undefined) return
      // Without a space after its sign, it was meant as a part of the value.
      if (/^#\S/.test(comment)) problems.push(commentAfter(range, comment, 'put a space after the "#"'))
      else advice.push(commentAfter(range, comment, 'put the comment on a separate line'))
    },
  })
  // The parser only reports their consequences.
  const spaces = specialSpaces(yaml, quoted)
  if (spaces.length > 0) return { problems: spaces, advice }
  if (problems.length === 0) problems.push(...unusableValue(document))
  return problems.length > 0 ? { problems, advice } : { document, problems, advice }
}

const specialSpace = /^[ \t]*(?:[\w-]+:|-)?([\u00a0\u2000-\u200a\u202f\u205f\u3000])/gm

/** Finds spaces outside of `quoted` that look like those of YAML, before or after its signs. */
function specialSpaces(yaml: string, quoted: readonly Range[]): YamlProblem[] {
  return [...yaml.matchAll(specialSpace)].flatMap(({ 0: whole, 1: space = '', index }) => {
    const offset = index + whole.length - 1
    if (quoted.some(([start, end]) => start < offset && offset < end)) return []
    const message = `A no-break space or another special space (${codePoint(space)}) is used where YAML needs a plain space`
    return [{ offset, message, hint: 'Type a plain space in its place.' }]
  })
}

const notYaml = (offset: number, reason: string): YamlProblem => ({
  offset,
  message: `The front matter is not valid YAML (${reason})`,
  hint: 'Write "field: value", and put a value with a colon or a leading sign in quotes.',
})

const commentAfter = ([, offset]: Range, comment: string, remedy: string): YamlProblem => ({
  offset,
  message: `The value ends before "${comment.trimEnd()}", which YAML takes for a comment`,
  hint: `If it belongs to the value, put the value in quotes; if not, ${remedy}.`,
})

function unusableValue(document: Document.Parsed): YamlProblem[] {
  const { contents } = document
  if (contents !== null && !isMap(contents)) {
    const hint = 'Write one "field: value" per line.'
    return [{ offset: contents.range[0], message: 'The front matter has no fields', hint }]
  }
  try {
    document.toJS()
    return []
  } catch (error) {
    return [notYaml(0, error instanceof Error ? error.message : String(error))]
  }
}

const missingFrontMatter: LineProblem = {
  line: 1,
  message: 'The front matter is missing',
  hint: 'Begin the file with a line "---", then one "field: value" per line, then "---" again.',
}

/** Reads a file's front matter once for its form and its checks: callers must not change the document. */
export const readFrontMatter = (source: string): FrontMatter => remembered('', source)

const remembered = remember((_, source) => parseFrontMatter(source))

function parseFrontMatter(source: string): FrontMatter {
  const parts = splitFile(source)
  const { yaml, body } = parts ?? { yaml: '', body: '' }
  const lines = new LineCounter()
  const { document, problems, advice } = parseYaml(yaml, { lineCounter: lines })
  // The YAML begins one line below the opening fence.
  const lineAt = (offset: number) => lines.linePos(offset).line + 1
  const placed = ({ offset, message, hint }: YamlProblem) => ({ line: lineAt(offset), message, hint })
  return {
    document: parts && document,
    fields: (document?.toJS() ?? {}) as object,
    problems: parts ? problems.map(placed) : [missingFrontMatter],
    advice: advice.map(placed),
    body,
    bodyLine: source.slice(0, source.length - body.length).split('\n').length,
    lineOf: (path) => lineAt(offsetOf(document, path)),
    lineOfKey: (key) => lineAt(keyOffset(document, key)),
  }
}

function offsetOf(document: Document | undefined, path: readonly PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document?.getIn(path.slice(0, depth), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

function keyOffset(document: Document | undefined, key: string): number {
  const map: unknown = document?.contents
  const items = map && typeof map === 'object' && 'items' in map && Array.isArray(map.items) ? map.items : []
  const pair: unknown = items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key)
  return isPair(pair) && isScalar(pair.key) ? (pair.key.range?.[0] ?? 0) : 0
}
