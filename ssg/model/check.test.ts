import { join } from 'node:path'
import { expect, test } from 'vitest'
import { kinds } from './schemas.ts'
import { parseEntries, parseEntry } from './entry.ts'
import { answersOf, checkEntries, checkFile, photosIn, siteLinksOf, type Known } from './check.ts'
import { compile, type SiteContent } from './compile.ts'
import { formatDiagnostic } from './diagnostics.ts'
import { kindModels, type FieldModel } from './fields.ts'
import { newFile, readForm, writeBody, writeField } from './form.ts'
import type { ImageFiles } from './images.ts'
import type { Folder, Single } from './kinds.ts'
import { compileContent } from '../build/built-content.ts'
import { job } from '../testing/files.ts'
import { tinyTexts } from '../testing/content-files.ts'

const checkText = (path: string, text: string, known?: Known) => checkFile(path, text, known).errors
const checkTexts = (files: ReadonlyMap<string, string>, known?: Known) =>
  checkEntries(parseEntries(files), known).errors
const compileTexts = (
  files: ReadonlyMap<string, string>,
  images: Record<string, ImageFiles> = {},
): SiteContent | undefined => compile(parseEntries(files), { imageOf: (path) => images[path] }).content

const tiny = join(import.meta.dirname, '..', 'testdata', 'content')
const sample = tinyTexts

/** A sample file with another text. */
const withText = (path: string, body: string) => writeBody(sample.get(path) ?? '', body)

test.each(['Text.', '---\na: [\n---\n', '---\na: 1\na: 2\n---\n', '---\n- a\n---\n'])(
  'a text without a form has a diagnostic: %j',
  (text) => {
    expect(readForm('about.md', text)).toBeUndefined()
    expect(() => writeField(text, 'a', 'b')).toThrow()
    expect(checkText('about.md', text)).not.toEqual([])
  },
)

const fieldsIn = (kind: Single | Folder) => kindModels[kind].fields

test('forms are made from the schemas', () => {
  expect(Object.keys(kindModels)).toEqual(Object.keys(kinds))
  expect(fieldsIn('cv/experience').map(({ name, type, required }) => [name, type, required])).toEqual([
    ['title', 'line', true],
    ['organisation', 'line', true],
    ['place', 'line', false],
    ['start', 'date', true],
    ['end', 'date', false],
    ['result', 'line', false],
    ['result_label', 'line', false],
  ])
  expect(fieldsIn('home/hero.md').find(({ name }) => name === 'typewriter')).toMatchObject({
    type: 'list',
    length: 3,
  })
  expect(fieldsIn('on-the-web').find(({ name }) => name === 'icon')).toEqual({
    name: 'icon',
    label: 'Icon',
    hint: expect.stringContaining('One of: youtube, ') as string,
    required: true,
    type: 'choice',
    choices: expect.arrayContaining(['github', 'network']) as string[],
  })
  const words = Object.values(kindModels).flatMap(({ fields }) => fields)
  for (const { label, hint } of words satisfies FieldModel[])
    expect([label, hint]).toEqual([expect.stringMatching(/^[A-Z]/), expect.stringMatching(/\.$/)])
})

test('a new text has the fields of its kind, and is right once they are filled', () => {
  for (const kind of Object.keys(kindModels) as (Single | Folder)[]) {
    const path = kind.endsWith('.md') ? kind : `${kind}/new.md`
    let text = newFile(kind)
    const isEmpty = kindModels[kind].body !== 'required' && fieldsIn(kind).every(({ required }) => !required)
    expect(checkText(path, text).length > 0, kind).toBe(!isEmpty)
    for (const { name, required, type, choices, length = 1 } of fieldsIn(kind)) {
      const words = {
        line: 'AB',
        date: '2020',
        day: '2020-02-29',
        url: 'https://example.test/',
        email: 'a@example.test',
        order: '',
        sections: '',
      }
      if (!required) continue
      if (type === 'list') text = writeField(text, name, Array<string>(length).fill('One'))
      else
        text = writeField(
          text,
          name,
          type === 'choice' ? (choices?.[0] ?? '') : words[type as keyof typeof words],
        )
    }
    if (kindModels[kind].body === 'required') text = writeBody(text, 'Text.')
    expect(checkText(path, text), text).toEqual([])
  }
})

test('errors have labels of the form and their field', () => {
  expect(checkText('cv/early/job.md', job('start: 2001\nend: 2000'))).toEqual([
    {
      path: 'cv/early/job.md',
      field: 'end',
      message: '“End” is before the start',
      hint: 'A year, or a year and a month: 2022 or 2022-03. None if it continues.',
    },
  ])
  const group = '---\ntitle: G\nitems: [One, ""]\nmore: x\n---\n'
  expect(checkText('cv/skills/group.md', group).map(({ field }) => field)).toEqual(['items', 'more'])
  const told = (path: string, text: string) =>
    checkText(path, text).map(({ line, message, hint }) => [line, `${message}. ${hint}`])
  expect(told('cv/sections/talks.md', '---\n---\n')).toEqual([
    [undefined, "“Title” is missing. The section's heading."],
    [undefined, 'The text is missing. Write a paragraph.'],
  ])
  expect(told('on-the-web/a.md', '---\ntitle: A\nicon: code\nhandle: a\nurl: a\n---\n\nA.\n\n# A\n')).toEqual(
    [
      [undefined, '“Address” is not of the right form. A full address: https://example.test/name.'],
      [
        3,
        'The text has a heading of the first level. Begin it with "##": the page has its own first heading.',
      ],
    ],
  )
  expect(told('cv/skills/group.md', group.replace('more: x\n', ''))).toEqual([
    [undefined, '“Items 2” is empty or too short. A list of short texts.'],
  ])
})

test('all texts together are checked as the build checks them', () => {
  expect(checkTexts(sample)).toEqual([])
  const texts = new Map([...sample, ['cv/early/second.md', 'Text.'], ['cv/jobs/one.md', '']])
  texts.delete('about.md')
  expect(
    checkTexts(texts).map(({ path, ...rest }) => formatDiagnostic({ ...rest, where: path }).trim()),
  ).toEqual([
    expect.stringContaining('cv/jobs/one.md: No page reads this file.'),
    expect.stringContaining('about.md: The file is missing.'),
    expect.stringContaining('cv/early/second.md: The front matter is missing.'),
  ])
})

const endings = ['avif', 'webp', 'jpg'] as const
const files = endings.map((ending) => ({ name: `assets/crane.${ending}`, ending, width: 800 }))
const image = { width: 800, height: 600, files }

test('all texts together are compiled as the build compiles them', async () => {
  const built = await compileContent(tiny)
  const compiled = compileTexts(sample)
  expect(Object.keys(compiled ?? {})).toHaveLength(14)
  expect(built).toMatchObject(compiled ?? {})
  // In whatever order they come.
  expect(compileTexts(new Map([...sample].reverse()))).toEqual(compiled)
  expect(compileTexts(new Map([...sample, ['about.md', 'Text.']]))).toBeUndefined()
  expect(compileTexts(new Map([...sample].slice(1)))).toBeUndefined()
})

test('images show files of the last build, or their alternative text', () => {
  const about = withText('about.md', '![A <crane>](cranes/one.jpg)\n\n![No & more](new.jpg)')
  const texts = new Map([...sample, ['about.md', about]])
  expect(compileTexts(texts, { 'cranes/one.jpg': image })?.about.body).toBe(
    '<p dir="auto"><picture><source type="image/avif" srcset="/assets/crane.avif 800w" sizes="(min-width:42.5rem) 40rem, calc(100vw - 2.5rem)">' +
      '<source type="image/webp" srcset="/assets/crane.webp 800w" sizes="(min-width:42.5rem) 40rem, calc(100vw - 2.5rem)">' +
      '<img src="/assets/crane.jpg" width="800" height="600" alt="A &lt;crane&gt;"></picture></p>\n<p dir="auto">No &amp; more</p>',
  )
  expect(checkText('about.md', writeBody(about, 'Text.\n\n![](a.jpg) ![a](../b.jpg)'))).toMatchObject([
    { line: 3, message: 'The image "a.jpg" has no alternative text' },
    { line: 3, message: 'The image "../b.jpg" is outside the content folder' },
  ])
})

test('it is known which images texts show, and told which are missing', () => {
  const about = withText(
    'about.md',
    '![A](photos/a-7.jpg)\n\nText ![B](./photos/b-8.png)\n![](photos/c-9.jpg) ![D](crane.jpg)',
  )
  const round = withText('cv/early/paper-round.md', '![A](../../photos/old-name-7.jpg)')
  const texts = new Map([...sample, ['about.md', about], ['cv/early/paper-round.md', round]])
  expect([...photosIn(parseEntries(texts))].sort()).toEqual([
    ['crane.jpg', undefined],
    ['photos/a-7.jpg', 7],
    ['photos/b-8.png', 8],
    ['photos/old-name-7.jpg', 7],
  ])
  const known = { missingImages: new Set(['photos/b-8.png', 'photos/old-name-7.jpg', 'crane.jpg']) }
  const missing = 'is missing: the photos have none of this number'
  const { advice } = checkFile('about.md', about, known)
  expect(advice).toMatchObject([{ line: 3, message: `The image "./photos/b-8.png" ${missing}` }])
  expect(checkText('about.md', about, known)).toMatchObject([
    { line: 4, message: 'The image "photos/c-9.jpg" has no alternative text' },
    { line: 4, message: 'The image "crane.jpg" is missing: the folder has no file crane.jpg' },
  ])
  expect(checkEntries(parseEntries(texts), known).advice.map(({ path }) => path)).toContain(
    'cv/early/paper-round.md',
  )
})

test('dead links are reported if the site is known', () => {
  const body =
    '[a](/cv) [b](/abuot) [c](/about#here)\n[d](/about#nowhere) [e](#here) [f](#gone) [g](/cv#any)\n\n' +
    '[h](/cv.pfd) [i](/api/x) [j](/galleries/7) [k](cv) [l](cw) [m](https://example.test/x) [n](<//example.test>)\n' +
    '[o](git.example.test#a) [p](/cv.pdf) [q](/assets/any.js) [r](cv.docx)'
  const about = withText('about.md', body)
  const terms = withText('terms.md', '[a](#gone) [b](/nothing)')
  const pageOf = (path: string) => (path === 'about.md' ? '/about' : undefined)
  const site = {
    answers: answersOf(['/', '/cv', '/about', '/galleries/:id']),
    ids: new Map([['/about', new Set(['here'])]]),
    pageOf,
  }
  const known = { missingImages: new Set<string>(), site }
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
    siteLinksOf(compile([parseEntry('about.md', about)]).links, pageOf).map(
      ({ path, fragment }) => path + fragment,
    ),
  ).toEqual([
    ...[
      '/cv',
      '/abuot',
      '/abouthere',
      '/aboutnowhere',
      '/abouthere',
      '/aboutgone',
      '/cvany',
      '/cv.pfd',
      '/api/x',
    ],
    ...['/galleries/7', '/cv', '/cw', '/git.example.testa', '/cv.pdf', '/assets/any.js', '/cv.docx'],
  ])
})

test.each<[name: string, alias: string, message: string | undefined]>([
  ['its own former address', '/notes/b', undefined],
  ['its own address', '/notes/z', undefined],
  ['the feed', '/notes/feed.xml', '"/notes/feed.xml" is the address of something else'],
  ['a gallery', '/gallery/harbour', '"/gallery/harbour" is the address of something else'],
  ['the address of a page', '/about', '"/about" is the address of something else'],
  ['the address of another entry', '/uses', '"/uses" is the address of something else'],
  ['a former address of another', '/work/old-shelf', '"/work/old-shelf" is the address of'],
  ['an address of the server', '/media/a', '"/media/a" is the address of something else'],
  ['the address of a share', '/s/a', '"/s/a" is the address of something else'],
  ['no path', 'notes/b', '“Former addresses 1” is not a path of the site'],
])('a note may not have every former address: %s', (_, alias, message) => {
  const note = `---\ntitle: A\ndate: 2020-01-01\naliases: [${alias}]\n---\n\nA.\n`
  const found = checkTexts(new Map([...sample, ['notes/z.md', note]]))
  expect(found.map((error) => error.message.slice(0, message?.length))).toEqual(
    message === undefined ? [] : [message],
  )
})

test('former addresses are paths as other products wrote them, of entries, pages, lists and feeds', () => {
  const aliases = [
    ...['/2019/05/mein-beitrag/', '/über-mich', '/%C3%BCber-uns', '/blog/My_Post.html', '/photos/2019'],
    ...['/index.php/a', 'https://old.example/a'],
  ]
  const note = `---\ntitle: A\ndate: 2020-01-01\naliases: ${JSON.stringify(aliases)}\n---\n\nA.\n`
  const notes =
    '---\ntitle: N\ndescription: All.\nheading: N\naliases: [/blog, /feed.xml, /rss, /index.xml]\n---\n'
  const cv = (sample.get('cv/profile.md') ?? '').replace('---\n', '---\naliases: [/resume/]\n')
  const changes = [
    ['notes/z.md', note],
    ['notes/page.md', notes],
    ['cv/profile.md', cv],
  ] as const
  const { content, diagnostics } = compile(parseEntries(new Map([...sample, ...changes])), {
    siteUrl: 'https://a.example',
  })
  expect(diagnostics).toEqual([])
  const from = (to: string) =>
    content?.redirects.filter((redirect) => redirect.to === to).map(({ from }) => from)
  expect(from('/notes/z')).toEqual([
    ...['/2019/05/mein-beitrag', '/über-mich', '/über-uns', '/blog/My_Post.html', '/photos/2019'],
    ...['/index.php/a', '/a'],
  ])
  expect(from('/notes')).toEqual(['/blog'])
  expect(from('/notes/feed.xml')).toEqual(['/feed.xml', '/rss', '/index.xml'])
  expect(from('/cv')).toEqual(['/resume'])
})

test.each(['cv', 'projects', 'api', 's', 'login', 'app', '404'])('an own page cannot be at /%s', (slug) => {
  const text = sample.get('pages/uses.md') ?? ''
  const found = checkTexts(new Map([...sample, [`pages/${slug}.md`, text]]))
  expect(found.map(({ message }) => message)).toEqual([`The site has another page or file at /${slug}`])
})

test('an own page and a former address can be /contact only without the form', () => {
  const text = (sample.get('pages/uses.md') ?? '').replace('---\n', '---\naliases: [/contact]\n')
  const site = sample.get('site.md') ?? ''
  const messages = (site: string, path: string) =>
    checkTexts(
      new Map([
        ...sample,
        ['site.md', site],
        [path, path === 'pages/a.md' ? text : text.replace(/aliases.*\n/, '')],
      ]),
    ).map(({ message }) => message)
  const withForm = site.replace('---\n', '---\ncontact_form: true\n')
  expect(messages(withForm, 'pages/contact.md')).toEqual(['The site has another page or file at /contact'])
  expect(messages(withForm, 'pages/a.md')).toEqual(['"/contact" is the address of something else'])
  expect([...messages(site, 'pages/contact.md'), ...messages(site, 'pages/a.md')]).toEqual([])
})

test('a text may have thousands of headings, a very long line and marks of direction', () => {
  const body = `${'## Same\n\n'.repeat(2000)}${'x'.repeat(10_000)} \u202edesrever\u202c \u200f`
  const note = `---\ntitle: "\u200fA"\ndate: 2020-01-01\n---\n\n${body}\n`
  const [first] = compileTexts(new Map([...sample, ['notes/long.md', note]]))?.notes.slice(1) ?? []
  const ids = [...(first?.body.matchAll(/ id="([^"]+)"/g) ?? [])].map(([, id]) => id)
  expect([first?.slug, new Set(ids).size, ids.at(-1)]).toEqual(['long', 2000, 'same-2000'])
})

test.each([
  [
    'about.md',
    (sample.get('about.md') ?? '').replace(/^title: .*/m, `title: ${'a'.repeat(1001)}`),
    'title',
    '1000 characters at most',
  ],
  [
    'cv/skills/group.md',
    `---\ntitle: A\nitems:\n${'  - a\n'.repeat(501)}---\n`,
    'items',
    'more than 500 items',
  ],
  ['about.md', `${sample.get('about.md') ?? ''}\n${'words '.repeat(34_000)}\n`, undefined, '200 kB at most'],
])('%s that is too long has an error at its field with the limit', (path, source, field, limit) => {
  const { errors } = checkFile(path, source)
  expect(errors).toEqual([expect.objectContaining({ path })])
  expect(errors[0]?.field).toBe(field)
  expect(errors[0]?.message).toContain(limit)
})
