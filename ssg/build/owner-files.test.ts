import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { checkFile } from '../model/check.ts'
import { readForm, writeBody, writeField } from '../model/form.ts'
import { cvForms } from '../model/cv/cv-forms.ts'
import { hero, job, page as about } from '../testing/files.ts'
import {
  compileChanged as compile,
  compileFolder,
  contentFolder,
  publishedContent,
} from '../testing/project.ts'

const testdata = join(import.meta.dirname, '..', 'testdata')
const sample = (name: string) => readFile(join(testdata, 'owner-files', `${name}.md`))

const group = (items: string) => `---\ntitle: Group\nitems:\n${items}---\n`

test('a byte order mark is skipped, in a file and in a published text', async () => {
  const marked = await sample('bom-about')
  expect((await compile({ 'about.md': marked })).about.heading).toBe('About me')
  const content = await contentFolder()
  const { files } = await compileFolder(content)
  const published = publishedContent(files, { 'about.md': String(marked) })
  expect((await compileFolder(content, published)).about.heading).toBe('About me')
})

test('the editor keeps a byte order mark', async () => {
  const marked = String(await sample('bom-about'))
  expect(readForm('about.md', marked)?.fields).toMatchObject({ title: 'About' })
  expect(writeField(marked, 'title', 'New')).toBe(marked.replace('title: About', 'title: New'))
  expect(writeBody(marked, 'New.')).toBe(marked.replace('Hello.', 'New.'))
})

const utf16 = Buffer.from(about('Text.'), 'utf16le')

test.each([
  ['Windows-1252', () => sample('windows1252-about'), 7],
  ['UTF-16 with a mark', () => Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), 1],
  ['UTF-16 without a mark', () => utf16, 1],
  ['UTF-16, big end first', () => Buffer.from(utf16).swap16(), 1],
  ['bytes that are cut', () => Buffer.concat([Buffer.from(about('A line.')), Buffer.from([0xe2, 0x82])]), 8],
])('a file in %s stops the build with its line', async (_, file, line) => {
  expect(await compile({ 'about.md': await file() }).catch(String)).toBe(
    `DiagnosticsError: The build stops for one error:\n\n  content/about.md:${line}: The file is not encoded as UTF-8. ` +
      'In your editor, save the file as UTF-8.\n',
  )
})

test.each([
  ['after a colon', 'about.md', about('Text.', 'title: A\ndescription:\u00a0B.\nheading: C'), 3],
  ['after the only colon', 'about.md', about('Text.', 'title:\u00a0"A"'), 2],
  ['after a dash', 'cv/skills/group.md', group('  -\u00a0One\n  -\u00a0Two\n'), 4],
  ['before a dash', 'cv/skills/group.md', group('\u00a0\u00a0- One\n'), 4],
  ['that is narrow', 'cv/skills/group.md', group('  - One\n  -\u202fTwo\n'), 5],
])('a no-break space %s is named', async (_, path, text, line) => {
  const printed = await compile({ [path]: text }).catch(String)
  expect(printed).toContain(`content/${path}:${line}: A no-break space or another special space (U+`)
  expect(printed).toContain(') is used where YAML needs a plain space. Type a plain space in its place.')
  expect(checkFile(path, text).errors[0]?.message).toContain('no-break space')
})

test.each([
  ['a field', 'home/hero.md', hero('Text.').replace('tagline: T', 'tagline: "Build\u0002 things"'), 3, 2],
  ['an escape', 'home/hero.md', hero('Text.').replace('tagline: T', 'tagline: "\\uFFFE"'), 3, 0xfffe],
  ['a title', 'home/hero.md', hero('Text.').replace('tagline: T', 'tagline: "\u202etxt.exe"'), 3, 0x202e],
  ['a list', 'cv/skills/group.md', group('  - One\n  - Two\u001f\n'), 5, 0x1f],
  ['a text', 'cv/profile.md', about('One.\n\nTwo\u0001.'), 9, 1],
])('a control character in %s stops the build with its line', async (_, path, text, line, code) => {
  const found = `contains a control character (U+${code.toString(16).toUpperCase().padStart(4, '0')})`
  const printed = await compile({ [path]: text }).catch(String)
  expect(printed).toContain('The build stops for one error:')
  expect(printed).toMatch(new RegExp(`content/${path}:${line}: The (text|field "(tagline|items.1)") `))
  expect(printed).toContain(found)
  expect(checkFile(path, text).errors.map(({ message }) => message)).toEqual([expect.stringContaining(found)])
})

test('a text may have a thousand links', async () => {
  const links = (number: number) => about('[A](https://a.example/)\n'.repeat(number))
  await compile({ 'about.md': links(1000) })
  await expect(compile({ 'about.md': links(1001) })).rejects.toThrow(
    'content/about.md:1007: The text has more than 1000 links.',
  )
})

test('pages and files name addresses as browsers send them', async () => {
  const card = (url: string) =>
    `---\ntitle: Card\nicon: code\nhandle: ann\nurl: ${url}\n---\n\n[A](${url}) [M](mailto:a@ｅｘａｍｐｌｅ.example)\n`
  for (const [written, sent] of [
    ['https://ｅｘａｍｐｌｅ.example/', 'https://example.example/'],
    ['https://bu\u0308cher.example', 'https://xn--bcher-kva.example/'],
    ['https://a.example/%zz', 'https://a.example/%zz'],
    ['https://a.example/ß|^?q=a|^b', 'https://a.example/%C3%9F|%5E?q=a|^b'],
  ] as const) {
    const content = await compile({ 'on-the-web/blog.md': card(written) })
    expect(content.onTheWeb.cards[1]).toMatchObject({ url: sent })
    expect(content.onTheWeb.cards[1]?.description).toContain(`href="${sent}"`)
    expect(content.onTheWeb.cards[1]?.description).toContain('href="mailto:a@example.example"')
    const forms = cvForms(content)
    expect(forms['cv.txt'].split(/\s/)).toContain(sent)
    expect(forms['card.vcf']).toContain(`.URL:${sent}\r\n`)
    expect(forms['resume.json']).toContain(`"url": "${sent}"`)
  }
})

test('a no-break space within a value is kept', async () => {
  const { about: page, cv } = await compile({
    'about.md': about(
      'Text.',
      'title: >-\n  Note:\u00a0x\n  -\u00a0y\ndescription: B.\nheading: "C:\u00a0d"',
    ),
    'cv/skills/group.md': group('  - A\u00a0b\n  - \u3000C\n'),
  })
  expect(page.heading).toBe('C:\u00a0d')
  expect(cv.skills[0]?.items).toEqual(['A\u00a0b', 'C'])
})

test.each([
  ['a value', 'cv/early/paper-round.md', String(await sample('hash-experience')), 2, '#7 and others'],
  ['a whole value', 'about.md', about('Text.', 'title: #7\ndescription: B.\nheading: C'), 2, '#7'],
  ['an item of a list', 'cv/skills/group.md', group('  - One #1\n  - Two\n'), 4, '#1'],
])('a comment that cuts %s stops the build', async (_, path, text, line, comment) => {
  const printed = await compile({ [path]: text }).catch(String)
  expect(printed).toContain('The build stops for one error:')
  expect(printed).toContain(
    `content/${path}:${line}: The value ends before "${comment}", which YAML takes for a comment. ` +
      'If it belongs to the value, put the value in quotes; if not, put a space after the "#".',
  )
  // The form can show and correct the file.
  expect(readForm(path, text)).toBeUndefined()
  expect(checkFile(path, text).errors[0]?.hint).toContain('put the value in quotes')
})

test('a comment after a value is a warning, one on its own line or after quotes is none', async () => {
  const fields = `#alone\ntitle: "A #1" #one\ndescription: Works # 4\n# more\nheading: B`
  const { warnings } = await compile({ 'about.md': about('Text.', fields) })
  expect(warnings.filter((warning) => warning.includes('about.md'))).toEqual([
    'Warning: content/about.md:4: The value ends before "# 4", which YAML takes for a comment. ' +
      'If it belongs to the value, put the value in quotes; if not, put the comment on a separate line.',
  ])
})

test.each([
  [
    'an alias',
    'title: &a A\nheading: *a',
    3,
    'The alias "*a" is not supported. Write the value in its place',
  ],
  ['deep brackets', `title: A\nheading: ${'['.repeat(5000)}`, 3, 'is not valid YAML'],
  ['a merge of a word', 'title: A\n!!merge <<: x', 2, 'is not valid YAML (Merge sources must be maps'],
  ['a list', '- title\n- heading', 2, 'The front matter has no fields'],
  ['a word', 'title', 2, 'The front matter has no fields'],
])('front matter with %s is a diagnostic with its line', async (_, fields, line, message) => {
  const text = about('Text.', fields)
  const printed = await compile({ 'about.md': text }).catch(String)
  expect(printed).toContain('The build stops for one error:')
  expect(printed).toContain(`content/about.md:${line}: `)
  expect(printed).toContain(message)
  expect(readForm('about.md', text)).toBeUndefined()
  expect(checkFile('about.md', text).errors).toHaveLength(1)
})

test('an image in a text that cannot be parsed is not called unused', async () => {
  const files = { 'about.md': about('![A](p.jpg)', 'title: *a'), 'p.jpg': jpeg }
  expect(await compile(files).catch(String)).toContain('The build stops for one error:')
})

test.each([
  ['2022-03', '2022', 'March 2022 to 2022'],
  ['2022', '2022-03', '2022 to March 2022'],
  ['2022-03', '2021', undefined],
  ['2022', '2021-12', undefined],
  ['2022-03', '2022-02', undefined],
])('an entry that begins in %s and ends in %s has the period %j', async (start, end, period) => {
  const built = compile({ 'cv/early/paper-round.md': job(`start: ${start}\nend: ${end}`) })
  if (period !== undefined) expect((await built).cv.early[0]?.period).toBe(period)
  else await expect(built).rejects.toThrow('paper-round.md:5: The field "end" is before the start.')
})

const jpeg = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#2f49d1' } })
  .jpeg()
  .toBuffer()

test.each([
  ['decomposed', 'composed', 'NFD', 'NFC'],
  ['composed', 'decomposed', 'NFC', 'NFD'],
])('finds an image with a %s name from a %s reference', async (_a, _b, onDisk, inText) => {
  const name = 'été/café.jpg'
  const { about: page } = await compile({
    [name.normalize(onDisk)]: jpeg,
    'about.md': about(`![A](${name.normalize(inText)})\n\n![B](${encodeURI(name.normalize(inText))})`),
  })
  expect(page.body.match(/<img src="\/assets\/cafe-/g)).toHaveLength(2)
})

test('two names that differ in the form of their letters alone stop the build', async () => {
  const files = { ['é.jpg'.normalize('NFC')]: jpeg, ['é.jpg'.normalize('NFD')]: jpeg }
  expect(await compile({ ...files, 'about.md': about('![A](é.jpg)') }).catch(String)).toContain(
    'content/é.jpg: Two files have this name, with accents in different forms. Delete or rename one.',
  )
})

test('rejects symbolic links', async () => {
  const content = await contentFolder()
  await symlink('experience', join(content, 'cv', 'again'))
  expect(await compileFolder(content).catch(String)).toContain(
    'content/cv/again: This is a symbolic link. Replace it with the file itself, or delete it.',
  )
})

test('what operating systems leave behind is ignored', async () => {
  const names = ['Thumbs.db', 'thumbs.db', 'desktop.ini', 'Desktop.ini', 'Icon\r', '._about.md', '.DS_Store']
  const places = names.flatMap((name) => [name, `cv/early/${name}`])
  const {
    images: { unused },
  } = await compile(Object.fromEntries(places.map((path) => [path, 'x'])))
  expect(unused).toEqual([])
})
