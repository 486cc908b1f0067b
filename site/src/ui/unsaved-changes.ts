/** Whether a field of a form in `root` has another value than at first. Passwords, which nobody saves, do not count. */
export function hasChanges(root: ParentNode): boolean {
  return [...root.querySelectorAll('form')].some((form) => [...form.elements].some(isChanged))
}

function isChanged(field: Element): boolean {
  if (!field.getAttribute('name')) return false
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
    return field.selectedIndex !== Math.max(first, 0)
  }
  // A text area has other line ends than its first text may have.
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue.replaceAll('\r\n', '\n')
  if (!(field instanceof HTMLInputElement) || field.type === 'password') return false
  return field.type === 'checkbox' || field.type === 'radio'
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue
}
