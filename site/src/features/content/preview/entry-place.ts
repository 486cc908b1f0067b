import { compile } from '../../../../../ssg/model/compile'
import { kindModels } from '../../../../../ssg/model/fields'
import { readForm, writeField } from '../../../../../ssg/model/form'
import { kindOf } from '../../../../../ssg/model/kinds'
import { pageOf, renderPage } from './render-page'

/** No text has these one after the other. Nothing shows them, and the PDF of the CV leaves them out. */
const mark = '\u2060\u200c\u2060'

/**
 * Which element of its page, counted in their order, shows the title of the entry at `path`. The page is rendered once more
 * with a mark in this title, for other words of it may be the same. Undefined for a text that is no entry, and while the
 * texts have mistakes.
 */
export function entryPlace(path: string, texts: ReadonlyMap<string, string>): number | undefined {
  const page = pageOf(path)
  const kind = kindOf(path)
  const text = texts.get(path)
  if (!page || !kind || !kindModels[kind].folder || text === undefined) return undefined
  const title = String(readForm(path, text)?.fields['title'])
  const content = compile(new Map([...texts, [path, writeField(text, 'title', title + mark)]])).content
  if (!content) return undefined
  const { content: marked } = Object.assign(document.createElement('template'), {
    innerHTML: renderPage(page, content),
  })
  const place = [...marked.querySelectorAll('*')].findIndex(({ childNodes }) =>
    [...childNodes].some((node) => node instanceof Text && node.data.includes(mark)),
  )
  return place < 0 ? undefined : place
}
