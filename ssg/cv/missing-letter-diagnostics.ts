import { readFrontMatter } from '../content/front-matter.ts'
import type { Diagnostic } from '../lib/diagnostics.ts'
import { missingLetterProblem } from '../owner/letters.mjs'
import type { MissingLetter } from './missing-letters.ts'

/** Diagnostics for the letters of the file `content` that the PDF's fonts lack. */
export function missingLetterDiagnostics(
  missing: readonly MissingLetter[],
  content: string,
  where: string,
): Diagnostic[] {
  if (missing.length === 0) return []
  const source = readFrontMatter(content, where)
  if (Array.isArray(source)) return source
  return missing.map(({ letter, path }) => {
    const [field] = path
    return {
      where,
      line: field === undefined ? lineWith(letter, source.body, source.bodyLine) : source.lineOf(path),
      ...(field !== undefined && { field: String(field) }),
      ...missingLetterProblem(letter),
    }
  })
}

/**
 * The line with a letter in a text that begins on line `first`; undefined if an entity is written
 * instead.
 */
function lineWith(letter: string, text: string, first: number): number | undefined {
  const line = text
    .normalize('NFC')
    .split('\n')
    .findIndex((line) => line.includes(letter))
  return line < 0 ? undefined : first + line
}
