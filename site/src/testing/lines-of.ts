/** What stands in the paragraphs of `element`, each in a line of its own. */
export const linesOf = (element: Element): string[] =>
  [...element.querySelectorAll('p')].map(({ textContent }) => textContent)
