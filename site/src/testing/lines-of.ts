/** The texts of the paragraphs of `element`. */
export const linesOf = (element: Element): string[] =>
  [...element.querySelectorAll('p')].map(({ textContent }) => textContent)
