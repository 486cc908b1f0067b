import {
  startTransition,
  use,
  useActionState,
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
} from 'react'
import { Alert } from './alert'
import { Button } from './button'
import type { ButtonOptions } from './button-class'
import { FormContext } from './field'
import { type FormErrors, formErrors } from './form-errors'
import styles from './work.module.css'
import { cx } from '../lib/cx'

/** What a form shows of its last submission: a message above the fields, and what is wrong with each of them. */
export interface FormState extends Partial<Pick<FormErrors, 'fields'>> {
  message?: ReactNode
  success?: ReactNode
  /** The fields that the message is about. */
  marked?: readonly string[]
}

type FormAction<State> = (data: FormData, form: HTMLFormElement) => State | Promise<State>

/**
 * A form whose submission runs `action`; `state` is what it answered. Unlike a form's own `action` it does not reset the
 * fields, so that nobody types a refused form again. While one runs no other starts. Without a message, the first field
 * with an error takes the focus.
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
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form, event.nativeEvent.submitter)
    if (!pending) startTransition(() => run({ data, form }))
  }
  return { state, pending, onSubmit }
}

interface FormProps extends Omit<ComponentProps<'form'>, 'action'> {
  state: FormState | null
  pending: boolean
  /** What is wrong with each field, in the place of what `state` says. */
  fields?: FormErrors['fields']
  /** Nothing may be typed while the form is pending. */
  locks?: boolean
}

/** A form with what its last submission answered. Its fields and its button take from it what concerns them. */
export function Form({ state, pending, fields, locks, children, className, ...rest }: FormProps) {
  const outcome = pending ? null : state
  const context = {
    fields: fields ?? outcome?.fields ?? {},
    marked: outcome?.marked ?? [],
    pending,
    readOnly: pending && locks === true,
  }
  return (
    <FormContext value={context}>
      <form {...rest} className={className ?? cx(styles.stack, styles.form)}>
        {outcome && <Outcome {...outcome} focusOn={outcome} />}
        {children}
      </form>
    </FormContext>
  )
}

interface SubmitButtonProps extends ButtonOptions {
  /** The label while the form is pending; the button then keeps the focus and does nothing. */
  busy: string
  /** There is nothing more to send. */
  disabled?: boolean
  /** The form's field that says which button sent it. */
  name?: string
  value?: string
  /** A text alone, which may be swapped for the other where a browser translates the page. */
  children: string
}

/** The button that sends a form. */
export function SubmitButton({ busy, children, ...options }: SubmitButtonProps) {
  const { pending } = use(FormContext)
  return (
    <Button {...options} type="submit" aria-disabled={pending} className={styles.submit}>
      {pending ? busy : children}
    </Button>
  )
}

/** The message of a write that succeeded or failed, which takes the focus when `focusOn` changes; nothing without one. */
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

/** What was typed into the fields `names`; empty where there is no such field. */
export function formTexts<Name extends string>(data: FormData, ...names: Name[]): Record<Name, string> {
  const text = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')
  return Object.fromEntries(names.map((name) => [name, text(data.get(name))])) as Record<Name, string>
}

/** The same, without the spaces around them. */
export function trimmedTexts<Name extends string>(data: FormData, ...names: Name[]): Record<Name, string> {
  const texts = formTexts(data, ...names)
  for (const name of names) texts[name] = texts[name].trim()
  return texts
}

/** Those of the texts that differ from `record`. To send no others keeps what somebody else has changed there meanwhile. */
export function changedTexts<Name extends string>(
  texts: Record<Name, string>,
  record: Partial<Record<Name, string>>,
): Partial<Record<Name, string>> {
  // A form is sent with line ends that fields do not have.
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
    <Form {...action} noValidate className={cx(styles.stack, styles.form)}>
      {children}
    </Form>
  )
}
