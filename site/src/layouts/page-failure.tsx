import { useEffect } from 'react'
import { browser } from '../lib/browser'
import { Button } from '../ui/button'

// Inline, because a style sheet of its own might not load either.
const style = { width: 'var(--container)', margin: '6rem auto', display: 'grid', gap: '1rem' }

/** Replaces a page that could not be rendered or loaded. The retry fetches the whole document again, as the connection's return does. */
export function PageFailure() {
  const { onLine } = navigator
  useEffect(() => {
    if (onLine) return
    // The connection may have come back before this listens.
    if (navigator.onLine) browser.reload()
    addEventListener('online', browser.reload)
    return () => removeEventListener('online', browser.reload)
  }, [onLine])
  return (
    <div role="alert" style={style}>
      <h1>This page could not be shown</h1>
      <p>
        {onLine
          ? 'A part of it did not arrive, or the server answered something unexpected.'
          : 'There is no connection. The page is loaded when it is back.'}
      </p>
      <p>
        <Button variant="primary" onClick={() => browser.reload()}>
          Try again
        </Button>
      </p>
    </div>
  )
}
