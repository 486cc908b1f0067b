import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ShownText } from '../shown-texts'
import { sampleTexts as site } from '../../../testing/sample-texts'
import { usePreviewedTexts } from './previewed-texts'

const job = 'cv/experience/a-first.md'
const language = 'cv/languages/english.md'
const jobText = site.get(job) ?? ''
const wrongEnd = jobText.replace(/^end: .*$/m, 'end: soon')

/** The preview of the text at `path`, and how to change drafts while it is shown. */
function preview(path: string, drafts: Record<string, string>) {
  const shown = (changes: Record<string, string>): ReadonlyMap<string, ShownText> =>
    new Map(
      [...new Set([...site.keys(), ...Object.keys(changes)])].map((path) => {
        const published = site.get(path) ?? null
        const text = changes[path] ?? published
        return [path, { path, text, published, stored: undefined, kept: undefined }]
      }),
    )
  const { result, rerender } = renderHook((texts) => usePreviewedTexts(path, texts, {}), {
    initialProps: shown(drafts),
  })
  return { result, change: (changes: Record<string, string>) => rerender(shown(changes)) }
}

test('a mistake in another text leaves that one as it is published, and shows all other drafts', () => {
  const changed = jobText.replace(/^title: .*$/m, 'title: Another title')
  const { result } = preview(job, { [job]: changed, [language]: '---\ntitle: English\n---\n' })
  expect([...result.current.wrong]).toEqual([language])
  expect(result.current.texts.get(language)).toBe(site.get(language))
  expect(result.current.content?.cv.experience.map(({ title }) => title)).toContain('Another title')
})

test('a new entry with mistakes is not on the page', () => {
  const path = 'cv/languages/new.md'
  const { result } = preview(path, { [path]: '---\ntitle: Dutch\nlevel: ""\n---\n' })
  expect([...result.current.wrong]).toEqual([path])
  expect(result.current.content?.cv.languages).toHaveLength(1)
})

test('the text that is being changed is shown as it was before its mistakes, else as it is published', () => {
  expect(wrongEnd).not.toBe(jobText)
  const { result, change } = preview(job, { [job]: wrongEnd })
  expect(result.current).toMatchObject({ isFormer: false })
  expect(result.current.texts.get(job)).toBe(jobText)
  const right = jobText.replace(/^end: .*$/m, 'end: 2007-05')
  change({ [job]: right })
  expect(result.current.texts.get(job)).toBe(right)
  change({ [job]: wrongEnd })
  expect(result.current).toMatchObject({ isFormer: true })
  expect(result.current.texts.get(job)).toBe(right)
  expect(result.current.content).toBeDefined()
})
