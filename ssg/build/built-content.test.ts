import { join } from 'node:path'
import { expect, test } from 'vitest'
import { period } from '../model/dates.ts'
import { en } from '../model/languages/en.ts'
import { compileContent } from './built-content.ts'
import { hero, job, page, site } from '../testing/files.ts'
import { compileChanged as compile } from '../testing/project.ts'

test("the owner's files become the modules of the site", async () => {
  const content = await compile()
  expect(content.pages.home).toEqual({
    title: 'Ann Sample · Tester of builds',
    description: 'A small site that exists to be built.',
  })
  expect(content.pages.cv?.title).toBe('Title of profile · Ann Sample')
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

test('sorts entries by order, then by name, and dated ones newest first', async () => {
  const interest = (order: string) => `---\ntitle: A\nicon: chip\nquote: B\nsource: C\n${order}---\n\nText.\n`
  const content = await compile({
    'home/interests/a-last.md': interest(''),
    'home/interests/b-last.md': interest(''),
    'home/interests/also-second.md': interest('order: 2\n'),
    'home/interests/first.md': interest('order: -1\n'),
  })
  const names = content.home.interests.map(({ slug }) => slug)
  expect(names).toEqual(['first', 'also-second', 'second', 'tenth', 'a-last', 'b-last'])
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
  expect(period('2014', '2014', en)).toBe('2014')
  expect(period('2014', '2015', en)).toBe('2014 to 2015')
  expect(period('2022-03', undefined, en)).toBe('March 2022 to present')
})

const card = (fields: string) => `---\ntitle: Card\nicon: code\n${fields}---\n\nText.\n`
const group = (items: string) => `---\ntitle: Group\nitems: ${items}\n---\n`

test.each<[path: string, text: string | null, complaint: string]>([
  ['about.md', 'Text.', ':1: The front matter is missing. Begin the file'],
  // It is not closed.
  ['about.md', '---\ntitle: T\n', ':1: The front matter is missing. Begin the file'],
  ['about.md', '---\ntitle: T\nheading: @you\n---\n', ':3: The front matter is not valid YAML'],
  ['about.md', '---\ntitle: A\ntitle: B\n---\n', ':3: The front matter is not'],
  [
    'cv/early/paper-round.md',
    job('place: Town'),
    ':1: The field "start" is missing. Add a line "start: …". A year, or a year and a month',
  ],
  [
    'cv/early/paper-round.md',
    job('start: 2001\nuntil: 2002'),
    ':5: There is no field "until". Delete it, or use one of: title, organisation, place, start, end.',
  ],
  [
    'cv/early/paper-round.md',
    job('start: 2001\nend: summer'),
    ':5: The field "end" is not a date. A year, or a year and a month: 2022 or 2022-03. None if it continues.',
  ],
  [
    'home/hero.md',
    hero('Text.').replace('[One, Two, Three]', '[One]'),
    ':4: The field "typewriter" is empty or too short. A list of exactly three phrases.',
  ],
  [
    'cv/skills/group.md',
    group('\n  - One\n  - 2'),
    ':5: The field "items.1" is not text; a number or a yes/no needs quotes.',
  ],
  [
    'on-the-web/blog.md',
    card('').replace('code', 'star'),
    ':3: The field "icon" is not of the right form. One of: youtube, linkedin, github, gitlab, medium, mastodon, video, network, code, article, blog, site.',
  ],
  [
    'on-the-web/blog.md',
    card('handle: h\nurl: example.test\n'),
    ':5: The field "url" is not of the right form. A full address',
  ],
  [
    'on-the-web/blog.md',
    card('handle: h\nurl: javascript:alert(1)\n'),
    ':5: The field "url" is not of the right form.',
  ],
  ['on-the-web/blog.md', card('url: https://example.test\n'), ':1: The field "handle" is missing.'],
  [
    'site.md',
    site({ initials: 'ann' }),
    ':3: The field "initials" is not of the right form. One to three capital letters.',
  ],
  ['site.md', site({ name: '|\n  A\n  B' }), ':2: The field "name" must be one line.'],
  ['home/hero.md', hero('Text.\n\n# Title'), ':9: The text has a heading of'],
  [
    'home/hero.md',
    hero('Text,\n[a link]().'),
    ':8: A link has no address. Write it between the round brackets',
  ],
  [
    'home/hero.md',
    hero('Text.\n\n| a |\n|---|\n| b |\n| [c](htp:/foo) |'),
    ':12: "htp:/foo" is not an address. Begin it with "https://"',
  ],
  [
    'home/hero.md',
    hero('[a](www.example.test)'),
    ':7: "www.example.test" leads to a page of this site, without "https://" before it. Write https://www.example.test.',
  ],
  ['cv/sections/talks.md', '---\ntitle: Talks\n---\n', ':4: The text below the front matter is missing.'],
  [
    'cv/profile.md',
    page('Text.', 'title: A\ndescription: B.\nheading: C\nsections: [skills, hobbies]'),
    ':5: The field "sections.1" is not a section of the CV. A list of: education, experience,',
  ],
  ['cv/skills/group.md', `${group('[One]')}\nText.\n`, ':5: No page shows'],
  ['about.md', null, ': The file is missing. Write it;'],
  ['cv/skill/more.md', 'Text.', ': No page reads this file. Move it'],
  ['cv/skills/list.txt', 'Text.', ': No page reads this file.'],
  ['cv/early/my job.md', job('start: 2001'), ": The file's name"],
  [
    'cv/skills/group.md',
    group('[One]\norder: first'),
    ':4: The field "order" is not a whole number. A whole number, the place in the list.',
  ],
])('there is a diagnostic for %s that contains %j', async (path, text, complaint) => {
  const error = await compile({ [path]: text }).catch(String)
  expect(error).toContain(`content/${path}${complaint}`)
  expect(error).toContain('The build stops for one error:')
})

test('a skipped level of headings is a warning', async () => {
  const { warnings } = await compile({
    'home/hero.md': hero('### First\n\n## Second\n\n### Third\n\n##### Fourth'),
    'cv/early/paper-round.md': `${job('start: 2001')}\n#### One\n\n## Two\n\n#### Three\n`,
  })
  const advice = warnings.filter((warning) => warning.includes('level'))
  const reason = 'Screen reader users look for skipped levels.'
  expect(advice).toEqual([
    `Warning: content/cv/early/paper-round.md:13: A heading of level 4 follows one of level 2. Begin it with "###". ${reason}`,
    `Warning: content/home/hero.md:7: The first heading of the text is of level 3. Begin it with "##". ${reason}`,
    `Warning: content/home/hero.md:13: A heading of level 5 follows one of level 3. Begin it with "####". ${reason}`,
  ])
})

test("the owner's own content is without diagnostics", async () => {
  const content = await compileContent(join(import.meta.dirname, '..', '..', 'content'))
  expect(content.pages.home.title).toContain(content.site.name)
})
