import { beforeEach, expect, test, vi } from 'vitest'
import { compileTexts } from 'virtual:content-model'
import { sampleTexts as texts } from '../../testing/sample-texts'
import { renderPage, type PublicPath } from './render-page'

// What the build writes into the bundle.
beforeEach(() => void vi.stubGlobal('__BUILD_YEAR__', 2026))

/** All ids on the page at `path`, where `added` follows the text at `file`. */
async function idsOn(path: PublicPath, file: string, added: string): Promise<string[]> {
  const content = compileTexts(new Map([...texts, [file, `${texts.get(file) ?? ''}\n${added}`]]))
  if (!content) throw new Error('The texts have mistakes.')
  const { content: page } = Object.assign(document.createElement('template'), {
    innerHTML: await renderPage(path, content),
  })
  return [...page.querySelectorAll('[id]')].map(({ id }) => id)
}

test.each([
  ['/', 'home/hero.md'],
  ['/cv', 'cv/profile.md'],
  ['/on-the-web', 'on-the-web/page.md'],
  ['/about', 'about.md'],
] as const)('no heading on %s takes an id of the page', async (path, file) => {
  const before = await idsOn(path, file, '')
  const after = await idsOn(path, file, before.map((id) => `## ${id}\n`).join('\n'))
  expect(after.length).toBe(2 * before.length)
  expect(new Set(after).size).toBe(after.length)
  expect(after).toEqual(expect.arrayContaining(before))
})
