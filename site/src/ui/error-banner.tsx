import { Alert } from './alert'
import type { PageErrors } from './page-errors'

/** All that went wrong since the last action. */
export function ErrorBanner({ pageErrors }: { pageErrors: PageErrors }) {
  const { lines, attention, clear } = pageErrors
  if (lines.length === 0) return null
  return (
    <Alert focusOn={attention} onDismiss={clear}>
      <ul>
        {lines.map(({ text, reason }, index) => (
          // Lines are only ever appended, and two may read the same.
          <li key={index}>
            <p>{text}</p>
            {reason && <p>{reason}</p>}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
