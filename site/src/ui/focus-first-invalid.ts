/** Puts the focus on the first field of `form` that `errors` names. */
export function focusFirstInvalid(form: HTMLFormElement, errors: Record<string, readonly string[]>): void {
  const first = [...form.elements].find(
    (element) => (errors[element.getAttribute('name') ?? '']?.length ?? 0) > 0,
  )
  if (first instanceof HTMLElement) first.focus()
}
