import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { kinds } from './schemas.ts'
import {
  adviseText,
  answersOf,
  checkText,
  checkTexts,
  compileTexts,
  newText,
  picturesIn,
  readText,
  siteLinksIn,
  textKinds,
  writeBody,
  writeField,
  type FieldModel,
  type Folder,
  type Single,
} from './content-model.ts'
import { bodyLine } from './edit.ts'
import { compileContent } from './source.ts'
import { formatDiagnostic } from '../lib/diagnostics.ts'
import { contentFiles } from '../owner/demo.mjs'
import { someFiles, someText, type SomeFile } from '../testing/some-files.ts'

const tiny = join(import.meta.dirname, '..', 'testdata', 'content')
const sample = new Map(contentFiles(tiny).map((path) => [path, readFileSync(join(tiny, path), 'utf8')]))

const files = someFiles(1000)

/** What stands before and after the field `name`. */
function around({ blocks }: SomeFile, name: string): [string, string] {
  const place = blocks.findIndex((block) => block.name === name)
  const text = (part: SomeFile['blocks']) => part.map(({ source }) => source).join('')
  return [text(blocks.slice(0, place)), text(blocks.slice(place + 1))]
}

const fieldsOf = (file: SomeFile) => readText(file.path, file.text)?.fields ?? {}

describe('a thousand files of every kind', () => {
  test('are of every kind, and have no mistakes but letters that the PDF lacks', () => {
    expect(new Set(files.map(({ kind }) => kind)).size).toBe(Object.keys(kinds).length)
    for (const file of files) {
      const others = checkText(file.path, file.text).filter(
        ({ message }) => !message.startsWith('/cv.pdf cannot show'),
      )
      expect(others, file.text).toEqual([])
    }
  })

  test('read as what they say', () => {
    for (const file of files) expect(readText(file.path, file.text), file.text).toEqual(file.says)
  })

  test('are the same byte for byte when a form writes what it read', () => {
    for (const { path, text } of files) {
      const read = readText(path, text)
      let written = writeBody(text, read?.body ?? '')
      for (const [name, value] of Object.entries(read?.fields ?? {}))
        written = writeField(written, name, value)
      expect(written).toBe(text)
    }
  })

  test('change in the bytes of the field alone that a form changes', () => {
    for (const [index, file] of files.entries()) {
      for (const [name, value] of Object.entries(fieldsOf(file))) {
        const [before, after] = around(file, name)
        const changed = Array.isArray(value)
          ? index % 2 === 0
            ? value.with(index % value.length, someText(index))
            : [...value.slice(1), someText(index), 'More']
          : someText(index)
        const text = writeField(file.text, name, changed)
        expect(readText(file.path, text), text).toEqual({
          ...file.says,
          fields: { ...file.says.fields, [name]: changed },
        })
        expect(text.slice(0, before.length)).toBe(before)
        expect(text.slice(-after.length)).toBe(after)
        expect(writeField(text, name, changed)).toBe(text)
      }
    }
  })

  test('lose a field with its lines alone, and gain one in a line of its own', () => {
    for (const file of files) {
      for (const [name, value] of Object.entries(fieldsOf(file))) {
        const without = writeField(file.text, name, undefined)
        expect(without).toBe(around(file, name).join(''))
        const again = writeField(without, name, value)
        expect(readText(file.path, again)?.fields).toEqual(file.says.fields)
        expect(again).toMatch(new RegExp(`^ *${name}:`, 'm'))
      }
    }
  })

  test('change in their body alone when a form changes it', () => {
    for (const [index, file] of files.entries()) {
      const body = `${someText(index)}x\n\n  ## ${someText(index + 1)}x`
      const text = writeBody(file.text, body)
      const closing = file.blocks.findIndex(({ source }, place) => place > 0 && source.startsWith('---'))
      const head = `${file.blocks
        .slice(0, closing)
        .map(({ source }) => source)
        .join('')}---`
      expect(text.slice(0, head.length)).toBe(head)
      expect(readText(file.path, text), text).toEqual({ ...file.says, body })
    }
  })
})

const typed = [
  '',
  ' ',
  'a: b',
  'a #b',
  '# a',
  '- a',
  '-',
  '@a',
  '`a`',
  '%a',
  '&a',
  '*a',
  '!a',
  '|',
  '>',
  '? a',
  '[a',
  '{a',
  'a, b',
  '"a"',
  "'a'",
  "it's",
  'say "a" \\ n',
  'yes',
  'true',
  'null',
  '~',
  '2018',
  '0x10',
  '1e3',
  '.5',
  '2018-06',
  '---',
  '...',
  ' a',
  'a ',
  'a:',
  ':a',
  'a\nb',
  'a\n---\nb',
  '\ta',
  'é 🚲 \u2028 \u00a0 \ufeff',
  '<<',
]

test.each(typed)('what is typed reads back as given: %j', (words) => {
  const text = sample.get('cv/experience/a-first.md') ?? ''
  for (const name of ['title', 'place', 'end', 'new']) {
    const written = writeField(text, name, words)
    expect(readText('cv/experience/a-first.md', written)?.fields[name]).toBe(words)
    expect(writeField(written, name, 'Plain')).toContain(`${name}: `)
  }
  const group = sample.get('cv/skills/group.md') ?? ''
  for (const items of [[words], ['One', words], ['One', words, 'Two', words], [words, 'Two']]) {
    expect(readText('cv/skills/group.md', writeField(group, 'items', items))?.fields['items']).toEqual(items)
  }
})

const edits: [
  name: string,
  before: string,
  field: string,
  value: string | string[] | undefined,
  after: string,
][] = [
  ['quotes stay', `a: 'One' # why\n`, 'a', `it's`, `a: 'it''s' # why\n`],
  ['a text that needs quotes gets them', 'a: One\n', 'a', 'a: b', 'a: "a: b"\n'],
  ['a year stands as a number in a date', 'start: 2018\n', 'start', '2019', 'start: 2019\n'],
  ['a number in a text gets quotes', 'title: One\n', 'title', '2019', 'title: "2019"\n'],
  ['a missing field comes last', 'start: 2018\n', 'end', '2019', 'start: 2018\nend: 2019\n'],
  ['an empty field is filled', 'end: # still\nb: x\n', 'end', '2019', 'end: 2019 # still\nb: x\n'],
  ['a field goes with its line', 'a: One # why\n# b\nb: x\n', 'a', undefined, '# b\nb: x\n'],
  ['a text of many lines becomes one', 'a: >\n  One\n  two\nb: x\n', 'a', 'Three', 'a: Three\nb: x\n'],
  [
    'a list keeps its comments',
    'l:\n  - One # 1\n  # two\n  - Two\n',
    'l',
    ['One', 'New', 'Two'],
    'l:\n  - One # 1\n  # two\n  - New\n  - Two\n',
  ],
  [
    'a list in brackets stays there',
    'l: [One, "Two"] # l\n',
    'l',
    ['One', 'New', 'Two'],
    'l: [One, New, "Two"] # l\n',
  ],
  ['an empty list gets lines', 'l: []\nb: x\n', 'l', ['One'], 'l:\n  - One\nb: x\n'],
  ['a list is emptied', 'l:\n  - One\nb: x\n', 'l', [], 'l: []\nb: x\n'],
  ['what others refer to is written out', 'a: &a One\nb: *a\n', 'a', 'Two', 'a: Two\nb: One\n'],
  ['front matter in braces', '{ a: One, b: x }\n', 'a', 'Two', '{ a: Two, b: x }\n'],
  ['front matter in braces gets a field', '{ a: One, b: x }\n', 'c', 'Two', 'a: One\nb: x\nc: Two\n'],
  ['no fields at all', '', 'a', 'One', 'a: One\n'],
]

test.each(edits)('%s', (_, before, field, value, after) => {
  expect(writeField(`---\n${before}---\nText.\n`, field, value)).toBe(`---\n${after}---\nText.\n`)
})

test('blank lines around a body stay, and one is made where there were none', () => {
  expect(writeBody('---\r\na: x\r\n---\r\n\r\n\r\nOld.\r\n', 'New.\n\nMore.\n')).toBe(
    '---\r\na: x\r\n---\r\n\r\n\r\nNew.\r\n\r\nMore.\r\n',
  )
  expect(writeBody('---\na: x\n---', 'New.')).toBe('---\na: x\n---\n\nNew.\n')
  expect(writeBody('---\na: x\n---\n\nOld.\n', '')).toBe('---\na: x\n---\n')
})

test.each([
  ['---\r\na: x\r\n---\r\n\r\n\r\nWords.\r\n', 6],
  ['---\na: x\n---\nWords.', 4],
  ['---\na: x\n---\n', 4],
  ['Words.', 1],
])('the words of a body begin on a line of the file: %j', (text, line) => {
  expect(bodyLine(text)).toBe(line)
})

test.each(['Text.', '---\na: [\n---\n', '---\na: 1\na: 2\n---\n', '---\n- a\n---\n'])(
  'a text without a form has a diagnostic: %j',
  (text) => {
    expect(readText('about.md', text)).toBeUndefined()
    expect(() => writeField(text, 'a', 'b')).toThrow()
    expect(checkText('about.md', text)).not.toEqual([])
  },
)

const fieldsIn = (kind: Single | Folder) => textKinds[kind].fields

test('forms are made from the schemas', () => {
  expect(Object.keys(textKinds)).toEqual(Object.keys(kinds))
  expect(fieldsIn('cv/experience').map(({ name, type, required }) => [name, type, required])).toEqual([
    ['title', 'line', true],
    ['organisation', 'line', true],
    ['place', 'line', false],
    ['start', 'date', true],
    ['end', 'date', false],
  ])
  expect(fieldsIn('home/hero.md').find(({ name }) => name === 'typewriter')).toMatchObject({
    type: 'list',
    length: 3,
  })
  expect(fieldsIn('site.md').find(({ name }) => name === 'email')).toMatchObject({
    type: 'email',
    label: 'E-mail address',
    hint: 'A mail address: edda@example.test.',
  })
  expect(fieldsIn('on-the-web').slice(1)).toEqual([
    {
      name: 'icon',
      label: 'Icon',
      hint: 'One of: video, network, code, article, blog.',
      required: true,
      type: 'choice',
      choices: ['video', 'network', 'code', 'article', 'blog'],
    },
    expect.objectContaining({ name: 'handle', required: false }),
    expect.objectContaining({ name: 'url', label: 'Address', type: 'url', required: false }),
  ])
  const words = Object.values(textKinds).flatMap(({ fields }) => fields)
  for (const { label, hint } of words satisfies FieldModel[])
    expect([label, hint]).toEqual([expect.stringMatching(/^[A-Z]/), expect.stringMatching(/\.$/)])
})

test('a new text has the fields of its kind, and is right once they are filled', () => {
  for (const kind of Object.keys(textKinds) as (Single | Folder)[]) {
    const path = kind.endsWith('.md') ? kind : `${kind}/new.md`
    let text = newText(kind)
    expect(checkText(path, text), kind).not.toEqual([])
    for (const { name, required, type, choices, length = 1 } of fieldsIn(kind)) {
      const words = { line: 'AB', date: '2020', url: 'https://example.test/', email: 'a@example.test' }
      if (!required) continue
      if (type === 'list') text = writeField(text, name, Array<string>(length).fill('One'))
      else text = writeField(text, name, type === 'choice' ? (choices?.[0] ?? '') : words[type])
    }
    if (textKinds[kind].body === 'required') text = writeBody(text, 'Text.')
    expect(checkText(path, text), text).toEqual([])
  }
})

test('mistakes are told by what a form shows, with their field', () => {
  const job = '---\ntitle: Job\norganisation: Works\nstart: 2001\nend: 2000\n---\n\nText.\n'
  expect(checkText('cv/early/job.md', job)).toEqual([
    {
      field: 'end',
      message: '“End” lies before the start',
      hint: 'A year, or a year and a month: 2022 or 2022-03. Leave it out while it goes on.',
    },
  ])
  expect(
    checkText('cv/skills/group.md', '---\ntitle: G\nitems: [One, ""]\nmore: x\n---\n').map(
      ({ field }) => field,
    ),
  ).toEqual(['items', 'more'])
  const told = (path: string, text: string) =>
    checkText(path, text).map(({ line, message, hint }) => [line, `${message}. ${hint}`])
  expect(told('cv/early/job.md', '---\ntitle: Job\nstart: 2001\n---\n')).toEqual([
    [undefined, '“Organisation” is missing. Where it was.'],
    [undefined, 'The text is missing. Write a paragraph.'],
  ])
  expect(
    told('on-the-web/1-a.md', '---\ntitle: A\nicon: code\nhandle: a\nurl: a\n---\n\nA.\n\n# A\n'),
  ).toEqual([
    [undefined, '“Address” is not of the right form. A full address: https://example.test/name.'],
    [
      3,
      'A heading of the first level stands in the text. Begin it with "##": the page has its own first heading.',
    ],
  ])
  expect(told('cv/skills/group.md', '---\ntitle: G\nitems: [One, ""]\n---\n')).toEqual([
    [undefined, '“Items 2” is empty or too short. A list of short texts.'],
  ])
})

test('all texts together are checked as the build checks them', () => {
  expect(checkTexts(sample)).toEqual([])
  const texts = new Map([...sample, ['cv/early/2-paper-round.md', 'Text.'], ['cv/jobs/one.md', '']])
  texts.delete('about.md')
  expect(
    checkTexts(texts).map(({ path, ...rest }) => formatDiagnostic({ ...rest, where: path }).trim()),
  ).toEqual([
    expect.stringContaining(
      'cv/early/paper-round.md: The name "paper-round" is also that of content/cv/early/2-paper-round.md.',
    ),
    expect.stringContaining('cv/jobs/one.md: No page reads this file.'),
    expect.stringContaining('about.md: The file is missing.'),
    expect.stringContaining('cv/early/2-paper-round.md:1: The front matter is missing.'),
  ])
})

const picture = {
  width: 800,
  height: 600,
  files: (['avif', 'webp', 'jpg'] as const).map((ending) => ({
    name: `assets/crane.${ending}`,
    ending,
    width: 800,
  })),
}

test('all texts together are compiled as the build compiles them', async () => {
  const built = await compileContent(tiny)
  const compiled = compileTexts(sample)
  expect(Object.keys(compiled ?? {})).toHaveLength(8)
  expect(built).toMatchObject(compiled ?? {})
  // In whatever order they come.
  expect(compileTexts(new Map([...sample].reverse()))).toEqual(compiled)
  expect(compileTexts(new Map([...sample, ['about.md', 'Text.']]))).toBeUndefined()
  expect(compileTexts(new Map([...sample].slice(1)))).toBeUndefined()
})

test('pictures are shown by the files of the last build, and by their words where it had none', () => {
  const about = writeBody(
    sample.get('about.md') ?? '',
    '![A <crane>](cranes/one.jpg)\n\n![No & more](new.jpg)',
  )
  const texts = new Map([...sample, ['about.md', about]])
  expect(compileTexts(texts, { 'cranes/one.jpg': picture })?.about.body).toBe(
    '<p dir="auto"><picture><source type="image/avif" srcset="/assets/crane.avif 800w" sizes="(min-width:42.5rem) 40rem, calc(100vw - 2.5rem)">' +
      '<source type="image/webp" srcset="/assets/crane.webp 800w" sizes="(min-width:42.5rem) 40rem, calc(100vw - 2.5rem)">' +
      '<img src="/assets/crane.jpg" width="800" height="600" alt="A &lt;crane&gt;"></picture></p>\n<p dir="auto">No &amp; more</p>',
  )
  expect(checkText('about.md', writeBody(about, 'Text.\n\n![](a.jpg) ![a](../b.jpg)'))).toMatchObject([
    { line: 3, message: 'The picture "a.jpg" has no words that stand for it' },
    { line: 3, message: 'The picture "../b.jpg" lies outside this folder' },
  ])
})

test('it is known which pictures texts show, and told which are missing', () => {
  const about = writeBody(
    sample.get('about.md') ?? '',
    '![A](photos/a-7.jpg)\n\nText ![B](./photos/b-8.png)\n![](photos/c-9.jpg) ![D](crane.jpg)',
  )
  const job = writeBody(sample.get('cv/early/paper-round.md') ?? '', '![A](../../photos/old-name-7.jpg)')
  const texts = new Map([...sample, ['about.md', about], ['cv/early/paper-round.md', job]])
  expect([...picturesIn(texts)].sort()).toEqual([
    ['crane.jpg', undefined],
    ['photos/a-7.jpg', 7],
    ['photos/b-8.png', 8],
    ['photos/old-name-7.jpg', 7],
  ])
  const known = { missingPictures: new Set(['photos/b-8.png', 'photos/old-name-7.jpg', 'crane.jpg']) }
  const missing = 'is missing: the photos have none of this number'
  expect(checkText('about.md', about, known)).toMatchObject([
    { line: 4, message: 'The picture "photos/c-9.jpg" has no words that stand for it' },
    { line: 3, message: `The picture "./photos/b-8.png" ${missing}` },
    { line: 4, message: 'The picture "crane.jpg" is missing: the folder has no file crane.jpg' },
  ])
  expect(checkTexts(texts, known).map(({ path }) => path)).toContain('cv/early/paper-round.md')
})

test('links to places that the site does not have are told, as far as it is known', () => {
  const body =
    '[a](/cv) [b](/abuot) [c](/about#here)\n[d](/about#nowhere) [e](#here) [f](#gone) [g](/cv#any)\n\n' +
    '[h](/cv.pfd) [i](/api/x) [j](/galleries/7) [k](cv) [l](cw) [m](https://example.test/x) [n](<//example.test>)\n' +
    '[o](git.example.test#a) [p](/cv.pdf) [q](/assets/any.js) [r](cv.docx)'
  const about = writeBody(sample.get('about.md') ?? '', body)
  const terms = writeBody(sample.get('terms.md') ?? '', '[a](#gone) [b](/nothing)')
  const pageOf = (path: string) => (path === 'about.md' ? '/about' : undefined)
  const site = {
    answers: answersOf(['/', '/cv', '/about', '/galleries/:id']),
    ids: new Map([['/about', new Set(['here'])]]),
    pageOf,
  }
  const known = { missingPictures: new Set<string>(), site }
  expect(checkText('about.md', about)).toEqual([])
  expect(checkText('about.md', about, known).map(({ line, message }) => [line, message])).toEqual([
    [1, '"/abuot" is a dead link: the site has nothing at /abuot'],
    [2, '"/about#nowhere" is a dead link: nothing on /about has the id "nowhere"'],
    [2, '"#gone" is a dead link: nothing on /about has the id "gone"'],
    [4, '"/cv.pfd" is a dead link: the site has nothing at /cv.pfd'],
    [4, '"cw" is a dead link: the site has nothing at /cw'],
    [5, '"git.example.test#a" is a dead link: the site has nothing at /git.example.test'],
    [5, '"cv.docx" is a dead link: the site has nothing at /cv.docx'],
  ])
  const texts = new Map([...sample, ['about.md', about], ['terms.md', terms]])
  expect(checkTexts(texts, known).filter(({ path }) => path === 'terms.md')).toMatchObject([
    { message: '"/nothing" is a dead link: the site has nothing at /nothing' },
  ])
  expect(
    siteLinksIn(new Map([['about.md', about]]), pageOf).map(({ path, fragment }) => path + fragment),
  ).toEqual(
    ['/cv', '/abuot', '/abouthere', '/aboutnowhere', '/abouthere', '/aboutgone', '/cvany'].concat([
      '/cv.pfd',
      '/api/x',
      '/galleries/7',
      '/cv',
      '/cw',
      '/git.example.testa',
      '/cv.pdf',
      '/assets/any.js',
      '/cv.docx',
    ]),
  )
})

test('a skipped level of headings is advice, and no mistake', () => {
  const about = writeBody(sample.get('about.md') ?? '', '## One\n\n#### Two')
  expect(checkText('about.md', about)).toEqual([])
  expect(adviseText('about.md', about)).toMatchObject([
    { line: 3, message: 'A heading of level 4 follows one of level 2' },
  ])
  expect(adviseText('about.md', 'No front matter.')).toEqual([])
})
