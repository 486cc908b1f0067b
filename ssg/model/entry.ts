import type { Problem } from './diagnostics.ts'
import { checkFields, controlHint, describeControl } from './fields.ts'
import { readFrontMatter, type FrontMatter } from './front-matter.ts'
import { compare, hasOwnPage, kindOf, type Folder, type Single } from './kinds.ts'
import { controlCharacter } from './letters.mjs'
import { addressProblem } from './links.ts'
import { missingLetters } from './missing-letters.ts'
import { maxLinks, parseMarkdown, type Heading, type Markdown } from './markdown.ts'
import type { Placed } from './order.ts'
import { remember } from './remember.ts'
import { kinds } from './schemas.ts'

/** A problem with a file of the content folder. */
export interface FileProblem extends Problem {
  line?: number | undefined
  bodyLine?: number
  field?: string
  inForm?: Problem
}

export interface BodyPlace {
  /** Counted in the file, from 1. */
  line: number
  /** Counted as a form shows the body: from 1, without the blank lines above it. */
  bodyLine: number
}

/** A file of the content folder, parsed and checked alone. */
export interface Entry {
  path: string
  source: string
  /** Undefined if no page reads it; such a file is not checked. */
  kind: Single | Folder | undefined
  frontMatter: FrontMatter
  /** The checked fields; undefined if there are problems with them. */
  fields: Placed['fields'] | undefined
  body: Markdown
  /** The place of a line of the body, from 0. */
  placeOfLine: (line: number) => BodyPlace
  problems: FileProblem[]
  /** What should be corrected, though the site can be built. */
  advice: FileProblem[]
}

function parse(path: string, source: string): Entry {
  const kind = kindOf(path)
  const frontMatter = readFrontMatter(source)
  const body = parseMarkdown(frontMatter.body)
  const blankLines = (/^(?:[ \t]*\r?\n)*/.exec(frontMatter.body)?.[0] ?? '').split('\n').length - 1
  const placeOfLine = (line: number) => ({
    line: frontMatter.bodyLine + line,
    bodyLine: Math.max(1, line - blankLines + 1),
  })
  const parsed = { path, source, kind, frontMatter, body, placeOfLine }
  const unusable = { fields: undefined, problems: frontMatter.problems, advice: [] }
  return { ...parsed, ...(kind && frontMatter.document ? check(kind, parsed) : unusable) }
}

/**
 * Parses the file at `path`, and checks what needs no other file. It is remembered, since the editor parses all files again
 * when one of them changes.
 */
export const parseEntry = remember(parse)

/** Parses the files of a content folder, in the order of their paths. */
export const parseEntries = (files: ReadonlyMap<string, string>): Entry[] =>
  [...files].sort(([a], [b]) => compare(a, b)).map(([path, source]) => parseEntry(path, source))

type Parsed = Pick<Entry, 'source' | 'frontMatter' | 'body' | 'placeOfLine'>

/** The size limit of a file in bytes, which the server has too. */
const maxSource = 200_000

function check(kind: Single | Folder, { source, frontMatter, body, placeOfLine }: Parsed) {
  const { fields, problems } = checkFields(kind, frontMatter)
  const bodyProblems: FileProblem[] = [
    ...(new TextEncoder().encode(source).length > maxSource ? [tooLong] : []),
    ...(body.surplusLink ? [{ ...placeOfLine(body.surplusLink.line), ...tooManyLinks }] : []),
    ...body.headings
      .filter(({ level }) => level === 1)
      .map(({ line }) => ({ ...placeOfLine(line), ...topHeading })),
    ...body.links.flatMap(({ address, line }) => {
      const problem = addressProblem(address)
      return problem ? [{ ...placeOfLine(line), ...problem }] : []
    }),
  ]
  const control = controlCharacter(frontMatter.body)
  if (control !== undefined) {
    const line = lineWith(control, frontMatter.body) ?? 0
    bodyProblems.push({
      ...placeOfLine(line),
      message: `The text ${describeControl(control)}`,
      hint: controlHint,
    })
  }
  const { body: expected } = kinds[kind]
  if (expected === 'required' && body.empty) bodyProblems.push({ line: frontMatter.bodyLine, ...missingBody })
  if (expected === 'none' && !body.empty) bodyProblems.push({ line: frontMatter.bodyLine, ...unusedBody })
  const letters = missingLetters(kind, fields ?? {}, control === undefined ? body.text : '').map(
    ({ letter: missing, path, ...problem }): FileProblem => {
      const [field] = path
      if (field !== undefined) return { line: frontMatter.lineOf(path), field: String(field), ...problem }
      const line = lineWith(missing, frontMatter.body)
      return line === undefined ? problem : { ...placeOfLine(line), ...problem }
    },
  )
  // The level above the first heading of an entry differs from page to page.
  const above = hasOwnPage(kind) ? 1 : undefined
  const skipped = skippedLevels(body.headings, above).map(({ line, message, hint }) => ({
    ...placeOfLine(line),
    message,
    hint,
  }))
  return {
    fields,
    problems: [...problems, ...bodyProblems, ...letters],
    advice: [...frontMatter.advice, ...skipped],
  }
}

/** The line with a letter, from 0; undefined if the source has an entity instead. */
function lineWith(letter: string, text: string): number | undefined {
  const lines = text.normalize('NFC').split('\n')
  const line = lines.findIndex((line) => line.includes(letter))
  return line < 0 ? undefined : line
}

/** The headings more than one level below the one before; `before` is the level above the first, if known. */
function skippedLevels(headings: readonly Heading[], before: number | undefined): (Problem & Heading)[] {
  return headings.flatMap((heading, index) => {
    const above = headings[index - 1]?.level ?? before
    return above !== undefined && heading.level > above + 1
      ? [{ ...heading, ...skippedLevel(heading.level, above) }]
      : []
  })
}

const skippedLevel = (level: number, above: number): Problem => ({
  message:
    above === 1
      ? `The first heading of the text is of level ${level}`
      : `A heading of level ${level} follows one of level ${above}`,
  hint: `Begin it with "${'#'.repeat(above + 1)}". Screen reader users look for skipped levels.`,
})
const topHeading: Problem = {
  message: 'The text has a heading of the first level',
  hint: 'Begin it with "##": the page has its own first heading.',
}
const tooLong: Problem = {
  message: `The text is too long: ${maxSource / 1000} kB at most`,
  hint: 'Shorten it, or divide it.',
}
const tooManyLinks: Problem = {
  message: `The text has more than ${maxLinks} links`,
  hint: 'Leave some out, or divide it.',
}
const missingBody = {
  message: 'The text below the front matter is missing',
  hint: 'Write a paragraph below the second "---".',
  inForm: { message: 'The text is missing', hint: 'Write a paragraph.' },
}
const unusedBody = {
  message: 'No page shows the text below the front matter',
  hint: 'Put it into a field, or delete it.',
  inForm: { message: 'No page shows this text', hint: 'Put it into a field, or delete it.' },
}
