import type { FieldModel } from '#model/fields'
import { normalDate } from '#model/import/dates'

/** An address of a site without its beginning: example.test/name. */
const host = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]\S*)?$/u

/** What the user typed as the content has it: dates as 2021-03, addresses with their beginning. */
export function normalised(type: FieldModel['type'], text: string): string {
  if (type === 'date') return normalDate(text)
  if (type === 'url' || type === 'email')
    return host.test(text.trim()) && type === 'url' ? `https://${text.trim()}` : text.trim()
  return text
}
