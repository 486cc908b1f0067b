import { expect, test } from 'vitest'
import { compile } from '../../../ssg/model/compile'
import { parseEntries } from '../../../ssg/model/entry'
import { writeField } from '../../../ssg/model/form'
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
  ['cv/skills', 'Skills'],
  ['cv/certifications', 'Certifications'],
  ['cv/languages', 'Languages'],
  ['on-the-web', 'Links'],
  ['cv/tools', 'Productivity Tools'],
])('without entries in %s the page has no heading "%s"', (folder, heading) => {
  const all = headings(cvPage(() => false))
  expect(all).toContain(heading)
  const page = cvPage((path) => path.startsWith(`${folder}/`) && !path.endsWith('/page.md'))
  expect(headings(page)).toEqual(all.filter((other) => other !== heading))
  for (const list of page.querySelectorAll('main :is(ul, ol, dl)')) expect(list.childElementCount).not.toBe(0)
})

test('the date of a certificate is readable for people and programs', () => {
  const path = 'cv/certifications/certificate.md'
  const page = cvPage(() => false, [[path, writeField(sampleTexts.get(path) ?? '', 'date', '2022-03')]])
  const dates = [...page.querySelectorAll('time')].map((time) => [time.dateTime, time.textContent])
  expect(dates).toContainEqual(['2022-03', 'March 2022'])
})
