import { kindModels } from '../../../../ssg/model/fields'
import { readForm } from '../../../../ssg/model/form'
import { isChanged, type Entries, type Entry } from './entries'
import { nameOf, placeOf } from './outline'

/** What is published or left out as a whole. */
export interface Change {
  /** How the publication's history names it. */
  title: string
  place: string
  /** One, or all that changed their places in a folder. */
  entries: [Entry, ...Entry[]]
  isOrder: boolean
}

/** The drafts to publish, with a folder's new order as one change. */
export function changesOf(entries: Entries): Change[] {
  const changes: Change[] = []
  for (const entry of entries.values()) {
    if (!isChanged(entry)) continue
    const isOrder = isMoved(entry)
    const other = isOrder && changes.find((change) => change.isOrder && change.entries[0].kind === entry.kind)
    if (other) other.entries.push(entry)
    else
      changes.push({ title: titleOf(entry, isOrder), place: placeOf(entry.path), entries: [entry], isOrder })
  }
  return changes
}

const titleOf = (entry: Entry, isOrder: boolean): string =>
  isOrder && entry.kind ? `${kindModels[entry.kind].title}: new order` : nameOf(entry)

/** Whether the entry only changed its place in its folder. */
function isMoved({ path, published, text, form }: Entry): boolean {
  const before = published === null || text === null ? undefined : readForm(path, published)
  if (!before || !form || before.body !== form.body) return false
  const names = new Set([...Object.keys(before.fields), ...Object.keys(form.fields)])
  const changed = [...names].filter((name) => String(before.fields[name]) !== String(form.fields[name]))
  return changed.join() === 'order'
}
