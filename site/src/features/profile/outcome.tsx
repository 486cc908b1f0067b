import { Alert } from '../../ui/alert'
import type { FormErrors } from '../../ui/form-errors'
import { Success } from '../../ui/success'

export interface OutcomeProps {
  success?: string
  errors?: FormErrors
}

/** Says how a write went, and takes the focus; nothing while there is nothing to say. */
export function Outcome({ success, errors }: OutcomeProps) {
  if (success) return <Success focusOn={success}>{success}</Success>
  return errors?.message && <Alert focusOn={errors.message}>{errors.message}</Alert>
}
