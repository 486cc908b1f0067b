import { ESLint } from 'eslint'
import { expect, test, vi } from 'vitest'

// The first file makes the linter load the whole program.
vi.setConfig({ testTimeout: 60_000 })

const eslint = new ESLint({ ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-imports' })

/** What the linter says of `file` if it imported `from`. */
async function complaint(file: string, from: string) {
  const [result] = await eslint.lintText(`import '${from}'\n`, { filePath: file })
  return result?.messages.map(({ ruleId, message }) => ruleId ?? message) ?? []
}

const forbidden: [string, string][] = [
  ['site/src/app.tsx', '../../ssg/pages'],
  ['site/src/lib/cx.ts', '../ui/button'],
  ['site/src/lib/cx.ts', '../api/client'],
  ['site/src/lib/cx.ts', '../features/auth/use-auth'],
  ['site/src/api/client.ts', '../ui/button'],
  ['site/src/api/client.ts', '../features/auth/use-auth'],
  ['site/src/ui/button.tsx', '../features/auth/use-auth'],
  ['site/src/ui/button.tsx', '../layouts/top-bar'],
  ['site/src/layouts/top-bar.tsx', '../routes/public/home'],
  ['site/src/features/home/banner.tsx', '../../routes/public/home'],
  ['site/src/features/home/banner.tsx', '../../layouts/top-bar'],
  ['site/src/features/home/banner.tsx', '../photos/upload'],
  ['site/src/features/home/banner.tsx', '../auth/auth-provider'],
  ['ssg/build/manifest.ts', '../../site/src/routes'],
  ['ssg/lib/hash.ts', '../document/pages.ts'],
  ['ssg/lib/hash.ts', '../../site/src/routes'],
  ['ssg/document/pages.ts', '../seo/seo.ts'],
  ['ssg/cv/cv-files.ts', '../build/headers.ts'],
]

test.each(forbidden)('%s may not import %s', async (file, from) => {
  expect(await complaint(file, from)).toEqual(['no-restricted-imports'])
})

const allowed: [string, string][] = [
  ['site/src/app.tsx', './routes'],
  ['site/src/layouts/top-bar.tsx', '../features/auth/use-auth'],
  ['site/src/features/home/banner.tsx', '../auth/use-auth'],
  ['site/src/features/home/banner.tsx', '../../api/photos'],
  ['site/src/ui/button.tsx', '../lib/cx'],
  ['site/src/api/client.ts', '../lib/cx'],
]

test.each(allowed)('%s may import %s', async (file, from) => {
  expect(await complaint(file, from)).toEqual([])
})
