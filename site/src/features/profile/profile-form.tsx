import type { ReactNode } from 'react'
import { Form, useFormAction } from '../../ui/form'
import { formErrors, type FormErrors } from '../../ui/form-errors'
import { cx } from '../../lib/cx'
import work from '../../ui/work.module.css'
import styles from './profile.module.css'

interface ProfileFormProps {
  /** What is wrong with the form before it is sent; null when nothing is. */
  check?: (data: FormData) => FormErrors | null
  /** Sends the form and answers the message of its success. */
  send: (data: FormData) => Promise<string>
  /** The message of a failure for which the server gives no reason. */
  failure: string
  /** Whether the fields keep their values after a success. */
  keepsValues?: boolean
  children: ReactNode
}

/** A form of the profile. It shows above its fields how the submission went. */
export function ProfileForm({ check, send, failure, keepsValues = false, children }: ProfileFormProps) {
  const action = useFormAction(async (data, form) => {
    const invalid = check?.(data)
    if (invalid) return invalid
    try {
      const success = await send(data)
      if (!keepsValues) form.reset()
      return { success }
    } catch (error) {
      return formErrors(error, failure)
    }
  })
  return (
    <Form {...action} noValidate className={cx(work.stack, styles.form)}>
      {children}
    </Form>
  )
}
