import { kindModels } from '#model/fields'
import { cvSectionOrder } from '#model/order'
import { slugOf, type Folder } from '#model/kinds'
import type { Entries } from './entries'
import type { Ordered } from './order-dialog'
import { nameOf, partOf } from './outline'

/** The sections of the CV that have entries, in the order that `cv/profile.md` gives them. */
export function orderedSections(entries: Entries): Ordered[] {
  const chosen = [entries.get('cv/profile.md')?.fields['sections'] ?? []].flat()
  const there = (folder: Folder) => partOf(entries, folder).entries.filter(({ content }) => content !== null)
  const own = there('cv/sections')
  const names = cvSectionOrder(
    chosen,
    own.map(({ path }) => slugOf(path)),
  )
  return names.flatMap((id): Ordered[] => {
    if (id === 'facts') return [{ id, name: 'Languages, nationality and links' }]
    const entry = own.find(({ path }) => path === `cv/${id}.md`)
    if (entry) return [{ id, name: nameOf(entry) }]
    const folder = `cv/${id}` as Folder
    return there(folder).length > 0 ? [{ id, name: kindModels[folder].title }] : []
  })
}
