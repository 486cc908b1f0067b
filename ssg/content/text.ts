import type { z } from 'zod'
import type { Advice, Text } from './compile.ts'
import type { Diagnostic } from '../lib/diagnostics.ts'
import { text as escaped } from '../lib/escape.ts'
import { fieldDiagnostics } from './field-diagnostics.ts'
import { readFrontMatter } from './front-matter.ts'
import type { Folder, Single } from './kinds.ts'
import { addressProblem, siteLink } from './links.ts'
import { parseMarkdown, type Heading, type Parsed, type PictureReference } from './markdown.ts'
import { kindOf } from './places.ts'
import { kinds, type Kind } from './schemas.ts'
import { pictureMarkup, type PictureFiles } from '../pictures/picture-markup.ts'

/** A file of the content folder, parsed; its pictures are not made yet. */
export interface ParsedText {
  fields: unknown
  body: Parsed
  /** The line of the file on which the body begins. */
  bodyLine: number
  advice: Advice[]
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
  for (const { level, line } of body.headings)
    if (level === 1) diagnostics.push(topHeading(where, bodyLine + line))
  for (const { address, line } of body.links) {
    const problem = addressProblem(address)
    if (problem) diagnostics.push({ where, line: bodyLine + line, ...problem })
  }
  if (kind.body === 'required' && body.empty) diagnostics.push(missingText(where, bodyLine))
  if (kind.body === 'none' && !body.empty) diagnostics.push(unusedText(where, bodyLine))
  // The headings of an entry are below one that the page has for it, which is not the same on all pages.
  const first = name.endsWith('.md') ? 1 : undefined
  const advice = [...source.advice, ...skippedLevels(body.headings, first, bodyLine)]
  return { fields: checked.data, body, bodyLine, advice }
}

/** Advice on each heading that is more than a level below the one before; `level` is that before the first, where it is known. */
function skippedLevels(headings: readonly Heading[], level: number | undefined, bodyLine: number): Advice[] {
  const advice: Advice[] = []
  for (const heading of headings) {
    if (level !== undefined && heading.level > level + 1) advice.push(skippedLevel(heading, level, bodyLine))
    level = heading.level
  }
  return advice
}

/** The text of the file at `path`, with its pictures; words stand for one without files. */
export function renderText(
  { fields, body, bodyLine, advice }: ParsedText,
  path: string,
  filesOf: (reference: PictureReference) => PictureFiles | undefined,
): Text {
  const show = (reference: PictureReference) => {
    const files = filesOf(reference)
    // Entries of a folder come further down the page, below the first screen.
    const eager = reference === body.pictures[0] && kindOf(path) === path
    return files ? pictureMarkup(files, reference.alt, eager) : escaped(reference.alt)
  }
  const links = body.links
    .filter(({ address }) => siteLink(address, '/'))
    .map(({ address, line }) => ({ address, line: bodyLine + line }))
  return { fields, html: body.render(show), links, advice }
}

const skippedLevel = ({ level, line }: Heading, before: number, bodyLine: number): Advice => ({
  line: bodyLine + line,
  message:
    before === 1
      ? `The first heading of the text is of level ${level}`
      : `A heading of level ${level} follows one of level ${before}`,
  hint: `Begin it with "${'#'.repeat(before + 1)}": who has the page read out looks for what was skipped.`,
})
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
  inForm: { message: 'The text is missing', hint: 'Write a paragraph.' },
})
const unusedText = (where: string, line: number): Diagnostic => ({
  where,
  line,
  message: 'No page shows the text below the front matter',
  hint: 'Put it into a field, or delete it.',
  inForm: { message: 'No page shows this text', hint: 'Put it into a field, or delete it.' },
})
