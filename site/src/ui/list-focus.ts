/**
 * Remembers where the focus goes when the row `id` of a list is removed. Call the function that is returned when the list
 * has been rendered without it: it focuses the row that followed, or else the one before, or else the list's heading.
 * Rows carry their id as `data-row`, headings of lists `data-list-heading`; both can take the focus.
 */
export function focusAfterRemoval(id: number): () => void {
  const row = document.querySelector(rowSelector(id))
  const list = row?.closest('section')
  const rows = [...(list?.querySelectorAll('[data-row]') ?? [])]
  const index = rows.findIndex((other) => other === row)
  const neighbours = [rows[index + 1], rows[index - 1]].map((other) => other?.getAttribute('data-row'))
  return () => {
    const targets = [
      ...neighbours.map((other) => other && list?.querySelector(rowSelector(Number(other)))),
      list?.querySelector('[data-list-heading]'),
    ]
    const target = targets.find((element) => element instanceof HTMLElement)
    if (target instanceof HTMLElement) target.focus()
  }
}

const rowSelector = (id: number) => `[data-row="${id}"]`
