/** The characters of `text` as a reader counts them. */
export const graphemes = (text: string): string[] =>
  [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
