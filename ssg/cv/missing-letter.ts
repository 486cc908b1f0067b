import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mistake } from '../lib/diagnostics.ts'

/** The files that the CV is made of. */
const sources = /^(cv\/.*|on-the-web\/.*|site)\.md$/

/** Says where in the owner's files a letter stands that the PDF's font does not have. */
export async function missingLetter(letter: string, root: string, shownAs: string): Promise<Mistake[]> {
  const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const what = `/cv.pdf cannot show "${letter}" (U+${code}): its font has Latin letters only`
  const remedy = 'Write it in Latin letters, or leave it out.'
  const found = await placesOf(letter, root)
  // It may come from an entity, which no file spells out.
  if (found.length === 0) return [{ where: `${shownAs}/cv`, what, remedy }]
  return found.map(({ path, line }) => ({ where: `${shownAs}/${path}`, line, what, remedy }))
}

async function placesOf(letter: string, root: string): Promise<{ path: string; line: number }[]> {
  const names = (await readdir(root, { recursive: true })).map((name) => name.replaceAll('\\', '/')).sort()
  const paths = names.filter((name) => sources.test(name))
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')))
  return paths.flatMap((path, index) => {
    const lines = (texts[index] ?? '').normalize('NFC').split('\n')
    const line = lines.findIndex((text) => text.includes(letter)) + 1
    return line > 0 ? [{ path, line }] : []
  })
}
