import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { scopeNames } from './css-modules.ts'
import { directIcons } from './direct-icons.ts'
import { leanRouter } from './lean-router.ts'
import { shortNames } from './short-names.ts'
import { change } from './testing/project.ts'

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

test('the router loses what only its framework and its developers use', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('react-router'))
  const chunks = readdirSync(folder).filter((name) => /^chunk-.*\.mjs$/.test(name))
  const texts = chunks.map((name) => readFileSync(join(folder, name), 'utf8'))
  const code = texts.find((text) => text.includes('LinkWithRef')) ?? ''
  const lean = transform(leanRouter(), code)
  const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0
  expect(count(lean, /ENABLE_DEV_WARNINGS = false/g)).toBe(1)
  expect(count(code, /^\w+\.displayName = /gm)).toBeGreaterThan(5)
  expect(count(lean, /^\w+\.displayName = /gm)).toBe(0)
  expect(count(code, /createElement\(PrefetchPageLinks,/g)).toBe(1)
  expect(count(lean, /createElement\(PrefetchPageLinks,/g)).toBe(0)
  expect(count(lean, /"data-discover": /g)).toBe(count(code, /"data-discover": /g) - 1)
  expect(count(lean, /\/\* @__PURE__ \*\/ React\d*\.forwardRef\(/g)).toBeGreaterThan(2)
})

test('a router written in another way stops the build', () => {
  expect(() => transform(leanRouter(), 'function LinkWithRef() {}')).toThrow('ssg/lean-router.ts')
})

test('classes get short names of their own, the same for the same sources', async () => {
  const root = await mkdtemp(join(tmpdir(), 'names-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const classes = Array.from({ length: 60 }, (_, index) => `.row${index} { margin: 0.5rem }`).join('\n')
  await change(root, {
    'a.module.css': '.one { animation: turn 1s } @keyframes turn { to { rotate: 1turn } }',
    'b/b.module.css': `.one:hover, .two { margin: 0 } ${classes}`,
    'plain.css': '.plain { margin: 0 }',
  })
  const namesOf = shortNames(root)
  const names = (name: string, file: string) => namesOf(file).classes[name]
  const [a, b] = [join(root, 'a.module.css'), join(root, 'b/b.module.css')]
  const given = [
    names('one', a),
    namesOf(a).animations['turn'],
    names('one', b),
    names('two', b),
    names('row59', b),
  ]
  expect(given.slice(0, 4)).toEqual(['a', 'b', 'c', 'd'])
  expect(given[4]).toMatch(/^[a-zA-Z]{2}$/)
  expect(shortNames(root)(b).classes['row59']).toBe(given[4])
  const rows = Array.from({ length: 60 }, (_, index) => names(`row${index}`, b))
  expect(new Set([...given, ...rows]).size).toBe(64)
  expect(rows).not.toContain('ad')
  expect(() => namesOf(join(root, 'plain.css'))).toThrow('plain.css is no CSS module')
})

test('names are put where a style sheet names classes and animations, and nowhere else', () => {
  const css = `/* .row stays */
@layer page.row {
  .row:not(.tall):hover > a.link::after { content: ".row"; margin: .5rem; background: url(a.row) }
  :global(.dark) .row { animation: turn 1s ease, row 1s; animation-name: turn }
  @keyframes turn { to { rotate: 1turn } }
  @media (width > 1px) { .row, .tall { transition: margin 1s } }
}`
  const scoped = scopeNames(css, { classes: { row: 'a', tall: 'b', link: 'c' }, animations: { turn: 'd' } })
  expect(scoped).toBe(`/* .row stays */
@layer page.row {
  .a:not(.b):hover > a.c::after { content: ".row"; margin: .5rem; background: url(a.row) }
  .dark .a { animation: d 1s ease, row 1s; animation-name: d }
  @keyframes d { to { rotate: 1turn } }
  @media (width > 1px) { .a, .b { transition: margin 1s } }
}`)
})
