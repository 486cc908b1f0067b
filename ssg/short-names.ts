import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath } from 'vite'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Classes, and the names that at-rules give. */
const local = /(?:\.|@(?:keyframes|container|counter-style)\s+)([a-zA-Z_][\w-]*)/g
/** Blockers of advertisements hide elements of these classes. */
const avoided = /^ads?$/i

export interface ShortNames {
  /** The short name of one class of `file`. */
  of: (name: string, file: string) => string
  /** What a module of `file` exports: each class with its short name. */
  all: (file: string) => Record<string, string>
}

/**
 * Names for the classes of the CSS modules below `root`, each of a letter or two: a tenth of a page's weight is the names
 * of its classes. The same sources always give the same names.
 */
export function shortNames(root: string): ShortNames {
  let known: Map<string, Record<string, string>> | undefined
  const all = (file: string) => {
    known ??= nameClasses(root)
    return known.get(normalizePath(file.replace(/\?.*$/, ''))) ?? {}
  }
  return {
    all,
    of: (name, file) => {
      const short = all(file)[name]
      if (short === undefined) throw new Error(`The class .${name} of ${file} has no short name.`)
      return short
    },
  }
}

function nameClasses(root: string): Map<string, Record<string, string>> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const unused = shortest()
  const known = new Map<string, Record<string, string>>()
  for (const file of files.filter((path) => path.endsWith('.module.css')).sort()) {
    const path = join(root, file)
    const names: Record<string, string> = {}
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(local))
      names[name] ??= unused.next().value
    known.set(normalizePath(path), names)
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
