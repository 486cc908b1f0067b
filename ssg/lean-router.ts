import type { Plugin } from 'vite'

const file = /\/react-router\/dist\/\w+\/chunk-.*\.mjs$/

/** What stands in the router's code, and what it becomes. Each must be found. */
const cuts: readonly (readonly [RegExp, string])[] = [
  // Warnings for developers, and checks that only their mistakes fail.
  [/var ENABLE_DEV_WARNINGS = true/, 'var ENABLE_DEV_WARNINGS = false'],
  [/^( +)((?:invariant|warning|warningOnce)\()/gm, '$1/* @__PURE__ */ $2'],
  // Components that are kept only because they are given a name for developers.
  [/^\w+\.displayName = "\w+";$/gm, ''],
  [/= (React\d*\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ $1'],
  // Links that fetch ahead and are discovered in the router's own framework.
  [/\/\* @__PURE__ \*\/ React\d*\.createElement\(PrefetchPageLinks, \{ page: href \}\)/, 'null'],
  [/,\s*"data-discover": [^\n]*/, ''],
  // Loaders, and what shows their errors.
  [/isDataRoute \? useNavigateStable\(\) : useNavigateUnstable\(\)/, 'useNavigateUnstable()'],
  [/if \(dataRouterOpts && dataRouterState\)/, 'if (false)'],
  [/if \(dataRouterState\) \{(?=\s*error = )/, 'if (false) {'],
  [/dataRouterState && onErrorHandler \?/, 'false ?'],
  [/dataRouterState && (?=\(match\.route\.ErrorBoundary)/, 'false && '],
]

/**
 * Leaves out of the browser's bundle what a declarative router never runs, about five kilobytes after brotli. The build
 * stops when a newer version of the router is written in another way.
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
        let lean = code
        for (const [found, instead] of cuts) {
          const next = lean.replace(found, instead)
          if (next === lean) this.error(`react-router has no ${found.source}; look at ssg/lean-router.ts`)
          lean = next
        }
        return { code: lean, map: null }
      },
    },
  }
}
