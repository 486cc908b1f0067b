import type { Plugin } from 'vite'
import { expect, test } from 'vitest'
import { directIcons } from './direct-icons.ts'

/** Runs the plugin's transform outside of a build. */
function transform({ transform: hook }: Plugin, code: string): string {
  if (typeof hook !== 'object') throw new Error('The plugin has no transform.')
  const handler = hook.handler as unknown as (
    this: { error: (text: string) => never },
    code: string,
  ) => { code: string }
  const error = (text: string): never => {
    throw new Error(text)
  }
  return handler.call({ error }, code).code
}

test('each icon is imported from its own file, on the same line', () => {
  const code = `import type { Icon } from '@tabler/icons-react'
import { IconX as Close, type Icon, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'`
  const [first, second, third] = transform(directIcons(), code).split('\n')
  expect(first).toBe("import type { Icon } from '@tabler/icons-react'")
  expect(second).toBe(
    "import Close from '@tabler/icons-react/dist/esm/icons/IconX.mjs';" +
      "import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'",
  )
  expect(third).toBe("import { useState } from 'react'")
})
