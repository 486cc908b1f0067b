import { expect, test } from 'vitest'
import type { Page } from './pages.ts'
import { renderPages } from './render.ts'

const page = (path: string): Page => ({
  path,
  file: 'a.html',
  status: 200,
  title: 'A',
  description: 'A.',
  module: undefined,
})

test('pages keep their order, whichever is ready first', async () => {
  const slowFirst = (url: string) =>
    url === '/a' ? new Promise<string>((done) => setTimeout(done, 5, 'a')) : done('b')
  const { results } = await renderPages([page('/a'), page('/b')], slowFirst, both)
  expect(results).toEqual([
    ['/a', 'a'],
    ['/b', 'b'],
  ])
})

test('a page is done with before all are rendered', async () => {
  const paths = Array.from({ length: 100 }, (_, index) => `/${index}`)
  let [rendered, unused, most] = [0, 0, 0]
  const render = (url: string) => {
    rendered++
    most = Math.max(most, ++unused)
    return done(url)
  }
  await renderPages(paths.map(page), render, () => unused--)
  expect(rendered).toBe(100)
  expect(most).toBeLessThan(50)
})

test('a page that waits for ever is named, and does not hold up the others', async () => {
  const render = (url: string) => (url === '/a' ? new Promise<string>(() => undefined) : done('b'))
  const { results, diagnostics } = await renderPages([page('/a'), page('/b')], render, both, 20)
  expect(results).toEqual([['/b', 'b']])
  expect(diagnostics).toEqual([
    {
      where: '/a',
      message: 'The page does not render (it still waits for something after 20 ms)',
      hint: expect.stringContaining('Mend the component') as string,
    },
  ])
})

const both = ({ path }: Page, markup: string) => [path, markup]
const done = (markup: string) => Promise.resolve(markup)
