import { expect, test } from 'vitest'
import { compile } from '#model/compile'
import { parseEntries } from '#model/entry'
import { sampleTexts as texts } from '../testing/sample-texts'
import { renderPage } from './index'

/** All ids on the page at `path`, where `added` follows the text at `file`. */
function idsOn(path: string, file: string, added: string): string[] {
  const content = compile(
    parseEntries(new Map([...texts, [file, `${texts.get(file) ?? ''}\n${added}`]])),
  ).content
  if (!content) throw new Error('The content has errors.')
  const { content: page } = Object.assign(document.createElement('template'), {
    innerHTML: renderPage(path, content, { banner: null, cv: null }),
  })
  return [...page.querySelectorAll('[id]')].map(({ id }) => id)
}

test.each([
  ['/', 'home/hero.md'],
  ['/cv', 'cv/profile.md'],
  ['/on-the-web', 'on-the-web/page.md'],
  ['/about', 'about.md'],
] as const)('no heading on %s takes an id of the page', (path, file) => {
  const before = idsOn(path, file, '')
  const after = idsOn(path, file, before.map((id) => `## ${id}\n`).join('\n'))
  expect(after.length).toBe(2 * before.length)
  expect(new Set(after).size).toBe(after.length)
  expect(after).toEqual(expect.arrayContaining(before))
})
