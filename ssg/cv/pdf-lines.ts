import { normalizeText, written } from '../owner/letters.mjs'
import type { Face, Faces, FontStyle } from './pdf-faces.ts'
import type { Span } from './prose.ts'

/** How a piece of text is set, in points. */
export interface Style {
  size: number
  /** The height of a line. */
  leading: number
  colour: string
  /** Bold unless a span says otherwise. */
  bold?: boolean
}

/** Successive letters of one face, one colour and one link. */
export interface Run {
  text: string
  face: Face
  size: number
  colour: string
  link: string | undefined
  struck: boolean
  /** From the beginning of the line. */
  x: number
  width: number
}

export type Measure = (face: Face, size: number, text: string) => number

const fontStyleOf = ({ bold, italic }: Span, style: Style): FontStyle => {
  const isBold = bold === true || style.bold === true
  if (italic === true) return isBold ? 'boldItalic' : 'italic'
  return isBold ? 'bold' : 'regular'
}

type Piece = Omit<Run, 'x' | 'width'>
/** What no line break divides: a word, whatever its spans. */
interface Word {
  pieces: Piece[]
  width: number
  /** What separates it from the one before. */
  gap: '' | ' ' | '\n'
  /** The face of the space before it. */
  gapFace: Face
}

/** Sets spans in lines of at most `lineWidth` points; a word that is longer than a line is broken where the line ends. */
export function breakLines(
  spans: readonly Span[],
  style: Style,
  lineWidth: number,
  faces: Faces,
  measure: Measure,
): Run[][] {
  const lines: Word[][] = [[]]
  let used = 0
  for (const word of wordsOf(spans, style, faces, measure)) {
    const gap = word.gap === ' ' ? measure(word.gapFace, style.size, ' ') : 0
    const first = lines.at(-1)?.length === 0
    if (word.gap === '\n' || (!first && used + gap + word.width > lineWidth)) {
      lines.push([])
      used = 0
    } else used += gap
    for (const [index, part] of breakToFit(word, lineWidth, measure).entries()) {
      if (index > 0) {
        lines.push([])
        used = 0
      }
      lines.at(-1)?.push(part)
      used += part.width
    }
  }
  return lines.map((line, index) => mergeRuns(line, lines[index + 1]?.[0], measure))
}

function wordsOf(spans: readonly Span[], style: Style, faces: Faces, measure: Measure): Word[] {
  const found: Word[] = []
  let gap: Word['gap'] = ''
  let open: Word | undefined
  for (const part of spans) {
    for (const [text] of normalizeText(part.text).matchAll(/[ \n]+|[^ \n]+/g)) {
      if (/[ \n]/.test(text)) {
        gap = text.includes('\n') ? '\n' : ' '
        open = undefined
        continue
      }
      const styleFaces = faces[fontStyleOf(part, style)]
      if (!open) found.push((open = { pieces: [], width: 0, gap, gapFace: firstFace(styleFaces) }))
      gap = ''
      const colour = part.link === undefined ? style.colour : linkColour
      for (const { face, text: letters } of byFace(text, styleFaces)) {
        const { link, struck = false } = part
        open.pieces.push({ text: letters, face, size: style.size, colour, link, struck })
        open.width += measure(face, style.size, letters)
      }
    }
  }
  return found
}

function firstFace([first]: readonly Face[]): Face {
  if (!first) throw new Error('A font style that the CV needs has no face.')
  return first
}

const linkColour = '#2f49d1'

/**
 * Divides a word by face. A word with a letter that the site's font lacks is set in the fallback
 * font as a whole, since a letter and its marks need one face.
 */
function byFace(text: string, faces: readonly Face[]): { face: Face; text: string }[] {
  const letters = Array.from(text).flatMap((letter) => Array.from(lettersFor(letter, faces)))
  const own = faces.slice(0, -1)
  const isOwn = letters.every((letter) => own.some(({ has }) => has(letter)))
  const searched = isOwn ? own : faces.toReversed()
  const parts: { face: Face; text: string }[] = []
  for (const letter of letters) {
    const face = searched.find(({ has }) => has(letter)) ?? firstFace(faces)
    const last = parts.at(-1)
    if (last?.face === face) last.text += letter
    else parts.push({ face, text: letter })
  }
  return parts
}

/** What is written for a letter. The build checks all texts before, so that a letter without any is a fault of the program. */
function lettersFor(letter: string, faces: readonly Face[]): string {
  const letters = written(letter, (other) => faces.some(({ has }) => has(other)))
  if (letters === undefined) throw new Error(`The font of the PDF has no letter "${letter}".`)
  return letters
}

/** The word, in as many parts as lines of `lineWidth` need. */
function breakToFit(word: Word, lineWidth: number, measure: Measure): Word[] {
  if (word.width <= lineWidth) return [word]
  const parts: Word[] = []
  let part: Word = { ...word, pieces: [], width: 0 }
  for (const piece of word.pieces) {
    // A mark stays with its letter.
    for (const [letter] of piece.text.matchAll(/.\p{M}*/gsu)) {
      const width = measure(piece.face, piece.size, letter)
      if (part.width + width > lineWidth && part.width > 0) {
        parts.push(part)
        part = { ...word, pieces: [], width: 0, gap: '' }
      }
      part.pieces.push({ ...piece, text: letter })
      part.width += width
    }
  }
  return [...parts, part]
}

/** The line with runs as long as possible. It ends in a space when the next one begins with another word, so that copied text keeps the two apart. */
function mergeRuns(line: readonly Word[], next: Word | undefined, measure: Measure): Run[] {
  const pieces: Piece[] = []
  for (const [index, word] of line.entries()) {
    if (index > 0 && word.gap === ' ') addSpace(pieces, word)
    for (const piece of word.pieces) add(pieces, piece)
  }
  if (next?.gap === ' ') addSpace(pieces, next)
  let x = 0
  return pieces.map((piece) => {
    const width = measure(piece.face, piece.size, piece.text)
    const run = { ...piece, x, width }
    x += width
    return run
  })
}

/** A space between spans of a link belongs to it. */
function addSpace(pieces: Piece[], { pieces: [after], gapFace }: Word): void {
  const before = pieces.at(-1)
  if (before)
    add(pieces, {
      ...before,
      text: ' ',
      face: gapFace,
      struck: before.struck && after?.struck === true,
      link: before.link === after?.link ? after?.link : undefined,
    })
}

function add(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1)
  if (last && sameRun(last, piece)) last.text += piece.text
  else pieces.push({ ...piece })
}

const sameRun = (a: Piece, b: Piece) =>
  a.face === b.face && a.link === b.link && a.struck === b.struck && (a.colour === b.colour || b.text === ' ')
