import type { ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { formErrors, type FormErrors } from '../../ui/form-errors'
import { useFormAction } from '../../ui/use-form-action'
import { Outcome, type OutcomeProps } from './outcome'
import styles from './section.module.css'

interface ProfileFormProps {
  /** What is wrong with the form before it is sent; null when nothing is. */
  check?: (data: FormData) => FormErrors | null
  /** Sends the form and answers the message of its success. */
  send: (data: FormData) => Promise<string>
  /** The message of a failure for which the server gives no reason. */
  failure: string
  /** Whether the fields keep their values after a success. */
  keepsValues?: boolean
  children: (errors: FormErrors['fields'], pending: boolean) => ReactNode
}

/** A form of the profile. It shows above its fields how the submission went. */
export function ProfileForm({ check, send, failure, keepsValues = false, children }: ProfileFormProps) {
  // What was sent may hold passwords: it is not cached.
  const { mutateAsync } = useMutation({ mutationFn: send, gcTime: 0 })
  const { state, pending, onSubmit } = useFormAction<OutcomeProps>(async (data, form) => {
    const errors =
      check?.(data) ?? (await mutateAsync(data).catch((error: unknown) => formErrors(error, failure)))
    if (typeof errors !== 'string') {
      focusFirstInvalid(form, errors.fields)
      return { errors }
    }
    if (!keepsValues) form.reset()
    return { success: errors }
  }, {})
  const outcome = pending ? {} : state

  return (
    <form onSubmit={onSubmit} noValidate className={styles.form}>
      <Outcome {...outcome} />
      {children(outcome.errors?.fields ?? {}, pending)}
    </form>
  )
}
