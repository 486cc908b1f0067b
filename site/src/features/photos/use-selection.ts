import { useState } from 'react'
import { listImagesByIds, type ChosenImages } from '../../api/photos'
import type { ImageList } from './queries'

export type Selection = ReturnType<typeof useSelection>

/** Which pictures of a list are selected: some of any page, or all that its filter chooses. Another filter selects none. */
export function useSelection({ filter, images, current, matching }: ImageList) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [all, setAll] = useState<number>()
  const [anchor, setAnchor] = useState<number>()
  const [of, setOf] = useState(filter)
  const clear = () => {
    setIds(new Set())
    setAll(undefined)
    setAnchor(undefined)
  }
  if (of !== filter) {
    setOf(filter)
    clear()
  }
  return {
    count: all ?? ids.size,
    has: (id: number) => all !== undefined || ids.has(id),
    clear,
    /** Selects a picture or no longer; `range` does the same with those between it and the one before. */
    toggle(id: number, range: boolean) {
      const selected = all === undefined && !ids.has(id)
      const ends = [id, range ? anchor : id].map((end) => images.findIndex((image) => image.id === end))
      const between = images.slice(Math.min(...ends), Math.max(...ends) + 1).map((image) => image.id)
      const next = new Set(all === undefined ? ids : images.map((image) => image.id))
      for (const one of ends.includes(-1) ? [id] : between) {
        if (selected) next.add(one)
        else next.delete(one)
      }
      setIds(next)
      setAll(undefined)
      setAnchor(id)
    },
    /** Selects all that match, on all pages: as many as are shown to match. Undefined where that is so, or not known. */
    selectAll: current && all !== matching ? () => setAll(matching) : undefined,
    /** Selects no longer what somebody else has deleted. */
    async dropMissing() {
      if (all !== undefined) return
      const images = await listImagesByIds([...ids])
      setIds(new Set(images.map(({ id }) => id)))
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
