import { post } from './fixtures/api.ts'
import { createPerson, openSession } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'

// The feed is at an address of https.
test.use({ demo: true, folder: '', settings: { PUBLIC_URL: 'https://ann.example' } })

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
  const known = await page.request.get('/api/content/files/', { headers })
  const { files } = (await known.json()) as { files: { path: string; published?: { version: number } }[] }
  const drafts = []
  for (const [path, front] of Object.entries(texts)) {
    const base = files.find((file) => file.path === path)?.published?.version ?? 0
    const data = { path, text: `---\n${front}\n---\n\nText.\n`, base, revision: 0, publication: 0 }
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
      ...['/2019/05/Mein-Beitrag/', '/2019/05/Mein-Beitrag', '/2019/05/mein-beitrag/'],
      ...['/%C3%BCber-mich', '/%c3%bcber-mich/', '/u%CC%88ber-mich', '/%C3%9CBER-MICH'],
      ...['/caf%C3%A9', '/caf%c3%a9/', '/blog/My_Post.html'],
    ],
    ['/notes', '/blog', '/blog/', '/Blog'],
    ['/notes/feed.xml', '/index.xml', '/rss', '/rss/', '/feed', '/feed/'],
  ] as [string, ...string[]][])
    for (const path of paths) {
      const answer = await page.request.get(path, { maxRedirects: 0 })
      expect([answer.status(), answer.headers()['location']], path).toEqual([301, to])
    }
})
