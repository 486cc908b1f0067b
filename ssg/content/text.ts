import type { z } from 'zod'
import type { Text } from './compile.ts'
import type { Diagnostic } from '../lib/diagnostics.ts'
import { text as escaped } from '../lib/escape.ts'
import { fieldDiagnostics } from './field-diagnostics.ts'
import { readFrontMatter } from './front-matter.ts'
import type { Folder, Single } from './kinds.ts'
import { parseMarkdown, type Parsed, type PictureReference } from './markdown.ts'
import { kindOf } from './places.ts'
import { kinds, type Kind } from './schemas.ts'
import { pictureMarkup, type PictureFiles } from '../pictures/picture-markup.ts'

/** A file of the content folder, parsed; its pictures are not made yet. */
export interface ParsedText {
  fields: unknown
  body: Parsed
  /** The line of the file on which the body begins. */
  bodyLine: number
}

/** Parses `content` and checks it, as a file of its kind has to be. What is wrong is added to `diagnostics`. */
export function parseText(
  content: string,
  name: Single | Folder,
  where: string,
  diagnostics: Diagnostic[],
): ParsedText | undefined {
  const source = readFrontMatter(content, where)
  if (Array.isArray(source)) {
    diagnostics.push(...source)
    return undefined
  }
  const kind: Kind = kinds[name]
  const checked: z.ZodSafeParseResult<unknown> = kind.schema.safeParse(source.fields)
  if (!checked.success) diagnostics.push(...fieldDiagnostics(checked.error, kind, source, where))
  const { bodyLine } = source
  const body = parseMarkdown(source.body)
  for (const line of body.topHeadings) diagnostics.push(topHeading(where, bodyLine + line))
  if (kind.body === 'required' && body.empty) diagnostics.push(missingText(where, bodyLine))
  if (kind.body === 'none' && !body.empty) diagnostics.push(unusedText(where, bodyLine))
  return { fields: checked.data, body, bodyLine }
}

/** The text of the file at `path`, with its pictures; words stand for one without files. */
export function renderText(
  { fields, body }: ParsedText,
  path: string,
  filesOf: (reference: PictureReference) => PictureFiles | undefined,
): Text {
  const show = (reference: PictureReference) => {
    const files = filesOf(reference)
    // Entries of a folder come further down the page, below the first screen.
    const eager = reference === body.pictures[0] && kindOf(path) === path
    return files ? pictureMarkup(files, reference.alt, eager) : escaped(reference.alt)
  }
  return { fields, html: body.render(show) }
}

const topHeading = (where: string, line: number): Diagnostic => ({
  where,
  line,
  message: 'A heading of the first level stands in the text',
  hint: 'Begin it with "##": the page has its own first heading.',
})
const missingText = (where: string, line: number): Diagnostic => ({
  where,
  line,
  message: 'The text below the front matter is missing',
  hint: 'Write a paragraph below the second "---".',
})
const unusedText = (where: string, line: number): Diagnostic => ({
  where,
  line,
  message: 'No page shows the text below the front matter',
  hint: 'Put it into a field, or delete it.',
})
