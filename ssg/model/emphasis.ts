/** Punctuation that follows words, and that precedes them. */
const afterWords = /[\p{Pe}\p{Pf},.;:!?…、。，．：；！？]/u
const beforeWords = /[\p{Ps}\p{Pi}]/u
const isLetter = (letter: string) => /[^\s\p{P}\p{S}]/u.test(letter)
const isThere = (letter: string) => /\S/.test(letter)

/**
 * Whether a run of asterisks may begin or end emphasis, given the letters beside it; '' at the ends
 * of a text. CommonMark shows the asterisks of bold words that begin or end with punctuation beside
 * a letter: `**50%**off`, and most sentences in scripts without spaces. A single asterisk beside
 * punctuation may be a footnote's: `prices*, taxes*`.
 */
export const emphasis = (before: string, after: string, length: number) => ({
  begins: isThere(after) && (length > 1 || !afterWords.test(after) || !isLetter(before)),
  ends: isThere(before) && (length > 1 || !beforeWords.test(before) || !isLetter(after)),
})
