import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { normalizePath } from 'vite'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Classes, and the names that at-rules give. */
const local = /(?:\.|@(?:keyframes|container|counter-style)\s+)([a-zA-Z_][\w-]*)/g
/** Blockers of advertisements hide elements of these classes. */
const avoided = /^ads?$/i

/**
 * Names for the classes of the CSS modules below `root`, each of a letter or two: a tenth of a page's weight is the names
 * of its classes. The same sources always give the same names.
 */
export function shortNames(root: string): (name: string, file: string) => string {
  let known: Map<string, string> | undefined
  return (name, file) => {
    const key = keyOf(root, file.replace(/\?.*$/, ''), name)
    known ??= nameClasses(root)
    const short = known.get(key)
    if (short === undefined) throw new Error(`The class .${name} of ${file} has no short name.`)
    return short
  }
}

const keyOf = (root: string, file: string, name: string) => `${normalizePath(relative(root, file))} ${name}`

function nameClasses(root: string): Map<string, string> {
  const names = new Map<string, string>()
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const unused = shortest()
  for (const file of files.filter((path) => path.endsWith('.module.css')).sort()) {
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(local)) {
      const key = keyOf(root, join(root, file), name)
      if (!names.has(key)) names.set(key, unused.next().value)
    }
  }
  return names
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
