/** The build's names for the classes of CSS modules. No other class begins so. */
export const moduleClassPattern = '_[hash]_[local]'
const moduleClass = /_[\w-]+/g
const classSelector = /\.(_[\w-]+)/g

/**
 * Returns a function that returns the style of a page: each of `sheets` of which the markup has a class, and those without
 * classes of CSS modules. A class belongs to one sheet only.
 */
export function pageStyles(sheets: readonly string[]): (markup: string) => string {
  const all = sheets.map((css) => ({
    css,
    classes: [...css.matchAll(classSelector)].map(([, name = '']) => name),
  }))
  return (markup) => {
    const shown = new Set(markup.match(moduleClass))
    return all
      .filter(({ classes }) => classes.length === 0 || classes.some((name) => shown.has(name)))
      .map(({ css }) => css)
      .join('')
  }
}
