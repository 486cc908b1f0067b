import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { shortNames, type ShortNames } from './short-names.ts'

const names = '\0class-names:'
const nothing = '\0no-style'

/**
 * Gives the server's bundle the names of classes and no style sheet: it renders markup, and reading every sheet a second
 * time would only cost the build its time.
 */
export function serverStyles(): Plugin {
  let known: ShortNames
  return {
    name: 'ssg:server-styles',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    configResolved({ root }) {
      known = shortNames(join(root, 'src'))
    },
    resolveId: {
      filter: { id: /^\..*\.css$/ },
      handler(id, importer = '') {
        return id.endsWith('.module.css') ? `${names}${resolve(dirname(importer), id)}.js` : nothing
      },
    },
    load: {
      filter: { id: /^\0(?:class-names:|no-style$)/ },
      handler(id) {
        if (id === nothing) return ''
        const file = id.slice(names.length, -'.js'.length)
        this.addWatchFile(file)
        return `export default ${JSON.stringify(known.all(file))}`
      },
    },
  }
}
