import { useId, useState } from 'react'
import { inOrder, shortestOrder } from '#model/audiences'
import { kindModels } from '#model/fields'
import type { FormFile } from '#model/form'
import type { Folder } from '#model/kinds'
import field from '../../ui/field.module.css'
import { ImportList } from '../../ui/import-list'
import { Stack } from '../../ui/layout'
import { Note } from '../../ui/note'
import { TextAction } from '../../ui/row-actions'
import { showToast } from '../../ui/toast'
import { orderedSections } from './cv-sections'
import type { Entries, Entry } from './entries'
import { OrderDialog } from './order-dialog'
import { detailOf, nameOf, partOf } from './outline'
import styles from './content.module.css'

type Fields = FormFile['fields']
type Lists = Record<'leave_out' | 'order', string[] | undefined>

interface AudienceEntriesProps {
  entries: Entries
  /** Those of the CV for an audience. */
  fields: Fields
  /** Undefined removes a list. */
  onChange: (lists: Partial<Lists>) => void
}

/** The entries of the CV, to leave out those that an audience doesn't need, and to put the others in order. */
export function AudienceEntries({ entries, fields, onChange }: AudienceEntriesProps) {
  const id = useId()
  const [ordering, setOrdering] = useState<string>()
  // The list of an entry that is only deleted in a draft still has it: the entry may come back.
  const listed = (name: keyof Lists) => [fields[name] ?? []].flat().filter((path) => entries.has(path))
  const [leftOut, order] = [listed('leave_out'), listed('order')]
  const sections = sectionsOf(entries)
  const usual = sections.flatMap(({ entries }) => entries.map(pathOf))
  const items = sections.flatMap(({ name, entries }) =>
    inOrder(entries, order, pathOf).map((entry) => ({
      id: entry.path,
      group: name,
      title: nameOf(entry),
      detail: detailOf(entry),
    })),
  )
  const shownIn = (group: string) =>
    items.filter((item) => item.group === group && !leftOut.includes(item.id))

  function choose(chosen: ReadonlySet<string>): void {
    const gone = leftOut.filter((path) => !usual.includes(path))
    onChange({ leave_out: listOf([...usual.filter((path) => !chosen.has(path)), ...gone]) })
  }

  function reorder(group: string, paths: readonly string[]): void {
    const own = new Set(items.filter((item) => item.group === group).map(({ id }) => id))
    const others = order.filter((path) => !own.has(path))
    onChange({ order: listOf([...others, ...shortestOrder(paths, usual)]) })
    showToast('Order changed.', { label: 'Undo', run: () => onChange({ order: listOf(order) }) })
  }

  return (
    <fieldset data-field="leave_out" aria-describedby={id}>
      <legend className={field.label}>
        <b>Entries</b>
      </legend>
      <Stack gap="sm">
        <Note id={id}>Clear what this reader doesn’t need.</Note>
        <ImportList
          items={items}
          chosen={new Set(usual.filter((path) => !leftOut.includes(path)))}
          onChange={(_, chosen) => choose(chosen)}
          below={(group) =>
            shownIn(group).length > 1 && (
              <TextAction
                className={styles.atEdge}
                aria-label={`Change order of ${group}`}
                onClick={() => setOrdering(group)}
              >
                Change order
              </TextAction>
            )
          }
        />
      </Stack>
      {ordering !== undefined && (
        <OrderDialog
          title={ordering}
          where="This CV"
          items={shownIn(ordering).map(({ id, title }) => ({ id, name: title }))}
          onSave={(paths) => reorder(ordering, paths)}
          onClose={() => setOrdering(undefined)}
        />
      )}
    </fieldset>
  )
}

const pathOf = ({ path }: Entry) => path
const listOf = (paths: string[]) => (paths.length > 0 ? paths : undefined)

/** The sections of the CV with their entries. Each of the owner's own sections is one entry. */
function sectionsOf(entries: Entries): { name: string; entries: Entry[] }[] {
  const there = (folder: Folder) => partOf(entries, folder).entries.filter(({ content }) => content !== null)
  return orderedSections(entries).map(({ id, name }) => {
    const own = entries.get(`cv/${id}.md`)
    if (own?.kind === 'cv/sections') return { name, entries: [own] }
    const folder = id === 'facts' ? 'cv/languages' : (`cv/${id}` as Folder)
    return { name: kindModels[folder].title, entries: there(folder) }
  })
}
