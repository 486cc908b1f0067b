import { inClass, type Has } from '../owner/letters.mjs'

export type FontStyle = 'regular' | 'bold' | 'italic' | 'boldItalic'

/** A font file for the PDF, as a module can hold it. */
export interface FontFile {
  name: string
  /** In base64. */
  font: string
  /** The letters that it has, as a character class of regular expressions, without its brackets. */
  letters: string
  scale: number
}

/** The files of each style: the site's own font, and at last the fallback font. */
export type FontFiles = Record<FontStyle, FontFile[]>

/** A font of the PDF, which embeds the glyphs that it uses. */
export interface Face {
  name: string
  font: Uint8Array
  has: Has
  /** By which its letters look as large as those of the site's font. */
  scale: number
}

/** The faces of each style, in the order of their files. */
export type Faces = Record<FontStyle, Face[]>

/** The bytes that `base64` stands for. */
function bytesOf(base64: string): Uint8Array {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  // Uint8Array.from() takes a hundred times as long.
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}

export function readFaces(files: FontFiles): Faces {
  const read = ({ name, font, letters, scale }: FontFile): Face => ({
    name,
    scale,
    font: bytesOf(font),
    has: inClass(letters),
  })
  return {
    regular: files.regular.map(read),
    bold: files.bold.map(read),
    italic: files.italic.map(read),
    boldItalic: files.boldItalic.map(read),
  }
}
