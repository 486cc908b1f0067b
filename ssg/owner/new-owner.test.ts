import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { kinds } from '../model/schemas.ts'
import { compileContent } from '../build/built-content.ts'
import { placeholderWarnings } from '../build/placeholders.ts'
import { aClone } from '../testing/clone.ts'
import { change } from '../testing/project.ts'
import { blankContent } from './blank.mjs'
import { contentFiles, isAllDemo, isDemoText } from './demo.mjs'
import { validated } from './facts.mjs'

const root = resolve(import.meta.dirname, '../..')
const facts = ['--name', 'Ann de Vega', '--email', 'ann@vega.dev', '--role', 'Carpenter: boats & "stairs"']
const links = ['--link', 'Photos|https://vega.dev/ann', '--link', 'Photos|https://vega.dev/2|annv|code']

function warningsOf(content: string): string[] {
  const texts = contentFiles(content).map(
    (path) => [path, readFileSync(join(content, path), 'utf8')] as const,
  )
  return placeholderWarnings(new Map(texts), 'content')
}

test('the sample person’s texts are as the list has them', async ({ skip }) => {
  const folder = join(root, 'content')
  skip(!isDemoText('site.md', await readFile(join(folder, 'site.md'), 'utf8')), 'content/ is an owner’s')
  expect(
    isAllDemo(folder),
    'content/ differs from the list: for a new sample, node ssg/owner/record-demo.mjs writes it; an owner changes site.md too',
  ).toBe(true)
})

test('a new owner’s content builds, has the facts, and lists the placeholders', async () => {
  const { content, run } = await aClone()
  const { failed, output } = await run(...facts, ...links)
  expect(failed, output).toBe(false)
  const compiled = await compileContent(content)
  expect(compiled.site).toMatchObject({
    name: 'Ann de Vega',
    initials: 'ADV',
    company: 'Ann de Vega',
    email: 'ann@vega.dev',
    role: 'Carpenter: boats & "stairs"',
  })
  expect(compiled.site.links).toMatchObject([
    { title: 'Photos', url: 'https://vega.dev/ann', handle: 'vega.dev/ann', icon: 'network' },
    { title: 'Photos', url: 'https://vega.dev/2', handle: 'annv', icon: 'code' },
  ])
  expect(JSON.stringify(compiled)).not.toMatch(/Ann Sample|Sample Works|example\.test/)
  const warnings = warningsOf(content)
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toMatch(/^Warning: "To write:" is still in content\/about\.md, .* and \d+ more files\./)
})

test('never loses changed content', async () => {
  const { folder, content, run } = await aClone()
  const mine = '---\ntitle: Mine\n---\n\nMy words.\n'
  await change(content, { 'about.md': mine, 'cv/skills/mine.md': 'mine' })
  const refused = await run(...facts)
  expect(refused.failed).toBe(true)
  expect(refused.output).toContain('content/about.md')
  expect(refused.output).toContain('content/cv/skills/mine.md')
  expect(await readFile(join(content, 'about.md'), 'utf8')).toContain('My words.')
  expect((await run(...facts, '--force')).failed).toBe(false)
  expect(await readFile(join(folder, '.cache/content-1/about.md'), 'utf8')).toContain('My words.')
  expect(await readdir(join(content, 'cv/skills'))).toEqual(['first.md'])
})

test.each([
  [[], '--name is missing'],
  [['--name', 'A', '--email', 'nobody', '--role', 'r'], 'is not an e-mail address'],
  [['--name', 'A\nB', '--email', 'a@b.dev', '--role', 'r'], 'must be one line'],
  [['--name', '李', '--email', 'a@b.dev', '--role', 'r'], '/cv.pdf cannot show "李" (U+674E)'],
  [[...facts, '--link', 'Photos'], '"Photos" is not of the form Title|https://address|handle|icon'],
  [[...facts, '--link', 'Photos|https://['], 'is not of the form Title|https://address|handle|icon'],
  [[...facts, '--link', 'A|http://a.dev|a|code'], 'is not of the form'],
  [
    [...facts, '--link', 'A|https://a.dev|a|star'],
    'is not an icon: use youtube, linkedin, github, gitlab, medium, mastodon, video, network, code, article, blog',
  ],
  [['--nmae', 'A'], '--nmae'],
])('%j is refused before anything is written', async (args, sentence) => {
  const { folder, run } = await aClone()
  const { failed, output } = await run(...args, '--force')
  expect(failed).toBe(true)
  expect(output).toContain(sentence)
  expect(await readdir(folder)).not.toContain('.cache')
})

test.each([
  'ann@example.com',
  "o'ann+site@example.co.uk",
  'ann',
  'ann@example',
  'ann@.com',
  '.ann@example.com',
  'ann..a@example.com',
  'änn@example.com',
  'ann@exämple.com',
  'ann@EXÄMPLE.com',
  'ann b@example.com',
  'ann@exam\u200bple.com',
  'a\u00adnn@example.com',
])('%s is valid in new-owner if it is valid in the build', (address) => {
  const read = kinds['site.md'].schema.shape.email.safeParse(address)
  if (read.success) expect(validated('email', address)).toBe(read.data)
  else
    expect(() => {
      validated('email', address)
    }).toThrow(/is not an e-mail address|has an invisible character/)
})

test('asks again on a terminal until each answer is valid', async () => {
  const { folder, content } = await aClone()
  const child = spawn('script', ['-qec', 'scripts/new-owner', '/dev/null'], { cwd: folder })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  const prompted = (question: string) =>
    vi.waitFor(() => expect(output.split('\n').at(-1)).toContain(question), 30_000)
  for (const [question, answer, complaint] of conversation) {
    await prompted(question)
    child.stdin.write(`${answer}\r`)
    await vi.waitFor(() => expect(output).toContain(complaint ?? answer), 30_000)
  }
  const [code] = (await once(child, 'exit')) as [number]
  expect(code, output).toBe(0)
  expect((await compileContent(content)).site).toMatchObject({
    name: 'Ann de Vega',
    email: 'ann@vega.dev',
    company: 'Ann de Vega',
  })
})

const conversation: [question: string, answer: string, complaint?: string][] = [
  ['Your name: ', '', 'an answer is needed'],
  ['Your name: ', 'Ann de Vega'],
  ['Your e-mail address: ', 'nobody', '"nobody" is not an e-mail address'],
  ['Your e-mail address: ', 'ann@vega.dev'],
  ['Your role, in a few words: ', 'Carpenter'],
  ['The company name in the footer [Ann de Vega]: ', ''],
]

test.each(['Ann', 'Jo-Ann Øst', 'Ł', 'A B C D E', 'X Æ A-12'])('the content of %s builds', async (name) => {
  const { content } = await aClone()
  await rm(content, { recursive: true })
  const files = blankContent({ name, email: 'a@b.dev', company: '# 1: "x"', role: 'true', links: [] })
  files.set('terms.md', '---\nheading: T\nupdated: today\n---\n\nText.\n')
  await change(content, Object.fromEntries(files))
  expect((await compileContent(content)).site).toMatchObject({ name, company: '# 1: "x"', role: 'true' })
})

test('warns about the sample person’s texts, whole or in part', async () => {
  const { content, run } = await aClone()
  expect(warningsOf(content)[0]).toMatch(/^Warning: The sample person is still in content\/about\.md/)
  await run(...facts)
  await change(content, { 'about.md': '---\ntitle: About\n---\n\nWrite to edda@example.test.\n' })
  expect(warningsOf(content)).toContain(
    'Warning: The sample person is still in content/about.md. Run scripts/new-owner.',
  )
})
