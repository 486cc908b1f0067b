import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtProject, type Project } from '../testing/project.ts'
import { disposition } from './forms.ts'

let project: Project

beforeAll(async () => {
  project = await builtProject({}, { siteUrl: 'https://ann.example.test' }, afterAll)
})

test.each([
  ['resume.json', 'application/json', 'Ann Sample resume.json'],
  ['cv.txt', 'text/plain; charset=utf-8', 'Ann Sample CV.txt'],
  ['card.vcf', 'text/vcard; charset=utf-8', 'Ann Sample.vcf'],
])('/%s is served as %s', async (name, type, savedAs) => {
  const { files, routes, redirects } = await project.manifest()
  expect(files[name]?.type).toBe(type)
  expect(routes).toContainEqual({
    path: `/${name}`,
    file: name,
    status: 200,
    headers: {
      'Cache-Control': 'no-cache',
      'Content-Type': type,
      'Content-Disposition': `inline; filename="${savedAs}"`,
    },
  })
  expect(redirects.map(({ from }) => from)).not.toContain(`/${name}`)
  const cdn = (await project.read('_headers')).toString()
  expect(cdn).toContain(`\n/${name}\n  Cache-Control: no-cache\n  Content-Type: ${type}\n`)
})

test('the forms say what the page says', async () => {
  expect((await project.read('cv.txt')).toString()).toContain('Ann Sample\n==========\n')
  expect((await project.read('card.vcf')).toString()).toContain('URL:https://ann.example.test\r\n')
  expect(JSON.parse((await project.read('resume.json')).toString())).toHaveProperty(
    'basics.url',
    'https://ann.example.test',
  )
})

test.each([
  ['Ann CV.txt', 'inline; filename="Ann CV.txt"'],
  ['a"b/c\\d\n.vcf', 'inline; filename="a b c d .vcf"'],
  ['Zoë Łęk.vcf', `inline; filename="Zoe _ek.vcf"; filename*=UTF-8''Zo%C3%AB%20%C5%81%C4%99k.vcf`],
  ["100% O'Hara", `inline; filename="100_ O_Hara"; filename*=UTF-8''100%25%20O%27Hara`],
])('%s is a name that a file can be saved by', (name, header) => {
  expect(disposition(name)).toBe(header)
})
