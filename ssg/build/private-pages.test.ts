import { expect, test } from 'vitest'
import type { PrivateDocument } from '../document/pages.ts'
import { compile, type SiteContent } from '../model/compile.ts'
import { parseEntries } from '../model/entry.ts'
import { languageOf } from '../model/language.ts'
import { tinyTexts } from '../testing/content-files.ts'
import { composePrivatePages } from './compose.ts'

test('a private page is a whole document that tells search engines and other sites nothing', () => {
  const { content } = compile(parseEntries(tinyTexts), { siteUrl: 'https://ann.example.test' })
  if (!content) throw new Error('The content has errors.')
  const document: PrivateDocument = {
    language: languageOf('nl'),
    title: 'A <title>',
    description: 'Shared by Ann.',
    body: '<p class="_a">Slides</p>',
    css: '.own{}',
  }
  const pages = {
    routes: () => [],
    renderPage: () => '',
    renderShell: () => '',
    renderPrivatePage: () => document,
  }
  const parts = {
    headScript: 'theme()',
    suggestionScript: 'suggest()',
    sheets: ['p{}', '._a{}', '._b{}'],
    fonts: { css: "font{src:url(/assets/b.woff2)format('woff2')}", preload: '/assets/font.woff2' },
    elements: { src: '/assets/public.js', imports: [] },
    app: { src: '/assets/app.js', imports: [] },
    appSheets: [],
  }
  const [file, ...others] = composePrivatePages(
    [{ name: '_private/a.html', page: { kind: 'ended' } }],
    { content, translations: [], audiences: [] },
    pages,
    parts,
    { light: '#ffffff', dark: '#000000' },
  )
  expect(others).toEqual([])
  expect(file?.name).toBe('_private/a.html')
  const html = String(file?.content).replace(/href="data:image\/svg\+xml,%3Csvg[^"]*"/, 'href="icon"')
  expect(html.replace(/\n$/, '').split(/(?=<(?!\/))/)).toEqual([
    '<!doctype html>',
    '<html lang="nl">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<title>A &lt;title&gt;</title>',
    '<meta name="description" content="Shared by Ann.">',
    '<meta name="robots" content="noindex">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="theme-color" content="#ffffff">',
    '<link rel="icon" href="icon" type="image/svg+xml">',
    '<link rel="preload" href="/assets/font.woff2" as="font" type="font/woff2" crossorigin>',
    `<style>font{src:url(/assets/b.woff2)format('woff2');` +
      `src:url("/assets/b.woff2" referrer-policy(no-referrer))format('woff2')}p{}._a{}.own{}</style>`,
    '<script>theme()</script>',
    '<script type="module" src="/assets/public.js"></script></head>',
    '<body>',
    '<p class="_a">Slides</p>',
    expect.stringMatching(/^<script type="application\/json" id="texts">.*<\/script><\/body><\/html>$/),
  ])
})

test('the page of a CV is for its audience: never the whole CV', () => {
  const texts = new Map([...tinyTexts, ['cv/audiences/board.md', '---\ntitle: Board\nrole: Chair\n---\n']])
  const { content, ...others } = compile(parseEntries(texts))
  if (!content) throw new Error('The content has errors.')
  const pages = {
    routes: () => [],
    renderPage: () => '',
    renderShell: () => '',
    renderPrivatePage: (_: unknown, { language, site }: SiteContent) => ({
      language,
      title: 'CV',
      description: '',
      body: site.role,
      css: '',
    }),
  }
  const parts = {
    headScript: '',
    suggestionScript: '',
    sheets: [],
    fonts: { css: '', preload: '' },
    elements: { src: '', imports: [] },
    app: { src: '', imports: [] },
    appSheets: [],
  }
  const asked = ['board', 'gone', undefined].map((audience) => ({
    name: `_private/${audience ?? 'none'}.html`,
    page: { kind: 'cv' as const, name: 'CV', sharedOn: '2026-11-26', ...(audience && { audience }) },
  }))
  const files = composePrivatePages(asked, { content, ...others }, pages, parts, { light: '', dark: '' })
  expect(files.map(({ name }) => name)).toEqual(['_private/board.html'])
  expect(files[0]?.content).toContain('Chair')
})
