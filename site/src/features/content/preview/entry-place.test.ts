import { expect, test } from 'vitest'
import { compile } from '../../../../../ssg/model/compile'
import { kindModels } from '../../../../../ssg/model/fields'
import { readForm, writeField } from '../../../../../ssg/model/form'
import { kindOf } from '../../../../../ssg/model/kinds'
import { sampleTexts as texts } from '../../../testing/sample-texts'
import { entryPlace } from './entry-place'
import { pageOf, renderPage } from './render-page'

const entries = [...texts.keys()].filter((path) => kindModels[kindOf(path) ?? 'about.md'].folder)

/** The element of the page that is found for the text at `path`. */
function found(path: string, all = texts): Element | undefined {
  const page = pageOf(path)
  const content = compile(all).content
  const place = entryPlace(path, all)
  if (!page || !content || place === undefined) return undefined
  const root = document.createElement('div')
  root.innerHTML = renderPage(page, content)
  return root.querySelectorAll('*')[place]
}

test.each(entries)('the entry %s is found on its page', (path) => {
  const title = readForm(path, texts.get(path) ?? '')?.fields['title']
  const element = found(path)
  expect(element?.tagName).toMatch(/^(H[23]|DT|A)$/)
  expect(element?.textContent).toContain(title)
})

test('of entries with the same title each is found', () => {
  const [first, second] = ['cv/experience/a-first.md', 'cv/experience/b-second.md'] as const
  const same = new Map(texts)
  for (const path of [first, second])
    same.set(path, writeField(texts.get(path) ?? '', 'title', 'Present job'))
  const periodOf = (path: string) => found(path, same)?.previousElementSibling?.textContent
  expect(periodOf(first)).toBe('2004 to June 2008')
  expect(periodOf(second)).toBe('July 2008 to present')
})

test('a text that is no entry, or is removed, has no place, nor has any while there are mistakes', () => {
  const path = entries[0] ?? ''
  const removed = new Map(texts)
  removed.delete(path)
  const wrong = new Map([...texts, ['about.md', '---\n---\n']])
  expect(entryPlace('about.md', texts)).toBeUndefined()
  expect(entryPlace(path, removed)).toBeUndefined()
  expect(entryPlace(path, wrong)).toBeUndefined()
})
