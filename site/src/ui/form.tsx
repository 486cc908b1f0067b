import {
  startTransition,
  use,
  useActionState,
  useState,
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
} from 'react'
import { cx } from '../lib/cx'
import { Alert } from './alert'
import { Button, type ButtonProps } from './button'
import { FormContext } from './field'
import { type FormErrors, formErrors } from './form-errors'
import { stackClass } from './layout'
import styles from './form.module.css'

/** The result of the last submission. */
export interface FormState extends Partial<Pick<FormErrors, 'fields'>> {
  message?: ReactNode
  success?: ReactNode
  /** The fields the message is about. */
  marked?: readonly string[]
}

type FormAction<State> = (data: FormData, form: HTMLFormElement) => State | Promise<State>

/**
 * Runs `action` on submission; `state` is its result. Unlike the `action` of a form it keeps the values of refused fields.
 * Submissions do not overlap. Without a message, the first field with an error takes the focus.
 */
export function useFormAction<State extends FormState = FormState>(action: FormAction<State | null>) {
  const [state, run, pending] = useActionState<State | null, { data: FormData; form: HTMLFormElement }>(
    async (_previous, { data, form }) => {
      const next = await action(data, form)
      if (!next?.message) focusFirstInvalid(form, next?.fields ?? {})
      return next
    },
    null,
  )
  const [submitter, setSubmitter] = useState('')
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const button = event.nativeEvent.submitter
    const data = new FormData(form, button)
    if (pending) return
    setSubmitter(button?.getAttribute('name') ?? '')
    startTransition(() => run({ data, form }))
  }
  return { state, pending, submitter, onSubmit }
}

interface FormProps extends Omit<ComponentProps<'form'>, 'action'> {
  state: FormState | null
  pending: boolean
  submitter?: string
  /** Errors to show instead of those in `state`. */
  fields?: FormErrors['fields']
  locks?: boolean
}

/** A form that passes the result of its last submission to its fields and button. */
export function Form({ state, pending, submitter, fields, locks, children, className, ...rest }: FormProps) {
  const outcome = pending ? null : state
  const context = {
    fields: fields ?? outcome?.fields ?? {},
    marked: outcome?.marked ?? [],
    pending,
    ...(submitter && { submitter }),
    readOnly: pending && locks === true,
  }
  return (
    <FormContext value={context}>
      <form {...rest} className={className ?? cx(stackClass(), styles.form)}>
        {outcome && <Outcome {...outcome} focusOn={outcome} />}
        {children}
      </form>
    </FormContext>
  )
}

interface SubmitButtonProps extends Pick<ButtonProps, 'variant' | 'wide' | 'small'> {
  /** The label while pending after a press on this button, which keeps the focus and does nothing. */
  busy: string
  disabled?: boolean
  /** The name under which the form data includes this button; buttons of one form differ in it. */
  name?: string
  value?: string
  /** Plain text, which survives a translated page. */
  children: string
}

export function SubmitButton({ busy, children, ...options }: SubmitButtonProps) {
  const { pending, submitter = '' } = use(FormContext)
  return (
    <Button {...options} type="submit" aria-disabled={pending} className={styles.submit}>
      {pending && submitter === (options.name ?? '') ? busy : children}
    </Button>
  )
}

/** The result of a write; it takes the focus when `focusOn` changes. */
export function Outcome({ message, success, focusOn }: FormState & { focusOn: unknown }) {
  if (success) {
    return (
      <Alert success focusOn={focusOn}>
        {success}
      </Alert>
    )
  }
  return message && <Alert focusOn={focusOn}>{message}</Alert>
}

/** The values of the fields `names`; empty for missing fields. */
export function formTexts<Name extends string>(data: FormData, ...names: Name[]): Record<Name, string> {
  const text = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')
  return Object.fromEntries(names.map((name) => [name, text(data.get(name))])) as Record<Name, string>
}

/** Like `formTexts`, trimmed. */
export function trimmedTexts<Name extends string>(data: FormData, ...names: Name[]): Record<Name, string> {
  const texts = formTexts(data, ...names)
  for (const name of names) texts[name] = texts[name].trim()
  return texts
}

/** The texts that differ from `record`. Sending only these keeps other people's changes to the rest. */
export function changedTexts<Name extends string>(
  texts: Record<Name, string>,
  record: Partial<Record<Name, string>>,
): Partial<Record<Name, string>> {
  // Submitted texts have other line ends than fields.
  const changed = Object.entries<string>(texts).filter(
    ([name, text]) => text !== (record[name as Name] ?? '').replaceAll('\r\n', '\n'),
  )
  return Object.fromEntries(changed) as Partial<Record<Name, string>>
}

function focusFirstInvalid(form: HTMLFormElement, errors: FormErrors['fields']): void {
  const first = [...form.elements].find(
    (element) => (errors[element.getAttribute('name') ?? '']?.length ?? 0) > 0,
  )
  if (first instanceof HTMLElement) first.focus()
}

interface ProfileFormProps {
  /** Checks the form before it is sent; null if it is valid. */
  check?: (data: FormData) => FormErrors | null
  /** Sends the form and resolves to the success message. */
  send: (data: FormData) => Promise<string>
  /** Shown if the server gives no reason. */
  failure: string
  /** Keeps the values after a success. */
  keepsValues?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A form that makes one call and shows its result above the fields. */
export function ActionForm({
  check,
  send,
  failure,
  keepsValues = false,
  className,
  children,
}: ProfileFormProps) {
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
    <Form {...action} noValidate className={className}>
      {children}
    </Form>
  )
}
