import { readdirSync } from 'node:fs'
import js from '@eslint/js'
import globals from 'globals'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** Forbids the files of `files` to import what `patterns` match; the message says which way imports go. */
const direction = (files, patterns, message, ignores = []) => ({
  files,
  ignores,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ regex: patterns, message }] }] },
})

const flow = 'Imports go one way: app → features → preview → pages → session → api, ui, lib.'
/** They may build whole sites. */
const tests = ['**/*.test.ts']
const rooms = 'Imports go one way: renderer → build → seo, cv, images, fonts, fetch → document → lib → model.'
const features = readdirSync(new URL('site/src/features', import.meta.url))

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'dist',
      'bin',
      'data',
      '.cache',
      'api',
      'site/e2e/results',
      'site/src/api/openapi.d.ts',
    ],
  },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: ['*.js'] } },
      globals: globals.node,
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  // They run without the packages, or beside them: no compiler looks at them.
  {
    files: ['*.js', 'scripts/**/*.mjs', 'ssg/model/*.mjs', 'ssg/fonts/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
  },
  {
    files: ['site/src/**/*.{ts,tsx}'],
    extends: [jsxA11y.flatConfigs.strict, reactHooks.configs.flat['recommended-latest']],
    languageOptions: { globals: globals.browser },
  },

  direction(
    ['site/{src,e2e}/**'],
    '(^|/)ssg/(?!model/)',
    'Of the prerenderer, the site imports the content model only.',
  ),
  direction(['ssg/**'], '(^|/)site/', 'The prerenderer knows the site by its built pages only.'),
  direction(
    ['ssg/model/**/!(*.test).*'],
    '(^|/)(site|renderer|build|seo|cv|images|fonts|fetch|document|lib)/',
    rooms,
  ),
  direction(['ssg/lib/**'], '(^|/)(site|renderer|build|seo|cv|images|fonts|fetch|document)/', rooms, tests),
  direction(['ssg/document/**'], '(^|/)(site|renderer|build|seo|cv|images|fonts|fetch)/', rooms, tests),
  direction(['ssg/{seo,cv,images,fonts,fetch}/**'], '(^|/)(site|renderer|build)/', rooms, tests),
  direction(
    ['site/src/ui/**'],
    '^#model/|(^|/)(ssg|app|features|pages|elements|session)/|/api/(?!types|api-error|token-store)',
    `${flow} Data reaches ui by props.`,
  ),
  direction(
    ['site/src/api/**', 'site/src/lib/**'],
    '^#model/|(^|/)(ssg|app|features|pages|elements|session|ui)/',
    flow,
  ),
  direction(['site/src/lib/**'], '^#model/|(^|/)(ssg|app|features|pages|elements|session|ui|api)/', flow),
  direction(
    ['site/src/{pages,elements,session}/**'],
    '^react-router-dom$|^@tanstack/|(^|/)(ssg/(?!model/)|(app|features)/)',
    'Public pages have no framework in the browser.',
  ),
  direction(['site/src/preview/**'], '(^|/)(ssg/(?!model/)|(app|features|elements|session|api)/)', flow),
  ...features.map((feature) => {
    const others = features.filter((name) => name !== feature).join('|')
    // Every feature may ask who is signed in, and the set-up shows and queues photos; nothing else crosses.
    const open =
      feature === 'setup' ? 'use-auth|upload/(upload-queue|image-files|heic-note|heic-to-jpeg)' : 'use-auth'
    return direction(
      [`site/src/features/${feature}/**`],
      `(^|/)(ssg/(?!model/)|(app|pages|elements)/)|(^|/)(features/|\\.\\./)(${others})/(?!${open})`,
      `${flow} No feature imports a feature but auth's use-auth.`,
    )
  }),
)
