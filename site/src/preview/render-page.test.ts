import { expect, test } from 'vitest'
import { answersOf, checkEntries } from '#model/check'
import { parseEntries } from '#model/entry'
import { type SiteContent, compile } from '#model/compile'
import { type FieldModel, kindModels } from '#model/fields'
import { writeBody, writeField } from '#model/form'
import { kindOf } from '#model/kinds'
import { languageOf } from '#model/language'
import { sampleContent } from '../testing/sample-content'
import { sampleTexts as texts } from '../testing/sample-texts'
import { pageOf, pathsOf, renderPage } from './render-page'

/** The texts with `text` at `path`, compiled. */
function compiled(path: string, text: string): SiteContent {
  const changed = new Map([...texts, [path, text]])
  const content = compile(parseEntries(changed)).content
  if (!content) throw new Error(JSON.stringify(checkEntries(parseEntries(changed)).errors))
  return content
}

/** Other words than the texts have. */
function another({ name, type, choices = [], length = 2 }: FieldModel, text: string): string | string[] {
  const line = 'AÉ <b> & "c"'
  if (name === 'initials') return 'XÝ'
  if (name === 'logo_letter') return 'X'
  switch (type) {
    case 'list':
      return Array.from({ length }, (_, index) => `${line} ${index}`)
    case 'choice':
      return choices.find((choice) => !text.includes(choice)) ?? ''
    case 'date':
      return name === 'end' ? '2019-05' : '1980-05'
    case 'url':
      return 'https://example.test/é?a&b'
    case 'day':
      return '1999-12-31'
    case 'email':
      return 'b@example.test'
    case 'language':
      return 'nl'
    default:
      return line
  }
}

const body = 'New *words*, "quoted".\n\n## A heading\n\n- [one](/cv)\n- [two](https://example.test/)'
// Shown as a colour, in the window, by search engines, on other pages, or only by apps.
const elsewhere = [
  'title of a page',
  'description',
  'order',
  'sections',
  'result',
  'result_label',
  'accent',
  'share_image',
  'apple_app',
  'android_app',
  'android_fingerprints',
  'summary of a note',
  'cover',
  'cover_alt',
  'navigation',
  'featured',
  'aliases',
  'first_address',
]

function nameOf(field: string, path: string, isEntry: boolean): string {
  if (field === 'title' && !isEntry) return 'title of a page'
  return field === 'summary' && path.startsWith('notes/') ? 'summary of a note' : field
}

const changes = [...texts]
  .filter(([path]) => pageOf(path) !== undefined)
  .flatMap(([path, text]) => {
    const { fields, body: hasBody, folder } = kindModels[kindOf(path) ?? 'about.md']
    const names = new Set(fields.map(({ name }) => name))
    const changed = fields.map((field) => {
      const whole = field.name === 'url' && names.has('handle') ? writeField(text, 'handle', 'b') : text
      return [nameOf(field.name, path, folder), writeField(whole, field.name, another(field, text))]
    })
    if (hasBody !== 'none') changed.push(['text', writeBody(text, body)])
    return changed
      .filter(([name = '']) => !elsewhere.includes(name))
      .map(([name = '', changed = '']) => [path, name, changed] as const)
  })

test.each(changes)('a change of %s, %s, is on the page', (path, _, text) => {
  // The site's facts that only the CV shows.
  const page = path === 'site.md' ? '/cv' : (pageOf(path) ?? '/')
  const before = renderPage(page, sampleContent)
  expect(renderPage(page, compiled(path, text))).not.toBe(before)
})

test.each([
  ['/nl/cv', { ...sampleContent, language: languageOf('nl', true) }],
  ['/nl/cv.pdf', { ...sampleContent, language: languageOf('nl', true) }],
  ['/nl/cv', undefined],
])('a text may link to %s', (path, content) => {
  expect(answersOf(pathsOf(content))(path)).toBe(true)
})
