import { expect, test } from 'vitest'
import { reserved } from '#model/addresses'
import { languageOf } from '#model/language'
import { routes } from './pages'
import { routes as table } from './routes'
import { sampleContent } from './testing/sample-content'

const pages = routes(sampleContent)

test('each path occurs once', () => {
  const paths = pages.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

test('no page of the content can take the place of a screen', () => {
  const firsts = table.flatMap(({ path }) => /^\/([^/:]+)/.exec(path)?.[1] ?? [])
  expect(firsts.filter((first) => !reserved.has(first))).toEqual([])
})

test('each screen has its kind of title, and each that is found by searching a description', () => {
  for (const { path, kind, title, description } of pages) {
    expect(title, path).not.toBe('')
    if (kind === 'public' || kind === 'not-found') expect(description, path).toMatch(/\w/)
  }
  const lost = routes({ ...sampleContent, language: languageOf('nl', true) }).at(-1)
  expect(pages.at(-1)?.title).toBe('404 · Page not found')
  expect(lost?.title).toBe('404 · Pagina niet gevonden')
  expect(lost?.description).toBe('We kunnen de pagina die je zoekt niet vinden!')
  expect(pages.find(({ path }) => path === '/login')?.title).toBe(`Sign in · ${sampleContent.site.name}`)
})
