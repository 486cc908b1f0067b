import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hero, job, page as about } from '../testing/files.ts'
import { compileChanged as compile } from '../testing/project.ts'

const testdata = join(import.meta.dirname, '..', 'testdata')
const sample = async (name: string) => String(await readFile(join(testdata, 'owner-files', `${name}.md`)))

const ids = (...html: string[]) => [...html.join('').matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id)
test.each([
  ['same headings', 'same-ids-about', ['notes', 'notes-2', 'notes-2-2']],
  ['a link', 'link-in-heading-about', ['my-garden']],
  ["the page's own ids", 'page-ids-about', ['main-2', 'site-links-2']],
])('the ids of headings with %s', async (_, name, expected) => {
  expect(ids((await compile({ 'about.md': await sample(name) })).about.body)).toEqual(expected)
})

test.each([
  ['*Emphasis*, `code` & a <tag>', 'emphasis-code--a-tag'],
  ['Café Ångström', 'café-ångström'],
  ['Cafe\u0301', 'café'],
  ['Привет, мир!', 'привет-мир'],
  ['日本語 と 中文', '日本語-と-中文'],
  ['हिन्दी में', 'हिन्दी-में'],
  ['snake_case and kebab-case 2.0', 'snake_case-and-kebab-case-20'],
  ['An \\* and &eacute;', 'an--and-é'],
  ['!?', 'section'],
  ['Root', 'root-2'],
])('the id of "%s" is %s', async (heading, id) => {
  expect(ids((await compile({ 'about.md': about(`## ${heading}`) })).about.body)).toEqual([id])
})

test('ids are unique on a page whose texts have the same headings', async () => {
  const { home, cv, ...rest } = await compile({
    'home/hero.md': hero('## Why'),
    'home/interests/second.md': '---\ntitle: A\nicon: chip\nquote: B\nsource: C\n---\n\n## Why\n',
    'cv/profile.md': about('## Results'),
    'cv/education/school.md': job('start: 2001', '## Results'),
    'cv/experience/a-first.md': job('start: 2001', '## Results\n\n## Results'),
    'cv/experience/b-second.md': job('start: 2005', '## Results'),
    'cv/early/paper-round.md': job('start: 2001', '## Results'),
    'on-the-web/page.md': about('## Where'),
    'on-the-web/blog.md': '---\ntitle: A\nicon: blog\n---\n\n## Where\n',
  })
  expect(ids(home.bio, ...home.interests.map(({ description }) => description))).toEqual(['why', 'why-2'])
  const entries = [...cv.education, ...cv.experience, ...cv.early]
  expect(ids(cv.summary, ...entries.map(({ body }) => body))).toEqual(
    ['', '-2', '-3', '-4', '-5', '-6'].map((number) => `results${number}`),
  )
  const { intro, cards } = rest.onTheWeb
  expect(ids(intro, ...cards.map(({ description }) => description))).toEqual(['where', 'where-2'])
})

test('blocks of text have the direction of their words, once', async () => {
  const { about: page } = await compile({
    'about.md': about('مرحبا\n\n## עברית\n\n- one\n- two\n\n> quote\n\n| a |\n|---|\n| b |\n\n1. one'),
  })
  const blocks = [...page.body.matchAll(/<(\w+)[^>]* dir="auto">/g)].map(([, name]) => name)
  expect(blocks).toEqual(['p', 'h2', 'ul', 'blockquote', 'table', 'ol'])
})
