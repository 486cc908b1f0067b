import { inClass, type Has } from './letters.ts'

export type FontStyle = 'regular' | 'bold' | 'italic' | 'boldItalic'

/** A font file for the PDF, as a module can hold it. */
export interface FontFile {
  name: string
  /** In base64. */
  font: string
  /** The letters that it has, as a character class of regular expressions, without its brackets. */
  letters: string
}

/** The files of each style, in the order in which a glyph is searched. */
export type FontFiles = Record<FontStyle, FontFile[]>

/** A font of the PDF, which embeds the glyphs that it uses. */
export interface Face {
  name: string
  font: Uint8Array
  has: Has
}

/** The faces of each style, in the order in which a glyph is searched. */
export type Faces = Record<FontStyle, Face[]>

export function readFaces(files: FontFiles): Faces {
  const read = ({ name, font, letters }: FontFile): Face => ({
    name,
    font: Uint8Array.from(atob(font), (byte) => byte.charCodeAt(0)),
    has: inClass(letters),
  })
  return {
    regular: files.regular.map(read),
    bold: files.bold.map(read),
    italic: files.italic.map(read),
    boldItalic: files.boldItalic.map(read),
  }
}
