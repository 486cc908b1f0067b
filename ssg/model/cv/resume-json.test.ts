import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { compileContent } from '../../build/built-content.ts'
import { aBareCv, aCv, anEntry } from '../../testing/cv.ts'
import type { CvContent } from './outline.ts'
import { resumeJson } from './resume-json.ts'

const require = createRequire(import.meta.url)
const addFormats = require('ajv-formats') as (ajv: Ajv) => void
const ajv = new Ajv({ strict: false, allErrors: true })
addFormats(ajv)
const valid = ajv.compile(require('@jsonresume/schema/schema.json') as object)

function resume(content: CvContent, siteUrl?: string): Record<string, unknown> {
  const value = JSON.parse(resumeJson(content, siteUrl)) as Record<string, unknown>
  valid(value)
  expect(valid.errors).toBeNull()
  return value
}

test('content written in files is valid', async () => {
  const content = await compileContent(resolve(import.meta.dirname, '../../testdata/content'))
  expect(resume(content)).toMatchObject({
    volunteer: [
      {
        organization: 'Rowing club',
        position: 'Treasurer',
        startDate: '2009-02',
        summary: 'Kept the books.',
      },
    ],
    awards: [{ title: 'Golden Plane', awarder: 'Guild of Joiners', date: '2012-05', summary: 'For a door.' }],
    publications: [
      {
        name: 'Doors that stay shut',
        publisher: 'Joinery Weekly',
        releaseDate: '2013',
        url: 'https://joinery.example.test/doors',
        summary: 'On hinges.',
      },
    ],
    meta: { sections: [{ title: 'Talks', text: '- Hinges, 2014\n- Locks, 2015' }] },
  })
})

test('the check is one: another form is refused', () => {
  expect(valid({ basics: { email: 'nobody' }, work: [{ startDate: 'May' }] })).toBe(false)
  expect(valid.errors).toHaveLength(2)
})

test('everything of the CV has its place', () => {
  const experience = anEntry({ title: 'Builder', organisation: 'Yard', place: 'Quay', end: undefined })
  const prose = 'It **was** so.\n\n- One\n- [Two](https://a.test)\n'
  const content = aCv({}, { experience: [experience], early: [anEntry({ text: prose })] })
  expect(resume(content, 'https://ann.example.test')).toMatchObject({
    basics: {
      name: 'Ann Sample',
      label: 'Tester of builds',
      email: 'ann@example.test',
      url: 'https://ann.example.test',
      summary: 'Builds things to read.',
      nationality: 'None',
      profiles: [{ network: 'Videos', username: '@ann', url: 'https://www.video.example.test/@ann/' }],
    },
    work: [
      { name: 'Yard', position: 'Builder', location: 'Quay', startDate: '2018', summary: 'What it was.' },
      {
        startDate: '2018',
        endDate: '2020',
        summary: 'It was so.',
        highlights: ['One', 'Two (https://a.test/)'],
      },
    ],
    education: [{ institution: 'Town', area: 'School', summary: 'What it was.' }],
    certificates: [{ name: 'Crane', issuer: 'Port', date: '2020-05' }],
    skills: [
      { name: 'Tools', keywords: ['Saw', 'Plane'] },
      { name: 'Desk', keywords: ['Pencil'] },
    ],
    languages: [{ language: 'English', fluency: 'Native' }],
    meta: { canonical: 'https://ann.example.test/resume.json' },
  })
})

test('strange content is valid too', () => {
  const bare = resume(aBareCv())
  for (const name of ['volunteer', 'awards', 'publications']) expect(bare).not.toHaveProperty(name)
  const link = { title: 'L', handle: 'h', url: 'https://exämple.test/a b?ü', icon: 'blog' } as const
  resume(aCv({ name: 'Ж "\\ \u2028', links: [link] }, { early: [anEntry({ text: '- Only\n- a list' })] }))
})
