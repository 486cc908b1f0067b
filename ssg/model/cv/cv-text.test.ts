import { expect, test } from 'vitest'
import { aCv, anEntry } from '../../testing/cv.ts'
import { parseMarkdown } from '../markdown.ts'
import { cvText } from './cv-text.ts'
import { cvOutline, type CvContent } from './outline.ts'
import { wrap } from './prose-text.ts'

const text = (content: CvContent) => cvText(cvOutline(content))

test('a CV reads from top to bottom, each section with what it has', () => {
  const written = { body: '', tree: [] }
  const { cv } = aCv()
  const content = aCv(
    {},
    {
      ...{ experience: [], early: [], tools: [] },
      volunteering: [anEntry({ title: 'Treasurer', organisation: 'Club', place: 'Quay' })],
      awards: [
        { slug: 'a', title: 'Medal', awarder: 'Guild', date: '2012', period: '2012', ...written },
        { slug: 'b', title: 'Cup', period: '', ...written },
      ],
      publications: [{ slug: 'p', title: 'Doors', url: 'https://a.test/doors', period: '', ...written }],
      own: [{ slug: 'talks', title: 'Talks', body: '', tree: parseMarkdown('- Hinges\n- Locks').tree }],
      sections: ['sections/talks', ...cv.sections],
    },
  )
  expect(text(content)).toBe(`Ann Sample
==========
Tester of builds
ann@example.test

Builds things to read.

Talks
-----

- Hinges
- Locks

Education
---------

School, Town
2018 to 2020

What it was.

Volunteering
------------

Treasurer, Club, Quay
2018 to 2020

What it was.

Skills
------

Tools: Saw, Plane

Certifications
--------------

Crane, Port (May 2020)

Awards
------

Medal, Guild (2012)
Cup

Publications
------------

Doors
https://a.test/doors

Languages
---------

English: Native

Nationality
-----------

None

Links
-----

Videos: https://www.video.example.test/@ann/
`)
})

test('no line is longer than 72 letters, but for an address', () => {
  const long = 'Überlängliche '.repeat(20).trim()
  const address = `https://a.test/${'x'.repeat(80)}`
  const entry = anEntry({ title: long, organisation: long, text: `- ${long}\n\n${long} ${address}` })
  const content = aCv(
    { name: long, role: long },
    { experience: [entry], skills: [{ slug: 's', title: 'S', items: [long] }] },
  )
  const lines = text(content).split('\n')
  expect(lines.filter((line) => Array.from(line).length > 72)).toEqual([address])
  expect(lines.filter((line) => /\s$/.test(line))).toEqual([])
})

test('a group alone that is named as its section is named once', () => {
  const group = { slug: 's', title: 'Skills', items: ['Saw'] }
  expect(text(aCv({}, { skills: [group], tools: [] }))).toMatch(/^Skills\n-+\n\nSaw$/m)
})

test('a letter and its accent count once', () => {
  expect(wrap('e\u0301 e\u0301', 3)).toEqual(['e\u0301 e\u0301'])
  expect(wrap('one\ntwo three', 5)).toEqual(['one', 'two', 'three'])
})
