import { pdfLetters } from './pdf-letters.mjs'

/**
 * Whether there is a glyph for a letter.
 * @typedef {(letter: string) => boolean} Has
 */

/**
 * Whether a letter is in a character class of regular expressions, without its brackets.
 * @param {string} letters
 * @returns {Has}
 */
function inClass(letters) {
  const one = new RegExp(`^[${letters}]$`, 'u')
  return (letter) => one.test(letter)
}

/**
 * The text in composed form, with common spaces and hyphens, without invisible characters that
 * only control line breaks.
 * @param {string} text
 */
export const normalizeText = (text) =>
  text
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]|[\ufe00-\ufe0f]/g, '')
    .replace(/[\u2000-\u200a\u202f\u205f\u3000]/g, '\u00a0')
    .replaceAll('\u2011', '-')
    .replace(/[\t\r\v\f\u2028\u2029]/g, ' ')

/**
 * Other forms of characters that the fonts lack, Romanian letters with a comma instead of a
 * cedilla, and the mark below Yoruba letters as a dot.
 * @type {Record<string, string>}
 */
const substitutes = {
  '≈': '~',
  '′': "'",
  '″': '"',
  ţ: 'ț',
  Ţ: 'Ț',
  '\u0329': '\u0323',
}

/**
 * The letter itself or a replacement for it; undefined if the fonts have neither.
 * @param {string} letter
 * @param {Has} has
 * @returns {string | undefined}
 */
export function written(letter, has) {
  if (has(letter)) return letter
  const letters = substitutes[letter] ?? letter.normalize('NFKC')
  if (letters === letter) return undefined
  const parts = Array.from(letters, (other) => written(other, has))
  return parts.includes(undefined) ? undefined : parts.join('')
}

const hasGlyph = inClass(pdfLetters)

/**
 * Whether a character is a letter or a digit, or a mark on one. The PDF leaves out others that its fonts lack, such as emoji.
 * @param {string} letter
 */
export const isNeeded = (letter) => /[\p{L}\p{N}\p{Mn}\p{Mc}]/u.test(letter)

/**
 * The first character of `text` that the fonts of the CV's PDF lack. Spaces and line breaks need no glyph.
 * @param {string} text
 * @param {(letter: string) => boolean} counts
 */
export const missingLetter = (text, counts = () => true) =>
  Array.from(new Set(normalizeText(text))).find(
    (letter) => !/[ \n]/.test(letter) && counts(letter) && written(letter, hasGlyph) === undefined,
  )

/**
 * The number of a character, as Unicode writes it: U+0041.
 * @param {string} letter
 */
export const codePoint = (letter) =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * The control character of `text` that no line may contain, if any: those of documents, and those that make words beside
 * them read backwards. The marks U+200E and U+200F do not.
 * @param {string} text
 */
export const controlCharacterOfLine = (text) =>
  controlCharacter(text) ?? /[\u202a-\u202e\u2066-\u2069]/u.exec(text)?.[0]

/**
 * The control character of `text` that no document may contain, if any: HTML and XML forbid it.
 * @param {string} text
 */
export const controlCharacter = (text) =>
  /[^\t\n\r\P{Cc}]|\p{Noncharacter_Code_Point}|\p{Cs}/u.exec(text)?.[0]

/**
 * The problem of a CV with a letter that its PDF cannot show.
 * @param {string} letter
 */
export function missingLetterProblem(letter) {
  return {
    message: `The CV cannot be drawn as a PDF: its fonts lack "${letter}" (${codePoint(letter)})`,
    hint: 'Upload a CV that you made elsewhere at /documents, or write yours in Latin, Greek or Cyrillic letters.',
  }
}
