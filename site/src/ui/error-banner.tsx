import { Alert } from './alert'
import type { PageErrors } from './page-errors'

/** All that went wrong since the last action. */
export function ErrorBanner({ pageErrors }: { pageErrors: PageErrors }) {
  const { entries, focusOn, clear } = pageErrors
  if (entries.length === 0) return null
  return (
    <Alert focusOn={focusOn} onDismiss={clear}>
      <ul>
        {entries.map(({ text, reason }, index) => (
          // Entries are only ever appended, and two may read the same.
          <li key={index}>
            <p>{text}</p>
            {reason && <p>{reason}</p>}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
