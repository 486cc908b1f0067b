/** The part of fontkit that is used here; the package declares no types. */
declare module 'fontkit' {
  export interface Font {
    unitsPerEm: number
    ascent: number
    /** Negative: below the baseline. */
    descent: number
    hasGlyphForCodePoint: (point: number) => boolean
    glyphForCodePoint: (point: number) => { advanceWidth: number }
    layout: (text: string) => {
      glyphs: { path: Path }[]
      positions: { xAdvance: number; xOffset: number; yOffset: number }[]
    }
  }
  export interface Path {
    bbox: { minX: number; minY: number; maxX: number; maxY: number }
    transform: (a: number, b: number, c: number, d: number, e: number, f: number) => Path
    commands: { command: string; args: number[] }[]
  }
  export function create(font: Uint8Array): Font
}
