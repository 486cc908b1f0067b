import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app'
import { withoutRouterMarks } from './lib/markup'

export { pages } from './routes'

/** The markup of the app at `url`, whole. Rejects with the first error of any part of it. */
export async function render(url: string): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerenderToNodeStream(
    <StaticRouter location={url}>
      <App />
    </StaticRouter>,
    {
      // Otherwise a long page comes in pieces that a script puts together.
      progressiveChunkSize: Infinity,
      onError: (error) => void errors.push(error),
    },
  )
  let markup = ''
  for await (const piece of prelude.setEncoding('utf8')) markup += String(piece)
  if (errors.length > 0) throw errors[0]
  return withoutRouterMarks(markup)
}
