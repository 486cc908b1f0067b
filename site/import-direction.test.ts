import { ESLint } from 'eslint'
import { expect, test } from 'vitest'

const eslint = new ESLint({
  ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-imports',
  // Other rules need the types of the whole program; this one does not.
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
})

/** The messages of the linter if `file` imported `from`. */
async function complaint(file: string, from: string) {
  const [result] = await eslint.lintText(`import '${from}'\n`, { filePath: file })
  return result?.messages.map(({ ruleId, message }) => ruleId ?? message) ?? []
}

const forbidden: [string, string][] = [
  ['site/src/app/app.tsx', '../../../ssg/pages'],
  ['site/src/lib/cx.ts', '../ui/button'],
  ['site/src/lib/cx.ts', '../api/client'],
  ['site/src/lib/cx.ts', '../features/auth/use-auth'],
  ['site/src/api/client.ts', '../ui/button'],
  ['site/src/api/client.ts', '../features/auth/use-auth'],
  ['site/src/ui/button.tsx', '../features/auth/use-auth'],
  ['site/src/ui/button.tsx', '../app/staff-nav'],
  ['site/src/ui/button.tsx', '../api/photos'],
  ['site/src/ui/button.tsx', '#model/compile'],
  ['site/src/lib/cx.ts', '#model/compile'],
  ['site/src/session/session.ts', '../features/auth/use-auth'],
  ['site/src/pages/home.tsx', 'react-router-dom'],
  ['site/src/elements/account.ts', '@tanstack/react-query'],
  ['site/src/elements/account.ts', '../features/auth/use-auth'],
  ['site/src/features/trash/trash.lazy.tsx', '../../app/screens'],
  ['site/src/features/trash/trash.lazy.tsx', '../../app/staff-nav'],
  ['site/src/features/trash/trash.lazy.tsx', '../photos/queries'],
  ['site/src/features/trash/trash.lazy.tsx', '../auth/auth-provider'],
  ['site/src/features/content/editor.tsx', '../../pages/home'],
  ['site/src/features/trash/trash.lazy.tsx', '../photos/upload/upload-queue'],
  ['site/src/preview/page-frame.tsx', '../features/content/editor'],
  ['ssg/build/manifest.ts', '../../site/src/routes'],
  ['ssg/lib/hash.ts', '../document/pages.ts'],
  ['ssg/lib/hash.ts', '../../site/src/routes'],
  ['ssg/model/links.ts', '../lib/hash.ts'],
  ['ssg/document/pages.ts', '../seo/seo.ts'],
  ['ssg/cv/cv-files.ts', '../build/headers.ts'],
]

test.each(forbidden)('%s may not import %s', async (file, from) => {
  expect(await complaint(file, from)).toEqual(['no-restricted-imports'])
})

const allowed: [string, string][] = [
  ['site/src/app/app.tsx', '../routes'],
  ['site/src/app/staff-nav.tsx', '../features/auth/use-auth'],
  ['site/src/elements/account.ts', '../session/page-session'],
  ['site/src/features/trash/trash.lazy.tsx', '../auth/use-auth'],
  ['site/src/features/trash/trash.lazy.tsx', '../../api/photos'],
  ['site/src/features/setup/enter-site.ts', '../photos/upload/upload-queue'],
  ['site/src/features/content/editor.tsx', '../../preview/page-frame'],
  ['site/src/preview/page-frame.tsx', '../pages'],
  ['site/src/features/content/editor.tsx', '#model/compile'],
  ['site/src/ui/button.tsx', '../lib/cx'],
  ['site/src/ui/button.tsx', '../api/types'],
  ['site/src/api/client.ts', '../lib/cx'],
]

test.each(allowed)('%s may import %s', async (file, from) => {
  expect(await complaint(file, from)).toEqual([])
})
