import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { create } from 'fontkit'
import { expect, onTestFinished, test } from 'vitest'
import { readPdf } from '../testing/pdf.ts'
import { tinyProject } from '../testing/project.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** The content folder that scripts/new-owner makes for an owner with that name. */
async function contentOf(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'owner-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const part of ['ssg/owner', 'ssg/model', 'scripts/new-owner', 'scripts/tools/require'])
    await cp(join(root, part), join(folder, part), { recursive: true })
  await cp(join(root, 'ssg/testdata/content/terms.md'), join(folder, 'content/terms.md'))
  const facts = ['--name', name, '--email', 'a@example.test', '--role', name, '--force']
  await run(join(folder, 'scripts/new-owner'), [...facts, '--link', `${name}|https://a.example.test`])
  return join(folder, 'content')
}

/** The built site of an owner with that name. */
async function siteOf(name: string) {
  const content = await contentOf(name)
  const project = await tinyProject({}, { content, siteUrl: 'https://a.example.test' })
  await project.build()
  return project
}

test.each([
  ['Nguyễn Thị Hương', 'N'],
  ['Adéọlá Ọ̀ṣúnlọ́lá', 'AỌ'],
  ['Əli Məmmədov', 'ƏM'],
])('the site of %s is built, with a font for each letter', async (name, initials) => {
  const project = await siteOf(name)
  const { info, pages } = await readPdf(await project.read('cv.pdf'))
  expect(info['Author']).toBe(name)
  const heading = pages[0]?.tree[0]?.children[0]
  expect(heading?.text.normalize('NFC').trim()).toBe(name.normalize('NFC'))
  expect(pages[0]?.artifacts).toContain(Array.from(initials)[0])

  const html = (await project.read('index.html')).toString()
  const faces = [
    ...html.matchAll(/@font-face{font-family:Figtree;[^}]*url\(\/([^)]+)\)[^}]*unicode-range:([^;}]+)/g),
  ]
  for (const letter of new Set(name.normalize('NFC').replaceAll(' ', ''))) {
    const point = letter.codePointAt(0) ?? 0
    const inRange = faces.filter(([, , ranges = '']) => isIn(point, ranges))
    const fonts = await Promise.all(inRange.map(async ([, file = '']) => create(await project.read(file))))
    expect(
      fonts.some((font) => font.hasGlyphForCodePoint(point)),
      letter,
    ).toBe(true)
  }
  const { files } = await project.manifest()
  expect(Object.keys(files).filter((file) => /^assets\/inter-OFL-/.test(file))).toHaveLength(1)
})

const isIn = (point: number, ranges: string) =>
  ranges.split(',').some((range) => {
    const [first = 0, last = first] = range
      .slice('U+'.length)
      .split('-')
      .map((hex) => parseInt(hex, 16))
    return first <= point && point <= last
  })

test.each([
  ['Иван Петров', 'И', '0418'],
  ['王小明', '王', '738B'],
  ['Αλέξανδρος', 'Α', '0391'],
])('%s is refused by new-owner in the words of the build', async (name, letter, code) => {
  const problem = `/cv.pdf cannot show "${letter}" (U+${code}): its fonts have Latin letters only. Write it in Latin letters, or leave it out.`
  await expect(contentOf(name)).rejects.toThrow(problem)
  const site = `---\nname: ${name}\ninitials: A\ncompany: B\nemail: a@example.test\nrole: C\ndescription: D\nnationality: E\n---\n`
  const project = await tinyProject({ 'content/site.md': site })
  await expect(project.build()).rejects.toThrow(`content/site.md:2: ${problem}`)
})

test('the letters that new-owner takes are those that the build takes', async () => {
  const words = 'Đặng İbrahim Şahin Łukasz Żółć Ḿbà Ṣẹ́gun Þór Ħal Ŋa ɔkɔm ɛ̀nyɛ́ G̃uarani e̩'
  const project = await siteOf(words)
  const { pages } = await readPdf(await project.read('cv.pdf'))
  expect(pages[0]?.text.normalize('NFC')).toContain(words.replace('\u0329', '\u0323').normalize('NFC'))
})
