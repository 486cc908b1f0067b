import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { shortNames, type Names } from './short-names.ts'

const moduleId = '\0css-module:'
const sheetId = '\0style-sheet:'
const nothing = '\0no-style'

/**
 * Builds CSS modules with short names. The server's bundle gets the names alone, for it renders markup. Vite's own way
 * takes every sheet apart and puts it together again, twice a build, which costs a fifth of the build's time; while
 * developing, where names should tell where they come from, it stays.
 */
export function cssModules(): Plugin {
  let namesOf: (file: string) => Names
  return {
    name: 'ssg:css-modules',
    apply: 'build',
    enforce: 'pre',
    configResolved({ root }) {
      namesOf = shortNames(join(root, 'src'))
    },
    resolveId: {
      filter: { id: /^(?:\.|\0style-sheet:).*\.css$/ },
      handler(id, importer = '') {
        if (id.startsWith(sheetId)) return id
        if (id.endsWith('.module.css')) return `${moduleId}${resolve(dirname(importer), id)}.js`
        return this.environment.name === 'ssr' ? nothing : undefined
      },
    },
    load: {
      filter: { id: /^\0(?:css-module|style-sheet|no-style)/ },
      async handler(id) {
        if (id === nothing) return ''
        if (id.startsWith(sheetId)) {
          const file = id.slice(sheetId.length).replace(/\.css$/, '.module.css')
          return scopeNames(await readFile(file, 'utf8'), namesOf(file))
        }
        const file = id.slice(moduleId.length, -'.js'.length)
        // Not ending as a module does, so that Vite takes the sheet as it is.
        const style = `import ${JSON.stringify(sheetId + file.replace(/\.module\.css$/, '.css'))}\n`
        const names = `export default ${JSON.stringify(namesOf(file).classes)}`
        return this.environment.name === 'ssr' ? names : style + names
      },
    },
  }
}

/** What must stay as it is, and what holds a name: the name alone is in the named group. */
const parts = [
  /\/\*[^]*?\*\//,
  /"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|url\([^)]*\)/,
  /@(?:layer|import|container)[^;{]*/,
  /:global\((?<global>[^)]*)\)/,
  /@keyframes\s+(?<keyframes>[\w-]+)/,
  /\banimation(?:-name)?:(?<animation>[^;}]*)/,
  /\.(?<class>[a-zA-Z_][\w-]*)/,
]
const pattern = new RegExp(parts.map(({ source }) => source).join('|'), 'g')

/** Puts the short names into a style sheet; what stands in `:global()` keeps its own. */
export function scopeNames(css: string, { classes, animations }: Names): string {
  return css.replace(pattern, (text: string, ...rest: unknown[]) => {
    const found = rest.at(-1) as Partial<Record<'global' | 'keyframes' | 'animation' | 'class', string>>
    if (found.global !== undefined) return found.global
    if (found.class !== undefined) return `.${classes[found.class] ?? found.class}`
    if (found.keyframes === undefined && found.animation === undefined) return text
    // An animation's value mixes names with words of the language, which no animation of the sheet is called by.
    return text.replace(/(?<![\w@-])[a-zA-Z_][\w-]*/g, (word) => animations[word] ?? word)
  })
}
