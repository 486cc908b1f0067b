import { expect, test } from 'vitest'
import { audienceContent } from '../model/audiences.ts'
import { compile } from '../model/compile.ts'
import { parseEntries } from '../model/entry.ts'
import { formatDiagnostic } from '../model/diagnostics.ts'
import { tinyTexts } from '../testing/content-files.ts'

const path = 'cv/audiences/board-only.md'
const compiled = (source: string, others: Record<string, string> = {}, at = path) =>
  compile(parseEntries(new Map([...tinyTexts, ...Object.entries(others), [at, source]])))

const jobs = [...tinyTexts.keys()].filter((name) => name.startsWith('cv/experience/'))
const dutch = {
  'nl/site.md': (tinyTexts.get('site.md') ?? '').replace(/^role: .*$/m, 'role: Bouwt proefsites'),
  'nl/cv/profile.md': (tinyTexts.get('cv/profile.md') ?? '').replace(
    /\n---\n[^]*$/,
    '\n---\n\nBouwt dingen.\n',
  ),
}

function contentOf(source: string) {
  const { content, translations, audiences, diagnostics, advice } = compiled(source, dutch)
  const [audience] = audiences
  if (!content || !audience) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
  return { content, audience, advice, shown: audienceContent(content, translations, audience) }
}

test('a CV for an audience has its role and summary, and lacks what it leaves out', () => {
  const [left = ''] = jobs
  const { content, shown } = contentOf(
    `---\ntitle: Board\nrole: Chair\nleave_out: [${left}]\n---\n\nI sit.\n\n## Why\n`,
  )
  expect(shown.site.role).toBe('Chair')
  expect(shown.cv.summary).toContain('>I sit.</p>')
  expect(shown.cv.summary).toContain('id="summary-why"')
  const slugs = content.cv.experience.map(({ slug }) => slug)
  expect(shown.cv.experience.map(({ slug }) => slug)).toEqual(
    slugs.filter((slug) => left !== `cv/experience/${slug}.md`),
  )
  expect(shown.cv.education).toEqual(content.cv.education)
})

test('without them it is the CV, in its order', () => {
  const { content: plain } = compiled('---\ntitle: Board\n---\n')
  const last = plain?.cv.experience.at(-1)?.slug ?? ''
  const { content, shown } = contentOf(`---\ntitle: Board\norder: [cv/experience/${last}.md]\n---\n`)
  expect(content.cv.experience.length).toBeGreaterThan(1)
  expect(shown.cv.experience[0]?.slug).toBe(last)
  expect({ ...shown.cv, experience: [] }).toEqual({ ...content.cv, experience: [] })
  expect(shown.cv.experience).toHaveLength(content.cv.experience.length)
})

test('it is in its own language, without the entries of the list', () => {
  const [left = ''] = jobs
  const { shown } = contentOf(`---\ntitle: Board\nlanguage: nl\nleave_out: [${left}]\n---\n`)
  expect(shown.language.code).toBe('nl')
  expect(shown.site.role).toBe('Bouwt proefsites')
  expect(shown.cv.summary).toContain('Bouwt dingen.')
  expect(shown.cv.experience).toHaveLength(jobs.length - 1)
})

test('no page has it: the content is the same without it', () => {
  const source = '---\ntitle: Quorum\nrole: Chairsecret\n---\n\nI gavel.\n'
  const { content, translations } = compiled(source, dutch)
  expect(JSON.stringify([content, translations])).not.toMatch(/Quorum|Chairsecret|gavel|board-only/)
})

test('entries that are missing are advice, with their lines', () => {
  const { advice } = contentOf(
    `---\ntitle: Board\nleave_out:\n  - ${jobs[0] ?? ''}\n  - cv/experience/gone.md\norder: [cv/profile/x.md]\n---\n`,
  )
  expect(advice.filter((problem) => problem.path === path).map(formatDiagnostic)).toEqual([
    `  content/${path}:5: The CV has no entry cv/experience/gone.md. Leave it out of the list, or correct its name.`,
    `  content/${path}:6: The CV has no entry cv/profile/x.md. Leave it out of the list, or correct its name.`,
  ])
})

test.each([
  ['no title', '---\nrole: Chair\n---\n', path, `${path}:1: The field "title" is missing`],
  [
    'an unknown language',
    '---\ntitle: A\nlanguage: de\n---\n',
    path,
    `${path}:3: The site has no pages in de. Use one of: en, nl.`,
  ],
  [
    'no path',
    '---\ntitle: A\norder: [halyard]\n---\n',
    path,
    `${path}:3: The field "order.0" is not the path of an entry`,
  ],
  ['an image', '---\ntitle: A\n---\n\n![A](a.jpg)\n', path, `${path}:5: A CV for an audience has no images`],
  [
    'a folder of a language',
    '---\ntitle: A\n---\n',
    `nl/${path}`,
    `nl/${path}: A CV for an audience is in one language. Move the file to cv/audiences/.`,
  ],
])('there is a diagnostic for %s', (_, source, at, complaint) => {
  expect(compiled(source, dutch, at).diagnostics.map(formatDiagnostic).join('\n')).toContain(complaint)
})
