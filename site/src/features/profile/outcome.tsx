import { Alert } from '../../ui/alert'
import type { FormErrors } from '../../ui/form-errors'
import { Success } from '../../ui/success'

export interface OutcomeProps {
  success?: string
  errors?: FormErrors
}

/** The message of a write that succeeded or failed, which takes the focus; nothing before. */
export function Outcome({ success, errors }: OutcomeProps) {
  if (success) return <Success focusOn={success}>{success}</Success>
  return errors?.message && <Alert focusOn={errors.message}>{errors.message}</Alert>
}
