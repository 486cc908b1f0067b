import { browser } from '../lib/browser'
import { Button } from '../ui/button'

// Inline, because its style sheet might not load either.
const style = { width: 'var(--container)', margin: '6rem auto', display: 'grid', gap: '1rem' }

/** Replaces a page that failed; the retry reloads the document. */
export function PageFailure() {
  return (
    <div role="alert" style={style}>
      <h1>This page could not be shown</h1>
      <p>Something did not load.</p>
      <p>
        <Button variant="primary" onClick={() => browser.reload()}>
          Try again
        </Button>
      </p>
    </div>
  )
}
