import type { ReactNode } from 'react'
import { Form, useFormAction } from './form'
import { formErrors, type FormErrors } from './form-errors'
import { cx } from '../lib/cx'
import work from './work.module.css'

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

/** A form that makes one call. It shows above its fields how the submission went. */
export function ActionForm({ check, send, failure, keepsValues = false, children }: ProfileFormProps) {
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
    <Form {...action} noValidate className={cx(work.stack, work.form)}>
      {children}
    </Form>
  )
}
