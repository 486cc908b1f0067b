import { browser } from '../lib/browser'
import { Button } from '../ui/button'

// Inline, because a style sheet of its own might not load either.
const style = { width: 'var(--container)', margin: '6rem auto', display: 'grid', gap: '1rem' }

/** Replaces a page that could not be rendered or loaded. The retry fetches the whole document again. */
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
