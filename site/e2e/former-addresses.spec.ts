import { request } from 'node:http'
import { post } from './fixtures/api.ts'
import { createPerson, openSession } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ demo: true, folder: '' })

test('former addresses of pages, lists and feeds lead on, however they are written', async ({
  page,
  site,
}) => {
  const tokens = await openSession(page, await createPerson(site, { staff: true }))
  const headers = { Authorization: `Bearer ${tokens.access}` }
  const aliases = ['/2019/05/Mein-Beitrag/', '/über-mich', '/caf%C3%A9/', '/blog/My_Post.html']
  const texts = {
    'notes/tides.md': `title: Tides\ndate: 2020-11-01\naliases: ${JSON.stringify(aliases)}`,
    'notes/page.md':
      'title: Notes\ndescription: All.\nheading: Notes\naliases: [/blog, /index.xml, /rss, /feed/]',
  }
  const drafts = []
  for (const [path, front] of Object.entries(texts)) {
    const published = await page.request.get('/api/content/source/', { headers })
    expect(published.status()).toBe(200)
    const data = { path, text: `---\n${front}\n---\n\nText.\n`, base: 0, revision: 0, publication: 0 }
    const answer = await page.request.put('/api/content/drafts/', { headers, data })
    expect(answer.status(), await answer.text()).toBe(200)
    drafts.push({ path, revision: 1, title: path })
  }
  await post(page, tokens, '/api/content/publications/', { data: { drafts, publish_at: null } })
  await expect
    .poll(async () => (await page.request.get('/notes/tides')).status(), { intervals: [500] })
    .toBe(200)

  for (const [to, ...paths] of [
    [
      '/notes/tides',
      ...['/2019/05/Mein-Beitrag/', '/2019/05/Mein-Beitrag', '/2019/05/mein-beitrag/?ref=a'],
      ...['/%C3%BCber-mich', '/%c3%bcber-mich/', '/u%CC%88ber-mich', '/%C3%9CBER-MICH'],
      ...['/caf%C3%A9', '/caf%c3%a9/', '/blog/My_Post.html'],
    ],
    ['/notes', '/blog', '/blog/', '/Blog'],
    ['/notes/feed.xml', '/index.xml', '/rss', '/rss/', '/feed', '/feed/'],
  ] as [string, ...string[]][])
    for (const path of paths) {
      const query = path.split('?')[1]
      expect(await rawGet(site.url, path), path).toEqual([301, query === undefined ? to : `${to}?${query}`])
    }
})

/** Sends a path as it is, which a browser would correct. */
const rawGet = (origin: string, path: string) =>
  new Promise<unknown[]>((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    request({ hostname, port, path }, (answer) => {
      answer.resume()
      resolve([answer.statusCode, answer.headers.location])
    })
      .on('error', reject)
      .end()
  })
