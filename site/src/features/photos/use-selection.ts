import { useState } from 'react'
import { listImagesByIds, type ChosenImages } from '../../api/photos'
import type { ImageList } from './queries'

export type Selection = ReturnType<typeof useSelection>

/** The selected images of a list, on any page, or all that match its filter. A new filter clears the selection. */
export function useSelection({ filter, images, current, matching }: ImageList) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [all, setAll] = useState<number>()
  const [anchor, setAnchor] = useState<number>()
  const [of, setOf] = useState(filter)
  const select = (next: Iterable<number>) => {
    setIds(new Set(next))
    setAll(undefined)
  }
  const clear = () => {
    select([])
    setAnchor(undefined)
  }
  if (of !== filter) {
    setOf(filter)
    clear()
  }
  const has = (id: number) => all !== undefined || ids.has(id)
  const page = images.map(({ id }) => id)
  const hasPage = page.length > 0 && page.every(has)
  return {
    count: all ?? ids.size,
    has,
    clear,
    /** Whether all images of the page are selected. */
    hasPage,
    togglePage: () => select(hasPage ? [...ids].filter((id) => !page.includes(id)) : [...ids, ...page]),
    /** Selects or deselects an image; `range` includes all images since the last one toggled. */
    toggle(id: number, range: boolean) {
      const selected = all === undefined && !ids.has(id)
      const ends = [id, range ? anchor : id].map((end) => page.findIndex((other) => other === end))
      const between = page.slice(Math.min(...ends), Math.max(...ends) + 1)
      const next = new Set(all === undefined ? ids : page)
      for (const one of ends.includes(-1) ? [id] : between) {
        if (selected) next.add(one)
        else next.delete(one)
      }
      select(next)
      setAnchor(id)
    },
    /** Selects all matching images, on all pages. Undefined if all are selected or their number is unknown. */
    selectAll: current && all !== matching ? () => setAll(matching) : undefined,
    /** Deselects an image that has just been deleted. */
    drop: (id: number) => {
      setIds((earlier) => new Set([...earlier].filter((other) => other !== id)))
      setAll((earlier) => (earlier === undefined || earlier === 1 ? undefined : earlier - 1))
    },
    /** Deselects images that have been deleted since. */
    async dropMissing() {
      if (all !== undefined) return
      const there = await listImagesByIds([...ids])
      setIds(new Set(there.map(({ id }) => id)))
    },
    chosen: (): ChosenImages =>
      all === undefined
        ? { images: [...ids] }
        : {
            filter: { search: filter.search.trim(), gallery: filter.gallery, alt_text: filter.altText },
            count: all,
          },
  }
}
