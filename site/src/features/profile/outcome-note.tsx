import { Alert } from '../../ui/alert'
import { Success } from '../../ui/success'
import type { Outcome } from './outcome'

/** Says at the top of a form how it went. */
export function OutcomeNote({ outcome }: { outcome: Outcome | null }) {
  if (!outcome?.message) return null
  return outcome.done ? (
    <Success focusOn={outcome}>{outcome.message}</Success>
  ) : (
    <Alert focusOn={outcome}>{outcome.message}</Alert>
  )
}
