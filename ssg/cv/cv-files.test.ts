import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '../testing/pdf.ts'
import { builtProject, type Project } from '../testing/project.ts'
import { disposition } from './cv-files.ts'

let project: Project

beforeAll(async () => {
  project = await builtProject({}, { siteUrl: 'https://ann.example.test' }, afterAll)
})

const canonical = { Link: '<https://ann.example.test/cv>; rel="canonical"' }

test.each([
  ['cv.pdf', 'application/pdf', 'Ann Sample CV.pdf', canonical],
  ['cv.txt', 'text/plain; charset=utf-8', 'Ann Sample CV.txt', canonical],
  ['resume.json', 'application/json', 'Ann Sample resume.json', {}],
  ['card.vcf', 'text/vcard; charset=utf-8', 'Ann Sample.vcf', {}],
])('/%s is served as %s', async (name, type, savedAs, more) => {
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
      ...more,
    },
  })
  expect(redirects.map(({ from }) => from)).not.toContain(`/${name}`)
  const cdn = (await project.read('_headers')).toString()
  expect(cdn).toContain(`\n/${name}\n  Cache-Control: no-cache\n  Content-Type: ${type}\n`)
})

test('every format has the content of the page', async () => {
  expect((await project.read('cv.txt')).toString()).toContain('Ann Sample\n==========\n')
  expect((await project.read('card.vcf')).toString()).toContain('URL:https://ann.example.test\r\n')
  const resume: unknown = JSON.parse((await project.read('resume.json')).toString())
  expect(resume).toHaveProperty('basics.url', 'https://ann.example.test')
  const { info, pages } = await readPdf(await project.read('cv.pdf'))
  expect(info['Title']).toBe('Title of profile · Ann Sample')
  expect(pages[0]?.text).toContain('Ann Sample Tester of builds ann@example.test · ann.example.test')
})

test.each([
  ['Ann CV.txt', 'inline; filename="Ann CV.txt"'],
  ['a"b/c\\d\n.vcf', 'inline; filename="a b c d .vcf"'],
  ['Zoë Łęk.vcf', `inline; filename="Zoe _ek.vcf"; filename*=UTF-8''Zo%C3%AB%20%C5%81%C4%99k.vcf`],
  ["100% O'Hara", `inline; filename="100_ O_Hara"; filename*=UTF-8''100%25%20O%27Hara`],
])('%s is a name that a file can be saved by', (name, header) => {
  expect(disposition(name)).toBe(header)
})
