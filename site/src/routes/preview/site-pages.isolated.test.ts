import { beforeEach, expect, test, vi } from 'vitest'
import { compileTexts } from 'virtual:content-model'
import { sampleTexts as texts } from '../../testing/sample-texts'
import { idsOn, pageOf, paths } from './site-pages'

// What the build writes into the bundle.
beforeEach(() => void vi.stubGlobal('__BUILD_YEAR__', 2026))

test('a page has the ids of its texts and of its components, and only public pages are known', async () => {
  const content = compileTexts(texts)
  if (!content) throw new Error('The texts have mistakes.')
  const ids = await idsOn('/about', content)
  expect([...(ids ?? [])]).toEqual(expect.arrayContaining(['main', 'a-section-café']))
  expect(await idsOn('/words', content)).toBeUndefined()
  expect(await idsOn('/nowhere', content)).toBeUndefined()
  expect(pageOf('about.md')).toBe('/about')
  expect(paths).toContain('/galleries/:id')
  expect(paths).not.toContain('*')
})
