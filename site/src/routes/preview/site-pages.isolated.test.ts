import { beforeEach, expect, test, vi } from 'vitest'
import { compileTexts } from 'virtual:content-model'
import { idsOn, pageOf, paths } from './site-pages'

// What the build writes into the bundle.
beforeEach(() => void vi.stubGlobal('__BUILD_YEAR__', 2026))

const files = import.meta.glob<string>('../../../../ssg/testdata/content/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const texts = new Map(
  Object.entries(files).map(([file, text]) => [file.replace(/^.*\/testdata\/content\//, ''), text]),
)

test('a page has the ids of its texts and of its components, and only public pages are known', async () => {
  const content = compileTexts(texts)
  if (!content) throw new Error('The texts have mistakes.')
  const ids = await idsOn('/about', content)
  expect([...(ids ?? [])]).toEqual(expect.arrayContaining(['main', 'a-section-cafe']))
  expect(await idsOn('/words', content)).toBeUndefined()
  expect(await idsOn('/nowhere', content)).toBeUndefined()
  expect(pageOf('about.md')).toBe('/about')
  expect(paths).toContain('/galleries/:id')
  expect(paths).not.toContain('*')
})
