import pLimit from 'p-limit'
import type { Mistake } from '../lib/diagnostics.ts'
import type { Page, ServerEntry } from './pages.ts'

/** A page with its markup. */
export interface RenderedPage extends Page {
  markup: string
}

/** Renders the pages, some at a time; a page that fails, or is not ready after `patience` milliseconds, becomes a mistake. */
export async function renderPages(
  pages: readonly Page[],
  render: ServerEntry['render'],
  patience = 10_000,
): Promise<{ rendered: RenderedPage[]; mistakes: Mistake[] }> {
  const rendered: RenderedPage[] = []
  const mistakes: Mistake[] = []
  await pLimit(32).map(pages, async (page, index) => {
    try {
      rendered[index] = { ...page, markup: await within(patience, render(page.path)) }
    } catch (error) {
      const what = `The page does not render (${error instanceof Error ? error.message : String(error)})`
      const remedy = 'Mend the component that fails; run the build with DEBUG=ssg to see where.'
      if (process.env['DEBUG'] === 'ssg') console.error(error)
      mistakes.push({ where: page.path, what, remedy })
    }
  })
  return { rendered: rendered.filter(Boolean), mistakes }
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`it still waits for something after ${milliseconds} ms`))
    }, milliseconds)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
