import { normalizeText } from '../letters.mjs'
import type { SetText } from './pdf-fonts.ts'
import type { Span } from './prose.ts'

/** A part of a word, a space or a line break, in its font. */
export interface Piece extends SetText {
  span: Span
  width: number
}

/** Sets `text` in the fonts that it needs, and measures it. */
type Setter = (text: string, span: Span) => Piece[]

/** Breaks spans into lines. A word longer than a line is broken at the line's end. */
export function breakLines(spans: readonly Span[], lineWidth: number, set: Setter): Piece[][] {
  const lines: Piece[][] = [[]]
  let used = 0
  const breakLine = () => {
    lines.push([])
    used = 0
  }
  const add = (piece: Piece) => {
    lines.at(-1)?.push(piece)
    used += piece.width
  }
  for (const word of wordsOf(spans, set)) {
    const [first] = word
    if (first?.text === '\n') breakLine()
    // A space at the end of a line keeps two words apart in copied text.
    else if (first?.text === ' ') add(first)
    else {
      const width = word.reduce((sum, piece) => sum + piece.width, 0)
      if (used > 0 && used + width > lineWidth) breakLine()
      for (const piece of width > lineWidth ? lettersOf(word, set) : word) {
        if (used > 0 && used + piece.width > lineWidth && width > lineWidth) breakLine()
        add(piece)
      }
    }
  }
  return lines
}

/** The pieces between two spaces, from one or more spans; a space or line break is a word. */
function wordsOf(spans: readonly Span[], set: Setter): Piece[][] {
  const words: Piece[][] = []
  let open: Piece[] | undefined
  for (const span of spans) {
    for (const text of normalizeText(span.text).match(/[ \n]|[^ \n]+/g) ?? []) {
      const isWord = !/[ \n]/.test(text)
      if (!isWord || !open) words.push((open = []))
      if (text === '\n') open.push({ text, span, font: 'figtree-regular', scale: 1, width: 0 })
      else open.push(...set(text, span))
      if (!isWord) open = undefined
    }
  }
  return words
}

const lettersOf = (word: readonly Piece[], set: Setter): Piece[] =>
  word.flatMap(({ text, span }) => (text.match(/.\p{M}*/gsu) ?? []).flatMap((letter) => set(letter, span)))

/** Joins successive pieces of one span and one font. */
export function joinPieces(line: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of line) {
    const last = joined.at(-1)
    if (last?.span === piece.span && last.font === piece.font) last.text += piece.text
    else joined.push({ ...piece })
  }
  return joined
}
