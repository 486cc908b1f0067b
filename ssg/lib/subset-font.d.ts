declare module 'subset-font' {
  interface Options {
    targetFormat: 'sfnt' | 'woff2'
    /** OpenType features to retain; all when absent. */
    keepFeatures?: string[]
    /** A number pins the axis, a range narrows it. */
    variationAxes?: Record<string, number | { min: number; max: number }>
  }
  /** Cuts `font` down to the characters of `text`. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
