import { ESLint } from 'eslint'
import { expect, test, vi } from 'vitest'

// The first file makes the linter load the whole program.
vi.setConfig({ testTimeout: 60_000 })

const eslint = new ESLint({ ruleFilter: ({ ruleId }) => ruleId === 'site/lone-text' })

/** Which faults the linter finds in `jsx`. */
async function faults(jsx: string) {
  const code = `import type { ReactNode } from 'react'
export const Example = ({ on, name, children }: { on: boolean; name: string; children: ReactNode }) => (
  ${jsx}
)
export const used = (on: boolean, name: string, children: ReactNode) => [on, name, children]
`
  const [result] = await eslint.lintText(code, { filePath: 'site/src/lib/error-boundary.tsx' })
  return result?.messages.map(({ messageId, message }) => messageId ?? message) ?? []
}

test.each([
  ["<p><b />{on ? 'Yes' : 'No'}</p>", 'conditionalText'],
  ["<p>{on && 'Yes'}<b /></p>", 'conditionalText'],
  ['<p>{name || <i />} <b /></p>', 'conditionalText'],
  ['<p>{on && <b />} Text</p>', 'besideConditional'],
  ['<p>{on && <b />}{name}</p>', 'besideConditional'],
  ['<>{name}</>', 'conditionalText'],
  ["<p>{on ? 'Yes' : children}</p>", 'mixedText'],
])('reports %s', async (jsx, fault) => {
  expect(await faults(jsx)).toEqual([fault])
})

test.each([
  "<p>{on ? 'Yes' : 'No'}</p>",
  "<p>{on && 'Yes'}</p>",
  "<p>{on ? 'Yes' : <b />}</p>",
  "<p><b /><span>{on ? 'Yes' : 'No'}</span></p>",
  '<p>{name} {on && <b />}</p>',
  '<p>{on && <b />}<i /> Text</p>',
  '<p>{name && <b />}<i /></p>',
  '<><b />{children}</>',
])('accepts %s', async (jsx) => {
  expect(await faults(jsx)).toEqual([])
})
