/** Letters of which none joins another. */
const separate = /^[ -~\u00a0-\u02ff\u2010-\u2027]*$/

/** Splits `text` into characters as a reader sees them. A segmenter, which a phone loads in 60 ms, is for other letters. */
export const graphemes = (text: string): string[] =>
  separate.test(text)
    ? Array.from(text)
    : [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
