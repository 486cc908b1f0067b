import type { Sheet, Style } from '../build/inline-style.ts'

/** The style of one document. */
export interface PageStyle {
  /** The text of its one inline style sheet. */
  css: string
  /** The files whose rules it holds, so that no script loads them again. */
  inlined: string[]
}

/**
 * Chooses the style of a document by its markup: the common rules, and each sheet of which it shows a class. A class
 * belongs to one sheet alone, for the build names them. A sheet without classes goes everywhere.
 */
export function pageStyles({ common, sheets }: Style): (markup: string) => PageStyle {
  const known = sheets.map((sheet) => ({ ...sheet, classes: classesOf(sheet) }))
  // Many pages show the same sheets, and one text of them does for all.
  const styles = new Map<string, PageStyle>()
  return (markup) => {
    const classNames = classesIn(markup)
    const used = known.filter(
      ({ classes }) => classes.length === 0 || classes.some((name) => classNames.has(name)),
    )
    const inlined = used.map(({ name }) => name)
    const style = styles.get(inlined.join(' ')) ?? {
      css: common + used.map(({ css }) => css).join(''),
      inlined,
    }
    styles.set(inlined.join(' '), style)
    return style
  }
}

const classesOf = ({ css }: Sheet) => [...css.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name)

function classesIn(markup: string): Set<string> {
  const lists = [...markup.matchAll(/\sclass="([^"]*)"/g)].map(([, list = '']) => list)
  // Pages repeat the same few lists.
  return new Set([...new Set(lists)].flatMap((list) => list.split(' ')))
}
