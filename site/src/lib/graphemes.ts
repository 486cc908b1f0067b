/** Splits `text` into characters as a reader sees them. */
export const graphemes = (text: string): string[] =>
  [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
