import { startTransition, useActionState, type SubmitEvent } from 'react'

type FormAction<State> = (data: FormData, form: HTMLFormElement) => State | Promise<State>

/**
 * A form whose submission runs `action`; `state` is what it answered. Unlike a form's own `action` it does not reset the
 * fields, so that nobody types a refused form again. While one runs no other starts.
 */
export function useFormAction<State>(action: FormAction<State>, initial: Awaited<State>) {
  const [state, run, pending] = useActionState<State, HTMLFormElement>(
    (_previous, form) => action(new FormData(form), form),
    initial,
  )
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!pending) startTransition(() => run(form))
  }
  return { state, pending, onSubmit }
}
