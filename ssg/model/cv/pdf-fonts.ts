import { create, type Font } from 'fontkit'
import { isNeeded, written } from '../letters.mjs'

/** The font files of the PDF, without their ending. */
const fontNames = [
  'figtree-regular',
  'figtree-bold',
  'figtree-italic',
  'figtree-bold-italic',
  'inter-regular',
  'inter-bold',
  'inter-italic',
  'inter-bold-italic',
] as const

export type FontName = (typeof fontNames)[number]
export type FontFiles = ReadonlyMap<FontName, Uint8Array>

export const loadFonts = async (load: (name: FontName) => Promise<Uint8Array>): Promise<FontFiles> =>
  new Map(await Promise.all(fontNames.map(async (name) => [name, await load(name)] as const)))

export interface SetText {
  text: string
  font: FontName
  /** Scales the fallback font's letters to the size of Figtree's. */
  scale: number
}

/** Returns a function that sets words in fonts that have their letters. */
export function fontChooser(files: FontFiles) {
  const fonts = new Map<FontName, Font>(Array.from(files, ([name, file]) => [name, create(file)]))
  const hasAll = (name: FontName, text: string) =>
    Array.from(text).every((letter) => fonts.get(name)?.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  /** Sets a word in Inter if Figtree lacks a letter: a letter and its marks need one font. */
  return (word: string, bold: boolean, italic: boolean): SetText[] => {
    const style = bold ? (italic ? 'bold-italic' : 'bold') : italic ? 'italic' : 'regular'
    const [own, fallback] = [`figtree-${style}`, `inter-${style}`] as const
    const text = Array.from(word, (letter) => {
      const letters = written(letter, (other) => hasAll(own, other) || hasAll(fallback, other))
      // drawCv checks the content before.
      if (letters === undefined && isNeeded(letter)) throw new Error(`The PDF has no letter "${letter}".`)
      return letters ?? ''
    }).join('')
    if (hasAll(own, text)) return [{ text, font: own, scale: 1 }]
    const parts: SetText[] = []
    for (const letter of text) {
      const font = hasAll(fallback, letter) ? fallback : own
      const last = parts.at(-1)
      if (last?.font === font) last.text += letter
      else parts.push({ text: letter, font, scale: font === own ? 1 : 0.94 })
    }
    return parts
  }
}
