import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app'

export { pages } from './routes'

/** The markup of the app at `url`, whole. Rejects with the first error of any part of it. */
export async function render(url: string): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <StaticRouter location={url}>
      <App />
    </StaticRouter>,
    {
      // Otherwise a long page comes in pieces that a script puts together.
      progressiveChunkSize: Infinity,
      onError: (error) => void errors.push(error),
    },
  )
  const markup = await new Response(prelude).text()
  if (errors.length > 0) throw errors[0]
  // A mark of the router for its own framework; the browser's router does without it too.
  return markup.replaceAll(' data-discover="true"', '')
}
