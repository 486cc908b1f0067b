/** The build's names for the classes of CSS modules. No other class begins so. */
export const moduleClassPattern = '_[hash]_[local]'
const moduleClass = /_[\w-]+/g
const classSelector = /\.(_[\w-]+)/g

/**
 * The style of a page: each of `sheets` of which `markup` has a class, and those without classes of CSS
 * modules. A class belongs to one sheet only.
 */
export function pageStyle(sheets: readonly string[], markup: string): string {
  const shown = new Set(markup.match(moduleClass))
  return sheets
    .filter((css) => {
      const classes = [...css.matchAll(classSelector)].map(([, name = '']) => name)
      return classes.length === 0 || classes.some((name) => shown.has(name))
    })
    .join('')
}
