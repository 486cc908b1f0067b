import { Alert } from './alert'
import type { Complaints } from './complaints'

/** All that went wrong since the last action. */
export function ErrorBanner({ complaints }: { complaints: Complaints }) {
  const { lines, attention, clear } = complaints
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
