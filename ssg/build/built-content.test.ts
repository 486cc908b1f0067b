import { join } from 'node:path'
import { expect, test } from 'vitest'
import { period } from '../model/site-content.ts'
import { compileContent } from './built-content.ts'
import { compileChanged as compile, type Changes } from '../testing/project.ts'

test("the owner's files become the modules of the site", async () => {
  const content = await compile()
  expect(content.pages.home).toEqual({
    title: 'Ann Sample · Tester of builds',
    description: 'A small site that exists to be built.',
  })
  expect(content.pages.cv.title).toBe('Title of profile · Ann Sample')
  expect(content.home.typewriter).toEqual(['One', 'Two', 'Three'])
  expect(content.home.bio).toBe('<p dir="auto">A bio with <strong>weight</strong>.</p>')
  expect(content.about.heading).toBe('Heading of about')
  expect(content.about.body).toContain('<h2 id="a-section-café" dir="auto">A Section: Café</h2>')
  expect(content.about.body).toContain('<a href="https://example.test/" rel="noopener">a link</a>')
  expect(content.about.body).toContain('<a href="/">a way home</a>')
})

test('cards with an address are the profiles of the site', async () => {
  const content = await compile()
  expect(content.onTheWeb.cards.map(({ title, url }) => [title, url])).toEqual([
    ['Videos', 'https://video.example.test/ann'],
    ['Blog (Coming Soon)', undefined],
  ])
  expect(content.site.links).toEqual([
    { title: 'Videos', handle: 'ann', url: 'https://video.example.test/ann', icon: 'video' },
  ])
})

test('sorts entries by number, dated ones newest first', async () => {
  const content = await compile()
  expect(content.home.interests.map(({ slug }) => slug)).toEqual(['second', 'tenth'])
  expect(content.cv.experience.map(({ slug, end, period }) => [slug, end, period])).toEqual([
    ['b-second', undefined, 'July 2008 to present'],
    ['a-first', '2008-06', '2004 to June 2008'],
  ])
})

test('raw HTML in the text is shown, not obeyed', async () => {
  const { home } = await compile({ 'home/hero.md': hero('A <script>alert(1)</script> text.') })
  expect(home.bio).toBe('<p dir="auto">A &lt;script&gt;alert(1)&lt;/script&gt; text.</p>')
})

test('a period is written out', () => {
  expect(period('2014', '2014')).toBe('2014')
  expect(period('2014', '2015')).toBe('2014 to 2015')
  expect(period('2022-03', undefined)).toBe('March 2022 to present')
})

const hero = (text: string, fields = '') =>
  `---\ntitle: T\ntagline: T\ntypewriter: [One, Two, Three]\n${fields}---\n\n${text}\n`
const job = (fields: string) => `---\ntitle: Job\norganisation: Works\n${fields}---\n\nText.\n`
const card = (fields: string) => `---\ntitle: Card\nicon: code\n${fields}---\n\nText.\n`

const diagnostics: [name: string, changes: Changes, text: string][] = [
  [
    'no front matter',
    { 'about.md': 'Text.' },
    'content/about.md:1: The front matter is missing. Begin the file',
  ],
  [
    'front matter that is not closed',
    { 'about.md': '---\ntitle: T\n' },
    'content/about.md:1: The front matter is missing. Begin the file',
  ],
  [
    'front matter that is not YAML',
    { 'about.md': '---\ntitle: T\nheading: @you\n---\n' },
    'content/about.md:3: The front matter is not valid YAML',
  ],
  [
    'a reference to nothing',
    { 'about.md': '---\ntitle: A\nheading: *you\n---\n' },
    'content/about.md:3: The alias "*you" is not supported. Write the value',
  ],
  [
    'a field twice',
    { 'about.md': '---\ntitle: A\ntitle: B\n---\n' },
    'content/about.md:3: The front matter is not',
  ],
  [
    'a missing field',
    { 'cv/early/paper-round.md': job('') },
    'content/cv/early/paper-round.md:1: The field "start" is missing. Add a line "start: …". A year, or a year and a month',
  ],
  [
    'an unknown field',
    { 'cv/early/paper-round.md': job('start: 2001\nuntil: 2002\n') },
    'content/cv/early/paper-round.md:5: There is no field "until". Delete it, or use one of: title, organisation, place, start, end.',
  ],
  [
    'a wrong date',
    { 'cv/early/paper-round.md': job('start: 2001\nend: summer\n') },
    'content/cv/early/paper-round.md:5: The field "end" is not a date. A year, or a year and a month: 2022 or 2022-03. None if it continues.',
  ],
  [
    'an end before the start',
    { 'cv/early/paper-round.md': job('start: 2001\nend: 2000\n') },
    'content/cv/early/paper-round.md:5: The field "end" is before the start.',
  ],
  [
    'a list that is too short',
    { 'home/hero.md': hero('Text.').replace('[One, Two, Three]', '[One]') },
    'content/home/hero.md:4: The field "typewriter" is empty or too short. A list of exactly three phrases.',
  ],
  [
    'a number among texts',
    { 'cv/skills/group.md': '---\ntitle: Group\nitems:\n  - One\n  - 2\n---\n' },
    'content/cv/skills/group.md:5: The field "items.1" is not text; a number or a yes/no needs quotes.',
  ],
  [
    'an unknown icon',
    { 'on-the-web/2-blog.md': card('').replace('code', 'star') },
    'content/on-the-web/2-blog.md:3: The field "icon" is not of the right form. One of: youtube, linkedin, github, gitlab, medium, mastodon, video, network, code, article, blog.',
  ],
  [
    'an address that is none',
    { 'on-the-web/2-blog.md': card('handle: h\nurl: example.test\n') },
    'content/on-the-web/2-blog.md:5: The field "url" is not of the right form. A full address',
  ],
  [
    'a script as an address',
    { 'on-the-web/2-blog.md': card('handle: h\nurl: javascript:alert(1)\n') },
    'content/on-the-web/2-blog.md:5: The field "url" is not of the right form.',
  ],
  [
    'an address without a handle',
    { 'on-the-web/2-blog.md': card('url: https://example.test\n') },
    'content/on-the-web/2-blog.md:1: The field "handle" is missing.',
  ],
  [
    'initials that are none',
    {
      'site.md':
        '---\nname: A\ninitials: ann\ncompany: C\nemail: a@example.test\nrole: R\ndescription: D\nnationality: N\n---\n',
    },
    'content/site.md:3: The field "initials" is not of the right form. One to three capital letters.',
  ],
  [
    'a text of two lines',
    {
      'site.md':
        '---\nname: |\n  A\n  B\ninitials: A\ncompany: C\nemail: a@example.test\nrole: R\ndescription: D\nnationality: N\n---\n',
    },
    'content/site.md:2: The field "name" must be one line.',
  ],
  [
    'a heading of the first level',
    { 'home/hero.md': hero('Text.\n\n# Title') },
    'content/home/hero.md:9: The text has a heading of',
  ],
  [
    'a link without an address',
    { 'home/hero.md': hero('Text,\n[a link]().') },
    'content/home/hero.md:8: A link has no address. Write it between the round brackets',
  ],
  [
    'a link whose address is none',
    { 'home/hero.md': hero('Text.\n\n| a |\n|---|\n| b |\n| [c](htp:/foo) |') },
    'content/home/hero.md:12: "htp:/foo" is not an address. Begin it with "https://"',
  ],
  [
    'a link to another site without its beginning',
    { 'home/hero.md': hero('[a](www.example.test)') },
    'content/home/hero.md:7: "www.example.test" leads to a page of this site, without "https://" before it. Write https://www.example.test.',
  ],
  [
    'no text',
    { 'home/hero.md': hero('') },
    'content/home/hero.md:6: The text below the front matter is missing.',
  ],
  [
    'an unused body',
    { 'cv/skills/group.md': '---\ntitle: G\nitems: [One]\n---\n\nText.\n' },
    'group.md:5: No page shows',
  ],
  ['a missing file', { 'about.md': null }, 'content/about.md: The file is missing. Write it;'],
  [
    'a file in no folder',
    { 'cv/skill/more.md': 'Text.' },
    'content/cv/skill/more.md: No page reads this file. Move it',
  ],
  [
    'a file of another type',
    { 'cv/skills/list.txt': 'Text.' },
    'content/cv/skills/list.txt: No page reads this file.',
  ],
  [
    "a file's name with a space",
    { 'cv/early/my job.md': job('start: 2001\n') },
    "content/cv/early/my job.md: The file's name",
  ],
  [
    'two files of one name',
    { 'cv/early/2-paper-round.md': job('start: 2001\n') },
    'content/cv/early/paper-round.md: The name "paper-round" is also that of content/cv/early/2-paper-round.md.',
  ],
]

test.each(diagnostics)('there is a diagnostic for %s', async (_, changes, text) => {
  const error: unknown = await compile(changes).catch((reason: unknown) => reason)
  expect(String(error)).toContain(text)
  expect(String(error)).toContain('The build stops for one mistake:')
})

test('a skipped level of headings is a warning', async () => {
  const { warnings } = await compile({
    'home/hero.md': hero('### First\n\n## Second\n\n### Third\n\n##### Fourth'),
    'cv/early/paper-round.md': `${job('start: 2001\n')}\n#### One\n\n## Two\n\n#### Three\n`,
  })
  const advice = warnings.filter((warning) => warning.includes('level'))
  const reason = 'Screen reader users look for skipped levels.'
  expect(advice).toEqual([
    `Warning: content/cv/early/paper-round.md:13: A heading of level 4 follows one of level 2. Begin it with "###". ${reason}`,
    `Warning: content/home/hero.md:7: The first heading of the text is of level 3. Begin it with "##". ${reason}`,
    `Warning: content/home/hero.md:13: A heading of level 5 follows one of level 3. Begin it with "####". ${reason}`,
  ])
})

test('all diagnostics are reported at once', async () => {
  const changes = {
    'about.md': null,
    'home/hero.md': hero('', 'more: 1\n'),
    'cv/early/paper-round.md': job(''),
  }
  const error: unknown = await compile(changes).catch((reason: unknown) => reason)
  expect(String(error)).toContain('The build stops for 4 mistakes:')
  for (const text of ['about.md', 'hero.md:5', 'hero.md:7', 'paper-round.md:1'])
    expect(String(error)).toContain(text)
})

test("the owner's own content is without diagnostics", async () => {
  const content = await compileContent(join(import.meta.dirname, '..', '..', 'content'))
  expect(content.pages.home.title).toContain(content.site.name)
})
