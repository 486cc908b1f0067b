import { pageOf } from '#model/addresses'
import { kindModels } from '#model/fields'
import { readForm } from '#model/form'
import { isChanged, type Entries, type Entry } from './entries'
import { isOrdered, nameOf, placeOf } from './outline'

/** What is published or left out as a whole. */
export interface Change {
  /** How the publication's history names it. */
  title: string
  place: string
  /** One, all that changed their places in a folder, or one with a new address and the files at its former ones. */
  entries: [Entry, ...Entry[]]
  isOrder: boolean
}

/** The drafts to publish, with a folder's new order as one change. */
export function changesOf(entries: Entries): Change[] {
  const changes: Change[] = []
  const changed = [...entries.values()].filter(isChanged)
  // A file that has got another address is a new one, and the former one is deleted. Its translations follow.
  const hadAddress = ({ content, fields }: Entry, { original }: Entry) =>
    content !== null && [fields['aliases'] ?? []].flat().includes(pageOf(original) ?? '')
  const movedTo = (entry: Entry) =>
    entry.content === null
      ? changed.find((other) => hadAddress(other, entry))
      : changed.find(
          (other) =>
            other !== entry &&
            other.path === entry.original &&
            changed.some(
              (former) =>
                former.content === null && former.language === entry.language && hadAddress(other, former),
            ),
        )
  for (const entry of changed) {
    if (movedTo(entry)) continue
    const former = changed.filter((other) => movedTo(other) === entry)
    if (former.length > 0) {
      const title = `${nameOf(entry)}: new address`
      changes.push({ title, place: placeOf(entry.path), entries: [entry, ...former], isOrder: false })
      continue
    }
    const isOrder = isMoved(entry)
    const other = isOrder && changes.find((change) => change.isOrder && change.entries[0].kind === entry.kind)
    if (other) other.entries.push(entry)
    else
      changes.push({
        title: changeTitle(entry, isOrder),
        place: placeOf(entry.path),
        entries: [entry],
        isOrder,
      })
  }
  return changes
}

const changeTitle = (entry: Entry, isOrder: boolean): string =>
  isOrder && entry.kind ? `${kindModels[entry.kind].title}: new order` : nameOf(entry)

/** Whether the entry only changed its place in its folder. */
function isMoved({ path, kind, published, content, form }: Entry): boolean {
  if (!kind || !isOrdered(kindModels[kind])) return false
  const before = published === null || content === null ? undefined : readForm(path, published)
  if (!before || !form || before.body !== form.body) return false
  const names = new Set([...Object.keys(before.fields), ...Object.keys(form.fields)])
  const changed = [...names].filter((name) => String(before.fields[name]) !== String(form.fields[name]))
  return changed.join() === 'order'
}
