import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath } from 'vite'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const classes = /\.([a-zA-Z_][\w-]*)/g
const animations = /@keyframes\s+([a-zA-Z_][\w-]*)/g
/** Blockers of advertisements hide elements of these classes. */
const avoided = /^ads?$/i

/** The names that a style sheet gives, each with its short name. */
export interface Names {
  classes: Record<string, string>
  animations: Record<string, string>
}

/**
 * Names for the classes of the CSS modules below `root`, each of a letter or two: a tenth of a page's weight is the names
 * of its classes. The same sources always give the same names. Answers the names of a file.
 */
export function shortNames(root: string): (file: string) => Names {
  let known: Map<string, Names> | undefined
  return (file) => {
    known ??= nameClasses(root)
    const names = known.get(normalizePath(file))
    if (!names) throw new Error(`${file} is no CSS module below ${root}.`)
    return names
  }
}

function nameClasses(root: string): Map<string, Names> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const unused = shortest()
  const known = new Map<string, Names>()
  for (const file of files.filter((path) => path.endsWith('.module.css')).sort()) {
    const path = join(root, file)
    const css = readFileSync(path, 'utf8')
    const shorten = (names: RegExp) => {
      const found = new Set([...css.matchAll(names)].map(([, name = '']) => name))
      return Object.fromEntries([...found].map((name) => [name, unused.next().value]))
    }
    known.set(normalizePath(path), { classes: shorten(classes), animations: shorten(animations) })
  }
  return known
}

function* shortest(): Generator<string, never> {
  for (let index = 0; ; index++) {
    let name = ''
    for (let rest = index; rest >= 0; rest = Math.floor(rest / letters.length) - 1) {
      name = (letters[rest % letters.length] ?? '') + name
    }
    if (!avoided.test(name)) yield name
  }
}
