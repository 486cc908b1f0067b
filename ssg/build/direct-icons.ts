import type { Plugin } from 'vite'

const statement = /import \{([^}]*)\} from '@tabler\/icons-react'/g

/**
 * Lets each icon be imported from its own file. The package's index names six thousand of them, and reading it takes
 * more time than the rest of the build.
 */
export function directIcons(): Plugin {
  return {
    name: 'direct-icons',
    enforce: 'pre',
    config: () => ({
      // Single files need no bundling ahead, which would reload the page at each icon's first use.
      optimizeDeps: { exclude: ['@tabler/icons-react'] },
      // A request for each icon would cost more than all of them together, two kilobytes.
      environments: {
        client: {
          build: {
            rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'icons', test: /@tabler/ }] } } },
          },
        },
      },
    }),
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /'@tabler\/icons-react'/ },
      handler: (code) => ({
        code: code.replace(statement, (_, names: string) => fromFiles(names)),
        map: null,
      }),
    },
  }
}

function fromFiles(names: string): string {
  const specifiers = names.split(',').map((name) => name.trim())
  // On one line, so that the lines of the rest stay where they were; types leave no import behind.
  return specifiers
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => {
      const [icon = '', local = icon] = name.split(/\s+as\s+/)
      return `import ${local} from '@tabler/icons-react/dist/esm/icons/${icon}.mjs'`
    })
    .join(';')
}
