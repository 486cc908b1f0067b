/** Whether there is a glyph for a letter. */
export type Has = (letter: string) => boolean

/** Whether a letter is in a character class of regular expressions, without its brackets. */
export function inClass(letters: string): Has {
  const one = new RegExp(`^[${letters}]$`, 'u')
  return (letter) => one.test(letter)
}

/** A character class of `points`, which are in their order, without its brackets. */
export function classOf(points: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const point of points) {
    const range = ranges.at(-1)
    if (range?.[1] === point - 1) range[1] = point
    else ranges.push([point, point])
  }
  const escaped = (point: number) => `\\u{${point.toString(16)}}`
  return ranges.map(([first, last]) => escaped(first) + (first === last ? '' : `-${escaped(last)}`)).join('')
}

/** The text in composed form, with common spaces and hyphens, without characters that only control line breaks. */
export const normalizeText = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]|[\ufe00-\ufe0f]/g, '')
    .replace(/[\u2000-\u200a\u202f\u205f\u3000]/g, '\u00a0')
    .replaceAll('\u2011', '-')
    .replace(/[\t\r\v\f\u2028\u2029]/g, ' ')

/** ASCII forms of characters that the font lacks, and Romanian letters with a comma instead of a cedilla. */
const substitutes: Record<string, string> = {
  '→': '->',
  '←': '<-',
  '≈': '~',
  '≤': '<=',
  '≥': '>=',
  '′': "'",
  '″': '"',
  ţ: 'ț',
  Ţ: 'Ț',
}

/** What is written for a letter: itself, or others that say the same; undefined where the font lacks those too. */
export function written(letter: string, has: Has): string | undefined {
  if (has(letter)) return letter
  const letters = substitutes[letter] ?? letter.normalize('NFKC')
  if (letters === letter) return undefined
  const parts = Array.from(letters, (other) => written(other, has))
  return parts.includes(undefined) ? undefined : parts.join('')
}

/** The first letter of `text` for which nothing can be written. Spaces and line breaks need no glyph. */
export const missingLetter = (text: string, has: Has): string | undefined =>
  Array.from(new Set(normalizeText(text))).find(
    (letter) => !/[ \n]/.test(letter) && written(letter, has) === undefined,
  )
