/** What decides how much room a font's text takes, in units of the em. */
export interface FontMetrics {
  ascent: number
  descent: number
  lineGap: number
  /** The mean advance of English text. */
  width: number
}

/** English as it comes, so that letters and spaces weigh what they weigh on a page. */
export const sample =
  'The quick harbour pilot reads every chart twice and keeps a slow clock beside the window. ' +
  'A good plan is short, has a price on it, and says which of the older plans it replaces; ' +
  'most people who work with numbers know why. Just zinc, oak and rope, six metres of quay.'

/**
 * Faces that most machines have (Liberation shares the measures of the others), measured over `sample`. They stand in until
 * the page's own fonts are there.
 */
export const systemFaces = {
  sans: { names: ['Arial', 'Liberation Sans'], width: 0.4443 },
  sansBold: { names: ['Arial Bold', 'Liberation Sans Bold'], width: 0.4796 },
  serifItalic: {
    names: ['Times New Roman Italic', 'Liberation Serif Italic'],
    width: 0.4035,
  },
} as const

/** Reads the measures of an uncompressed TrueType or OpenType font that has the letters of `sample`. */
export function readMetrics(font: Uint8Array): FontMetrics {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const table = tables(view)
  const hhea = table('hhea')
  const em = view.getUint16(table('head') + 18)
  const glyphOf = characterMap(view, table('cmap'))
  const advances = view.getUint16(hhea + 34)
  const advance = (glyph: number) => view.getUint16(table('hmtx') + 4 * Math.min(glyph, advances - 1))
  const total = Array.from(sample).reduce((sum, letter) => sum + advance(glyphOf(letter.charCodeAt(0))), 0)
  return {
    ascent: view.getInt16(hhea + 4) / em,
    descent: -view.getInt16(hhea + 6) / em,
    lineGap: view.getInt16(hhea + 8) / em,
    width: total / sample.length / em,
  }
}

/** Tells which glyph an uncompressed font has for a code point of the basic plane; 0 for none. */
export function glyphFinder(font: Uint8Array): (code: number) => number {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  return characterMap(view, tables(view)('cmap'))
}

/** Where each table of the font begins. */
function tables(view: DataView): (tag: string) => number {
  const offsets = new Map<string, number>()
  for (let index = 0; index < view.getUint16(4); index++) {
    const record = 12 + 16 * index
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(record + at)))
    offsets.set(tag, view.getUint32(record + 8))
  }
  return (tag) => {
    const offset = offsets.get(tag)
    if (offset === undefined) throw new Error(`The font has no table "${tag}".`)
    return offset
  }
}

/** Reads the format 4 subtable, which every font for the basic plane has. */
function characterMap(view: DataView, cmap: number): (code: number) => number {
  const subtables = Array.from({ length: view.getUint16(cmap + 2) }, (_, index) => {
    return cmap + view.getUint32(cmap + 4 + 8 * index + 4)
  })
  const start = subtables.find((offset) => view.getUint16(offset) === 4)
  if (start === undefined) throw new Error('The font has no character map of format 4.')
  const doubled = view.getUint16(start + 6)
  const segment = (row: number, index: number) => start + 14 + row * doubled + (row > 0 ? 2 : 0) + 2 * index
  return (code) => {
    for (let index = 0; index < doubled / 2; index++) {
      if (view.getUint16(segment(0, index)) < code) continue
      const first = view.getUint16(segment(1, index))
      if (first > code) return 0
      const range = segment(3, index)
      const rangeOffset = view.getUint16(range)
      if (rangeOffset === 0) return (code + view.getUint16(segment(2, index))) & 0xffff
      return view.getUint16(range + rangeOffset + 2 * (code - first))
    }
    return 0
  }
}
