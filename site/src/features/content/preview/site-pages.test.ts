import { expect, test } from 'vitest'
import { compile } from '../../../../../ssg/model/compile'
import { sampleTexts as texts } from '../../../testing/sample-texts'
import { idsOn, pageOf, paths } from './site-pages'

test('a page has the ids of its texts and of its components, and only public pages are known', () => {
  const content = compile(texts).content
  if (!content) throw new Error('The texts have mistakes.')
  const ids = idsOn('/about', content)
  expect([...(ids ?? [])]).toEqual(expect.arrayContaining(['main', 'a-section-café']))
  expect(idsOn('/content', content)).toBeUndefined()
  expect(idsOn('/nowhere', content)).toBeUndefined()
  expect(pageOf('about.md')).toBe('/about')
  expect(paths).toContain('/galleries/:id')
  expect(paths).not.toContain('*')
})
