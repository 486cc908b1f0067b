import { beforeEach, expect, test, vi } from 'vitest'
import { compileTexts, writeField } from 'virtual:content-model'
import { sampleTexts } from '../../testing/sample-texts'
import { renderPage } from './render-page'

// What the build writes into the bundle.
beforeEach(() => void vi.stubGlobal('__BUILD_YEAR__', 2026))

/** The CV's page with the sample texts, of which some are left out or changed. */
async function cvPage(isLeftOut: (path: string) => boolean, changed: [string, string][] = []) {
  const texts = new Map([...sampleTexts, ...changed].filter(([path]) => !isLeftOut(path)))
  const content = compileTexts(texts)
  if (!content) throw new Error('The texts have mistakes.')
  const { content: page } = Object.assign(document.createElement('template'), {
    innerHTML: await renderPage('/cv', content),
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
])('without entries in %s the page has no heading "%s"', async (folder, heading) => {
  const all = headings(await cvPage(() => false))
  expect(all).toContain(heading)
  const page = await cvPage((path) => path.startsWith(`${folder}/`) && !path.endsWith('/page.md'))
  expect(headings(page)).toEqual(all.filter((other) => other !== heading))
  for (const list of page.querySelectorAll('main :is(ul, ol, dl)')) expect(list.childElementCount).not.toBe(0)
})

test('a certificate has its date as it is read, and as programs read it', async () => {
  const path = 'cv/certifications/certificate.md'
  const page = await cvPage(() => false, [[path, writeField(sampleTexts.get(path) ?? '', 'date', '2022-03')]])
  const dates = [...page.querySelectorAll('time')].map((time) => [time.dateTime, time.textContent])
  expect(dates).toContainEqual(['2022-03', 'March 2022'])
})
