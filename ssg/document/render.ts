import pLimit from 'p-limit'
import type { Diagnostic } from '../model/diagnostics.ts'
import type { Page, ServerEntry } from './pages.ts'

/**
 * Renders the pages, at most 32 at a time, and hands each to `use` with its markup. A page that fails, or takes more than
 * `timeout` milliseconds, gives a diagnostic. The results are in the order of the pages.
 */
export async function renderPages<Result>(
  pages: readonly Page[],
  render: ServerEntry['render'],
  use: (page: Page, markup: string) => Result | Promise<Result>,
  timeout = 10_000,
): Promise<{ results: Result[]; diagnostics: Diagnostic[] }> {
  const diagnostics: Diagnostic[] = []
  const results = await pLimit(32).map(pages, async (page) => {
    let markup: string
    try {
      markup = await withTimeout(timeout, render(page.path))
    } catch (error) {
      const message = `The page does not render (${error instanceof Error ? error.message : String(error)})`
      const hint = 'Mend the component that fails; run the build with DEBUG=ssg to see where.'
      if (process.env['DEBUG'] === 'ssg') console.error(error)
      diagnostics.push({ where: page.path, message, hint })
      return []
    }
    return [await use(page, markup)]
  })
  return { results: results.flat(), diagnostics }
}

function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`it still waits for something after ${milliseconds} ms`))
    }, milliseconds)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
