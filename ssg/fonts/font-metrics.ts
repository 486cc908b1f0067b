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
 * Faces that most machines have (Liberation has the metrics of the others), measured over `sample`. They are the fallback
 * until the page's own fonts have loaded.
 */
export const systemFaces = {
  sans: { names: ['Arial', 'Liberation Sans'], width: 0.4443 },
  sansBold: { names: ['Arial Bold', 'Liberation Sans Bold'], width: 0.4796 },
  serifItalic: {
    names: ['Times New Roman Italic', 'Liberation Serif Italic'],
    width: 0.4035,
  },
} as const

/** Reads the metrics of an uncompressed font that has the letters of `sample`. */
export async function readMetrics(content: Buffer): Promise<FontMetrics> {
  const { create } = await import('fontkit')
  const font = create(content)
  const advances = Array.from(sample, (letter) => font.glyphForCodePoint(letter.charCodeAt(0)).advanceWidth)
  const em = font.unitsPerEm
  return {
    ascent: font.ascent / em,
    descent: -font.descent / em,
    lineGap: font.lineGap / em,
    width: advances.reduce((sum, advance) => sum + advance) / sample.length / em,
  }
}
