import type { Plugin } from 'vite'

/**
 * Takes the style sheet out of sonner's script. The library would write it into the page, which the content
 * security policy forbids; the site links the same sheet from the package instead (site/src/ui/toaster.css).
 * The build stops when a newer version of the library does it in another way.
 */
export function noInjectedSheet(): Plugin {
  return {
    name: 'no-injected-sheet',
    apply: 'build',
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs$/ },
      handler(code) {
        const without = code.replace(/^__insertCSS\(".*"\);?$/m, '')
        if (without === code || without.includes('__insertCSS("')) {
          this.error(
            'sonner no longer injects its style sheet as before; look at ssg/build/no-injected-sheet.ts',
          )
        }
        return { code: without, map: null }
      },
    },
  }
}
