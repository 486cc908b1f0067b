import { beforeEach, expect, test, vi } from 'vitest'
import { compileTexts, kindOf, readText, textKinds, writeField } from 'virtual:content-model'
import { sampleTexts as texts } from '../../testing/sample-texts'
import { entryPlace } from './entry-place'
import { pageOf, renderPage } from './render-page'

// What the build writes into the bundle.
beforeEach(() => void vi.stubGlobal('__BUILD_YEAR__', 2026))

const entries = [...texts.keys()].filter((path) => textKinds[kindOf(path) ?? 'about.md'].folder)

/** The element of the page that is found for the text at `path`. */
async function found(path: string, all = texts): Promise<Element | undefined> {
  const page = pageOf(path)
  const content = compileTexts(all)
  const place = await entryPlace(path, all)
  if (!page || !content || place === undefined) return undefined
  const root = document.createElement('div')
  root.innerHTML = await renderPage(page, content)
  return root.querySelectorAll('*')[place]
}

test.each(entries)('the entry %s is found on its page', async (path) => {
  const title = readText(path, texts.get(path) ?? '')?.fields['title']
  const element = await found(path)
  expect(element?.tagName).toMatch(/^(H[23]|DT|A)$/)
  expect(element?.textContent).toContain(title)
})

test('of entries with the same title each is found', async () => {
  const [first, second] = ['cv/experience/a-first.md', 'cv/experience/b-second.md'] as const
  const same = new Map(texts)
  for (const path of [first, second])
    same.set(path, writeField(texts.get(path) ?? '', 'title', 'Present job'))
  const periodOf = async (path: string) => (await found(path, same))?.previousElementSibling?.textContent
  expect(await periodOf(first)).toBe('2004 to June 2008')
  expect(await periodOf(second)).toBe('July 2008 to present')
})

test('a text that is no entry, or is removed, has no place, nor has any while there are mistakes', async () => {
  const path = entries[0] ?? ''
  const removed = new Map(texts)
  removed.delete(path)
  const wrong = new Map([...texts, ['about.md', '---\n---\n']])
  expect(await entryPlace('about.md', texts)).toBeUndefined()
  expect(await entryPlace(path, removed)).toBeUndefined()
  expect(await entryPlace(path, wrong)).toBeUndefined()
})
