import { useState } from 'react'
import { listImagesByIds } from '../../../api/photos'
import type { ImageList } from '../queries'

export type Selection = ReturnType<typeof useSelection>

/** The selected images of a list, on any page. A new filter clears the selection. */
export function useSelection({ filter, images }: ImageList) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [anchor, setAnchor] = useState<number>()
  const [of, setOf] = useState(filter)
  const select = (next: Iterable<number>) => setIds(new Set(next))
  const clear = () => {
    select([])
    setAnchor(undefined)
  }
  if (of !== filter) {
    setOf(filter)
    clear()
  }
  const page = images.map(({ id }) => id)
  const hasPage = page.length > 0 && page.every((id) => ids.has(id))
  return {
    ids: [...ids],
    count: ids.size,
    has: (id: number) => ids.has(id),
    clear,
    /** Whether all images of the page are selected. */
    hasPage,
    togglePage: () => select(hasPage ? [...ids].filter((id) => !page.includes(id)) : [...ids, ...page]),
    /** Selects or deselects an image; `range` includes all images since the last one toggled. */
    toggle(id: number, range: boolean) {
      const selected = !ids.has(id)
      const ends = [id, range ? anchor : id].map((end) => page.findIndex((other) => other === end))
      const between = page.slice(Math.min(...ends), Math.max(...ends) + 1)
      const next = new Set(ids)
      for (const one of ends.includes(-1) ? [id] : between) {
        if (selected) next.add(one)
        else next.delete(one)
      }
      select(next)
      setAnchor(id)
    },
    /** Deselects an image that has just been deleted. */
    drop: (id: number) => setIds((earlier) => new Set([...earlier].filter((other) => other !== id))),
    /** Deselects images that have been deleted since. */
    async dropMissing() {
      const there = await listImagesByIds([...ids])
      setIds(new Set(there.map(({ id }) => id)))
    },
  }
}
