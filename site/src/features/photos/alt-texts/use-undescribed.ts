import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { listImages } from '../../../api/photos'
import { queryKeys } from '../../../api/query-keys'
import { everything, pageSize } from '../../../ui/use-images'

/** What became of a picture since it was listed. */
export type Outcome = 'undescribed' | 'pending' | 'described'

/**
 * The pictures that lacked an alternative text when they were listed. They stay listed when they have one, so that it can be
 * corrected.
 */
export function useUndescribed() {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const count = (wanted: Outcome) => [...outcomes.values()].filter((outcome) => outcome === wanted).length
  const described = count('described')
  const { data, ...query } = useInfiniteQuery({
    queryKey: queryKeys.undescribed,
    queryFn: async ({ pageParam }) => ({
      ...(await listImages({ ...everything, altText: 'missing' }, { limit: pageSize, offset: pageParam })),
      describedBefore: described,
    }),
    initialPageParam: 0,
    // The server no longer counts those that were described.
    getNextPageParam: ({ images, total }, pages, offset) =>
      offset + images.length < total
        ? pages.reduce((sum, page) => sum + page.images.length, 0) - described
        : undefined,
    staleTime: Infinity,
    gcTime: 0,
  })
  const last = data?.pages.at(-1)
  // Where others described pictures meanwhile, a page may begin with one that is listed.
  const images = new Map(data?.pages.flatMap((page) => page.images).map((image) => [image.id, image]))
  return {
    ...query,
    images: data && [...images.values()],
    /** How many lack an alternative text by now. */
    missing: last && last.total + last.describedBefore - described,
    unsaved: count('pending') > 0,
    setOutcome: (id: number, outcome: Outcome) => setOutcomes((before) => new Map(before).set(id, outcome)),
  }
}
