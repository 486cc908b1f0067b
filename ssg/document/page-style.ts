import type { Sheet, Style } from '../build/inline-style.ts'

/** What one document brings along. */
export interface PageStyle {
  /** The text of its one inline style sheet. */
  css: string
  /** The files whose rules stand in it, so that no script fetches them again. */
  disabledSheet: string[]
}

/**
 * Chooses the style of a document by its markup: the common rules, and each sheet of which it shows a class. A class
 * belongs to one sheet alone, for the build names them. A sheet without classes goes everywhere.
 */
export function pageStyles({ common, sheets }: Style): (markup: string) => PageStyle {
  const named = sheets.map((sheet) => ({ ...sheet, classes: classesOf(sheet) }))
  return (markup) => {
    const shown = shownClasses(markup)
    const used = named.filter(
      ({ classes }) => classes.length === 0 || classes.some((name) => shown.has(name)),
    )
    return { css: common + used.map(({ css }) => css).join(''), disabledSheet: used.map(({ name }) => name) }
  }
}

const classesOf = ({ css }: Sheet) => [...css.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name)

function shownClasses(markup: string): Set<string> {
  const lists = [...markup.matchAll(/\sclass="([^"]*)"/g)].map(([, list = '']) => list)
  // Pages repeat the same few lists.
  return new Set([...new Set(lists)].flatMap((list) => list.split(' ')))
}
