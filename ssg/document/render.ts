import pLimit from 'p-limit'
import type { Diagnostic } from '../lib/diagnostics.ts'
import type { Page, ServerEntry } from './pages.ts'

/** A page with its markup. */
export interface RenderedPage extends Page {
  markup: string
}

/** Renders the pages, at most 32 at a time. A page that fails, or takes more than `timeout` milliseconds, gives a diagnostic. */
export async function renderPages(
  pages: readonly Page[],
  render: ServerEntry['render'],
  timeout = 10_000,
): Promise<{ rendered: RenderedPage[]; diagnostics: Diagnostic[] }> {
  const rendered: RenderedPage[] = []
  const diagnostics: Diagnostic[] = []
  await pLimit(32).map(pages, async (page, index) => {
    try {
      rendered[index] = { ...page, markup: await withTimeout(timeout, render(page.path)) }
    } catch (error) {
      const message = `The page does not render (${error instanceof Error ? error.message : String(error)})`
      const hint = 'Mend the component that fails; run the build with DEBUG=ssg to see where.'
      if (process.env['DEBUG'] === 'ssg') console.error(error)
      diagnostics.push({ where: page.path, message, hint })
    }
  })
  return { rendered: rendered.filter(Boolean), diagnostics }
}

function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`it still waits for something after ${milliseconds} ms`))
    }, milliseconds)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
