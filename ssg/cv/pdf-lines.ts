import type { Face, Faces, Look } from './pdf-faces.ts'
import type { Words } from './prose.ts'

/** How a piece of text is set, in points. */
export interface Style {
  size: number
  /** The height of a line. */
  leading: number
  colour: string
  /** Set by default in the heavier face. */
  bold?: boolean
}

/** Letters of one face, one colour and one destination that stand together. */
export interface Run {
  text: string
  face: Face
  size: number
  colour: string
  link: string | undefined
  /** From the beginning of the line. */
  x: number
  width: number
}

export type Measure = (face: Face, size: number, text: string) => number

/** What the fonts lack; thrown, for a CV with holes in it is none. */
export class MissingLetter extends Error {
  readonly letter: string

  constructor(letter: string) {
    super(`The font of the PDF has no letter "${letter}".`)
    this.letter = letter
  }
}

export const lookOf = ({ bold, italic }: Words, style: Style): Look => {
  const heavy = bold === true || style.bold === true
  if (italic === true) return heavy ? 'boldItalic' : 'italic'
  return heavy ? 'bold' : 'regular'
}

type Piece = Omit<Run, 'x' | 'width'>
/** What stays together in a line. */
interface Atom {
  pieces: Piece[]
  width: number
  /** What comes before it in the same line. */
  gap: '' | ' ' | '\n'
  /** The one that has the space. */
  gapFace: Face
}

/** Sets words in lines of at most `room` points; what is longer than a line by itself is broken where the line ends. */
export function setLines(
  words: readonly Words[],
  style: Style,
  room: number,
  faces: Faces,
  measure: Measure,
): Run[][] {
  const lines: Atom[][] = [[]]
  let used = 0
  for (const atom of atoms(words, style, faces, measure)) {
    const gap = atom.gap === ' ' ? measure(atom.gapFace, style.size, ' ') : 0
    const first = lines.at(-1)?.length === 0
    if (atom.gap === '\n' || (!first && used + gap + atom.width > room)) {
      lines.push([])
      used = 0
    } else used += gap
    for (const [index, part] of fitted(atom, room, measure).entries()) {
      if (index > 0) {
        lines.push([])
        used = 0
      }
      lines.at(-1)?.push(part)
      used += part.width
    }
  }
  return lines.map((line, index) => joined(line, lines[index + 1]?.[0], measure))
}

function atoms(words: readonly Words[], style: Style, faces: Faces, measure: Measure): Atom[] {
  const found: Atom[] = []
  let gap: Atom['gap'] = ''
  let open: Atom | undefined
  for (const part of words) {
    for (const [text] of plain(part.text).matchAll(/[ \n]+|[^ \n]+/g)) {
      if (/[ \n]/.test(text)) {
        gap = text.includes('\n') ? '\n' : ' '
        open = undefined
        continue
      }
      const ofLook = faces[lookOf(part, style)]
      if (!open) found.push((open = { pieces: [], width: 0, gap, gapFace: basic(ofLook) }))
      gap = ''
      const colour = part.link === undefined ? style.colour : linkColour
      for (const { face, text: letters } of byFace(text, ofLook)) {
        open.pieces.push({ text: letters, face, size: style.size, colour, link: part.link })
        open.width += measure(face, style.size, letters)
      }
    }
  }
  return found
}

function basic([first]: readonly Face[]): Face {
  if (!first) throw new Error('A look that the CV needs has no font.')
  return first
}

export const linkColour = '#2f49d1'

/** Letters as the fonts have them: whole, and without what only tells browsers where to break. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]|[\ufe00-\ufe0f]/g, '')
    .replace(/[\u2000-\u200a\u202f\u205f\u3000]/g, '\u00a0')
    .replaceAll('\u2011', '-')
    .replace(/[\t\r\v\f\u2028\u2029]/g, ' ')

function byFace(text: string, faces: readonly Face[]): { face: Face; text: string }[] {
  const parts: { face: Face; text: string }[] = []
  for (const letter of text) {
    const face = faces.find(({ has }) => has(letter))
    const last = parts.at(-1)
    if (face && last?.face === face) last.text += letter
    else if (face) parts.push({ face, text: letter })
    else parts.push(...byFace(spelledOut(letter), faces))
  }
  return parts
}

/** How signs are typed that the font lacks, and the comma below that stands for a cedilla in Romanian. */
const typed: Record<string, string> = {
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

/** The letters that a sign stands for, when the font has not the sign itself. */
function spelledOut(letter: string): string {
  const letters = typed[letter] ?? letter.normalize('NFKC')
  if (letters === letter) throw new MissingLetter(letter)
  return letters
}

/** The atom, in as many parts as lines of `room` need. */
function fitted(atom: Atom, room: number, measure: Measure): Atom[] {
  if (atom.width <= room) return [atom]
  const parts: Atom[] = []
  let part: Atom = { ...atom, pieces: [], width: 0 }
  for (const piece of atom.pieces) {
    for (const letter of piece.text) {
      const width = measure(piece.face, piece.size, letter)
      if (part.width + width > room && part.width > 0) {
        parts.push(part)
        part = { ...atom, pieces: [], width: 0, gap: '' }
      }
      part.pieces.push({ ...piece, text: letter })
      part.width += width
    }
  }
  return [...parts, part]
}

/** Runs as long as they can be. A line ends in a space when the next one begins with another word, to tell the two apart. */
function joined(line: readonly Atom[], next: Atom | undefined, measure: Measure): Run[] {
  const pieces: Piece[] = []
  for (const [index, atom] of line.entries()) {
    if (index > 0 && atom.gap === ' ') addSpace(pieces, atom)
    for (const piece of atom.pieces) add(pieces, piece)
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

/** A space between words of a link belongs to it. */
function addSpace(pieces: Piece[], { pieces: [after], gapFace }: Atom): void {
  const before = pieces.at(-1)
  if (before)
    add(pieces, {
      ...before,
      text: ' ',
      face: gapFace,
      link: before.link === after?.link ? after?.link : undefined,
    })
}

function add(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1)
  if (last && sameRun(last, piece)) last.text += piece.text
  else pieces.push({ ...piece })
}

const sameRun = (a: Piece, b: Piece) =>
  a.face === b.face && a.link === b.link && (a.colour === b.colour || b.text === ' ')
