import { expect, test } from 'vitest'
import { compile } from '#model/compile'
import { parseEntries } from '#model/entry'
import { writeField } from '#model/form'
import { sampleTexts } from '../testing/sample-texts'
import { renderPage } from './index'

/** The CV's page with the sample texts, of which some are left out or changed. */
function cvPage(isLeftOut: (path: string) => boolean, changed: [string, string][] = []) {
  const texts = new Map([...sampleTexts, ...changed].filter(([path]) => !isLeftOut(path)))
  const content = compile(parseEntries(texts)).content
  if (!content) throw new Error('The content has errors.')
  const { content: page } = Object.assign(document.createElement('template'), {
    innerHTML: renderPage('/cv', content, { banner: null, cv: null }),
  })
  return page
}

const headings = (page: DocumentFragment) =>
  [...page.querySelectorAll('main h2:not(li h2)')].map(({ textContent }) => textContent)

test.each([
  ['cv/education', 'Education'],
  ['cv/experience', 'Business Experiences'],
  ['cv/early', 'Early Experiences'],
  ['cv/volunteering', 'Volunteering'],
  ['cv/skills', 'Skills'],
  ['cv/certifications', 'Certifications'],
  ['cv/awards', 'Awards'],
  ['cv/publications', 'Publications'],
  ['cv/languages', 'Languages'],
  ['on-the-web', 'Links'],
  ['cv/tools', 'Productivity Tools'],
  ['cv/sections', 'Talks'],
])('without entries in %s the page has no heading "%s"', (folder, heading) => {
  const all = headings(cvPage(() => false))
  expect(all).toContain(heading)
  const page = cvPage((path) => path.startsWith(`${folder}/`) && !path.endsWith('/page.md'))
  expect(headings(page)).toEqual(all.filter((other) => other !== heading))
  for (const list of page.querySelectorAll('main :is(ul, ol, dl)')) expect(list.childElementCount).not.toBe(0)
})

test('the sections come in the chosen order, those that it leaves out last', () => {
  const path = 'cv/profile.md'
  const order = ['sections/talks', 'facts', 'sections/deleted', 'awards', 'experience']
  const page = cvPage(() => false, [[path, writeField(sampleTexts.get(path) ?? '', 'sections', order)]])
  expect(headings(page).slice(1, 8)).toEqual([
    'Talks',
    'Languages',
    'Nationality',
    'Links',
    'Awards',
    'Business Experiences',
    'Education',
  ])
})

test('a publication with an address is a link', () => {
  const [link] = cvPage(() => false).querySelectorAll<HTMLAnchorElement>('h3 a')
  expect([link?.textContent, link?.href]).toEqual([
    'Doors that stay shut',
    'https://joinery.example.test/doors',
  ])
})

test('the date of a certificate is readable for people and programs', () => {
  const path = 'cv/certifications/certificate.md'
  const page = cvPage(() => false, [[path, writeField(sampleTexts.get(path) ?? '', 'date', '2022-03')]])
  const dates = [...page.querySelectorAll('time')].map((time) => [time.dateTime, time.textContent])
  expect(dates).toContainEqual(['2022-03', 'March 2022'])
})
