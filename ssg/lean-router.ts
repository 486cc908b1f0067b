import type { Plugin } from 'vite'

const file = /\/react-router\/dist\/\w+\/chunk-.*\.mjs$/
const warnings = /var ENABLE_DEV_WARNINGS = true/
const names = /^\w+\.displayName = "\w+";$/gm
const components = /= (React\d*\.(?:forwardRef|createContext)\()/g
const prefetch = /\/\* @__PURE__ \*\/ React\d*\.createElement\(PrefetchPageLinks, \{ page: href \}\)/

const discovery = /,\s*"data-discover": [^\n]*/

/**
 * Leaves out of the browser's bundle what a declarative router never runs: warnings for developers, components that are
 * kept only because they are given a name for developers, and the links that fetch ahead in the router's own framework.
 * About four kilobytes after brotli. The build stops when a newer version of the router is written in another way.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: file, code: /\bLinkWithRef\b/ },
      handler(code) {
        if (!prefetch.test(code) || !discovery.test(code)) {
          this.error('react-router is no longer written as before; look at ssg/lean-router.ts')
        }
        const lean = code
          .replace(warnings, 'var ENABLE_DEV_WARNINGS = false')
          .replace(names, '')
          .replace(components, '= /* @__PURE__ */ $1')
          .replace(prefetch, 'null')
          .replace(discovery, '')
        return { code: lean, map: null }
      },
    },
  }
}
