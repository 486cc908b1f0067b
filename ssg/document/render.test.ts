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
  const { rendered } = await renderPages([page('/a'), page('/b')], slowFirst)
  expect(rendered.map(({ path, markup }) => [path, markup])).toEqual([
    ['/a', 'a'],
    ['/b', 'b'],
  ])
})

test('a page that waits for ever is named, and does not hold up the others', async () => {
  const render = (url: string) => (url === '/a' ? new Promise<string>(() => undefined) : done('b'))
  const { rendered, diagnostics } = await renderPages([page('/a'), page('/b')], render, 20)
  expect(rendered.map(({ path }) => path)).toEqual(['/b'])
  expect(diagnostics).toEqual([
    {
      where: '/a',
      message: 'The page does not render (it still waits for something after 20 ms)',
      hint: expect.stringContaining('Mend the component') as string,
    },
  ])
})

const done = (markup: string) => Promise.resolve(markup)
