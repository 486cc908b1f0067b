import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Diagnostic } from '../lib/diagnostics.ts'
import { contentFiles } from '../owner/demo.mjs'

/** The files that the CV is made of. */
const sources = /^(cv\/.*|on-the-web\/.*|site)\.md$/

/** Diagnostics for a letter that the PDF's font lacks: one for each of the owner's files that holds it. */
export async function missingGlyphDiagnostics(
  letter: string,
  root: string,
  shownAs: string,
): Promise<Diagnostic[]> {
  const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const message = `/cv.pdf cannot show "${letter}" (U+${code}): its font has Latin letters only`
  const hint = 'Write it in Latin letters, or leave it out.'
  const found = await findLetter(letter, root)
  // It may come from an entity, which no file spells out.
  if (found.length === 0) return [{ where: `${shownAs}/cv`, message, hint }]
  return found.map(({ path, line }) => ({ where: `${shownAs}/${path}`, line, message, hint }))
}

async function findLetter(letter: string, root: string): Promise<{ path: string; line: number }[]> {
  const paths = contentFiles(root).filter((path) => sources.test(path))
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')))
  return paths.flatMap((path, index) => {
    const lines = (texts[index] ?? '').normalize('NFC').split('\n')
    const line = lines.findIndex((text) => text.includes(letter)) + 1
    return line > 0 ? [{ path, line }] : []
  })
}
