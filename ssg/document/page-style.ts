import { tags } from './markup.ts'

/** The beginning of each class of a CSS module, for the build's name pattern. No other class begins so. */
const moduleClass = /\.(_[\w-]+)/g
export const moduleClassPattern = '_[hash]_[local]'

/**
 * The style of a page: each of `sheets` of which `markup` shows a class, and those without classes of CSS
 * modules. A class belongs to one sheet only.
 */
export function pageStyle(sheets: readonly string[], markup: string): string {
  const shown = new Set(
    [...tags(markup)].flatMap(({ attributes }) => attributes.get('class')?.split(' ') ?? []),
  )
  return sheets
    .filter((css) => {
      const classes = [...css.matchAll(moduleClass)].map(([, name = '']) => name)
      return classes.length === 0 || classes.some((name) => shown.has(name))
    })
    .join('')
}
