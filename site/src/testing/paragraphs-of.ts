/** The texts of the paragraphs of `element`. */
export const paragraphsOf = (element: Element): string[] =>
  [...element.querySelectorAll('p')].map(({ textContent }) => textContent)
