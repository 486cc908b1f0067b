import type { ReactNode } from 'react'
import type { QueryKey } from '@tanstack/react-query'
import { useInvalidatingMutation } from '../lib/use-invalidating-mutation'
import { TextField } from './field'
import { Form, SubmitButton, trimmedTexts, useFormAction } from './form'
import { pageErrorInOneLine, type PageErrors } from './form-errors'
import { showToast } from './toast'

interface CreateFormProps<Created> {
  /** The name of the record: 'Category'. */
  kind: string
  /** The button's label. */
  action: string
  create: (texts: { name: string; description: string }) => Promise<Created>
  /** Added to the success message. */
  note?: (created: Created) => string | undefined
  invalidates: QueryKey
  pageErrors: PageErrors
  nameLabel: string
  /** The description field and further hints. */
  children: ReactNode
}

/** A form that creates a record with a name and a description. */
export function CreateForm<Created>(props: CreateFormProps<Created>) {
  const { kind, action, create, note, invalidates, pageErrors, nameLabel, children } = props
  const { mutateAsync } = useInvalidatingMutation(create, invalidates)
  const form = useFormAction(async (data, element) => {
    pageErrors.clear()
    const texts = trimmedTexts(data, 'name', 'description')
    if (texts.name === '') return { fields: { name: [`${kind} name cannot be empty.`] } }
    let created: Created
    try {
      created = await mutateAsync(texts)
    } catch (error) {
      const failure = `Failed to create ${kind.toLowerCase()}.`
      pageErrors.add(pageErrorInOneLine(failure, error, 'name', 'description'), { urgent: true })
      return null
    }
    element.reset()
    showToast([`${kind} created successfully!`, note?.(created)].filter(Boolean).join(' '))
    return null
  })
  return (
    <Form {...form} noValidate>
      <TextField name="name" label={nameLabel} autoComplete="off" aria-required />
      {children}
      <SubmitButton wide busy="Creating...">
        {action}
      </SubmitButton>
    </Form>
  )
}
