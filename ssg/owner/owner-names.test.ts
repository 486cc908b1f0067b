import { create } from 'fontkit'
import { expect, test } from 'vitest'
import { aClone } from '../testing/clone.ts'
import { site } from '../testing/files.ts'
import { readPdf } from '../testing/pdf.ts'
import { builtProject } from '../testing/project.ts'

/** The content folder that scripts/new-owner makes for an owner with that name. */
async function contentOf(name: string): Promise<string> {
  const { content, run } = await aClone()
  const facts = ['--name', name, '--email', 'a@example.test', '--role', name]
  const { failed, output } = await run(...facts, '--link', `${name}|https://a.example.test`)
  if (failed) throw new Error(output)
  return content
}

/** The built site of an owner with that name. */
async function siteOf(name: string) {
  return builtProject({}, { content: await contentOf(name), siteUrl: 'https://a.example.test' })
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
      .slice(2)
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
  await expect(builtProject({ 'content/site.md': site({ name }) })).rejects.toThrow(
    `content/site.md:2: ${problem}`,
  )
})

test('the letters that new-owner takes are those that the build takes', async () => {
  const words = 'Đặng İbrahim Şahin Łukasz Żółć Ḿbà Ṣẹ́gun Þór Ħal Ŋa ɔkɔm ɛ̀nyɛ́ G̃uarani e̩'
  const project = await siteOf(words)
  const { pages } = await readPdf(await project.read('cv.pdf'))
  expect(pages[0]?.text.normalize('NFC')).toContain(words.replace('\u0329', '\u0323').normalize('NFC'))
})
