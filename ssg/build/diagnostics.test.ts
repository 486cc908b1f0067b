import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { page, site } from '../testing/files.ts'
import { tinyProject, type Changes } from '../testing/project.ts'

const rows = `{ path: '/', kind: 'public' },`
const notFound = `{ path: '*', kind: 'not-found', title: 'Lost' },`
/** A site with the given markup of the home page. */
const home = (markup: string): Changes => ({
  'site/src/routes.ts': `export const rows = [${rows}${notFound}]`,
  'site/src/markup.ts': `export const markup = { '/': ${JSON.stringify(markup)}, '/404': '<p>Lost</p>' }`,
})

/** Builds, and finds each of `texts` once in the message of the error. */
async function expectFailure(changes: Changes, ...texts: string[]) {
  const error: unknown = await (await tinyProject(changes)).build().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect((error as Error).name).toBe('DiagnosticsError')
  // Only the message is printed, without a stack, and with each diagnostic once.
  const printed = inspect(error)
  expect(printed).toBe((error as Error).message)
  for (const text of texts) expect(printed.split(text)).toHaveLength(2)
}

/** Markup, and the message of the build. */
const faults: [markup: string, ...texts: string[]][] = [
  ['<a href="/nowhere">x</a>', '/: "/nowhere" is a dead link: the site has nothing at /nowhere. Correct'],
  ['<a href="cv">x</a>', '"cv" is a dead link'],
  ['<a href="/index.html">x</a>', '"/index.html" is a dead link'],
  ['<a href="#gone">x</a>', '/: "#gone" is a dead link: nothing on / has the id "gone"'],
  ['<a href="/?a=b#gone">x</a>', '"/?a=b#gone" is a dead link'],
  ['<img src="/assets/none.webp" alt="">', '"/assets/none.webp" is a dead link'],
  ['<img srcset="/media/a 1x, /none 2x" alt="">', '"/none" is a dead link'],
  [
    '<img src="https://example.test/a.png" alt="">',
    '"https://example.test/a.png" would be loaded from elsewhere',
  ],
  ['<p style="color:red">x</p>', '/: <p style="color:red"> has an inline style'],
  [
    '<p id="a">x</p><p id="b">y</p><p id="a">z</p><p id="a">z</p>',
    '/: Several elements have the id "a". Give each a different id',
  ],
]

test.each<[name: string, changes: Changes, ...texts: string[]]>([
  [
    'each fault of a page',
    home(faults.map(([markup]) => markup).join('')),
    `The build stops for ${faults.length} errors:`,
    ...faults.flatMap(([, ...texts]) => texts),
  ],
  [
    'dead links in texts, with their place',
    {
      ...home('<main id="top"><a href="/nowhere">x</a></main>'),
      'content/about.md': page('[x](/nowhere) [y](/#top)\n[z](/#gone)'),
      'content/terms.md': '---\nheading: T\nupdated: U\n---\n\n[x](/lost) [y](#gone) [z](/api/)\n',
    },
    'The build stops for 3 errors:',
    'content/about.md:7: "/nowhere" is a dead link: the site has nothing at /nowhere. Correct',
    'content/about.md:8: "/#gone" is a dead link: nothing on / has the id "gone"',
    'content/terms.md:6: "/lost" is a dead link',
  ],
  [
    'a page that throws',
    { 'site/src/pages/home.tsx': `export function Home() { throw new Error('no such luck') }` },
    '/: The page does not render (no such luck). Correct the component',
  ],
  [
    'faulty content',
    { 'content/site.md': site().replace('role:', 'rol:'), 'content/terms.md': null },
    'The build stops for 3 errors:',
    'site.md:1: The field "role" is missing',
    ': There is no field "rol"',
    'terms.md: The file is missing',
  ],
])('the build refuses %s', async (_, changes, ...texts) => {
  await expectFailure(changes, ...texts)
})
