import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeServer } from '../../testing/fake-server'
import { openSite, signedIn } from '../../testing/render-app'
import { fillSite } from './content.testdata'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
  fillSite(server.content)
})

const about = (body: string) =>
  `---\ntitle: A title\ndescription: Words.\nheading: A heading\n---\n\n${body}\n`
const sentences = (label: string) =>
  [...screen.getByRole('list', { name: label, hidden: true }).children].map(({ textContent }) => textContent)

test('links and headings are checked as one types, by all texts of the site', async () => {
  const body =
    '[a](/abuot) [b](/cv) [c](#here) [d](/about#nowhere)\n\n[e](htp:/foo) [f]()\n\n## Here\n\n#### There'
  server.content.saveElsewhere('about.md', about(body))
  server.content.saveElsewhere('terms.md', '---\nheading: T\nupdated: U\n---\n\n[a](/about#nowhere)\n')
  openSite('/content?text=about.md')
  await screen.findByRole('list', { name: 'Mistakes in the text' })
  const wrong =
    '"htp:/foo" is not an address. Begin it with "https://" for another site, and with "/" for a page of this one.'
  const empty = 'A link has no address. Write it between the round brackets: [words](https://example.test/).'
  const dead =
    'Line 1: "/abuot" is a dead link: the site has nothing at /abuot. Correct the address, or add the page.'
  await waitFor(() =>
    expect(sentences('Mistakes in the text')).toEqual([`Line 3: ${wrong}`, `Line 3: ${empty}`, dead]),
  )
  expect(sentences('Advice on the text')).toEqual([
    'Line 7: A heading of level 4 follows one of level 2. Begin it with "###". Screen reader users look for skipped levels.',
  ])
})

test('another site’s address without its beginning is a mistake', async () => {
  server.content.saveElsewhere('about.md', about('[Code](git.example.test) [CV](cv.pdf)'))
  openSite('/content?text=about.md')
  expect((await screen.findByRole('list', { name: 'Mistakes in the text' })).textContent).toBe(
    'Line 1: "git.example.test" is a dead link: the site has nothing at /git.example.test. Write https://git.example.test if it is another site\'s, or correct it.',
  )
})

test('a link to a page that the site does not have stops the publication', async () => {
  server.content.saveElsewhere('about.md', about('[a](/abuot) [b](/galleries/7) [c](/cv.pdf) [d](cv)'))
  const user = openSite('/content?text=about.md')
  const dead =
    'Line 1: "/abuot" is a dead link: the site has nothing at /abuot. Correct the address, or add the page.'
  expect((await screen.findByRole('list', { name: 'Mistakes in the text' })).textContent).toBe(dead)
  await user.click(screen.getByRole('button', { name: 'Publish (1)' }))
  expect(await screen.findByText(`About: ${dead}`)).toBeDefined()
})
