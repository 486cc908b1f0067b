import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listGalleryImages, moveImage } from '../../../api/photos'
import { queryKeys } from '../../../api/query-keys'
import type { ImageRecord } from '../../../api/types'
import { pageError, type PageErrors } from '../../../ui/form-errors'

interface Move {
  id: number
  /** The image that follows after the move; null at the end. */
  before: number | null
}

/** The images of a gallery, and a function that moves one. A move is shown at once, and reverted if it fails. */
export function useGalleryOrder(slug: string | undefined, pageErrors: PageErrors) {
  const client = useQueryClient()
  const key = [...queryKeys.images, 'order', slug]
  const query = useQuery({
    queryKey: key,
    queryFn: () => listGalleryImages(slug ?? ''),
    enabled: slug !== undefined,
  })
  const set = (change: (images: ImageRecord[]) => ImageRecord[]) =>
    client.setQueryData<ImageRecord[]>(key, (images) => images && change(images))
  const mutation = useMutation({
    mutationKey: key,
    mutationFn: ({ id, before }: Move) => moveImage(id, before),
    // Moves are sent one at a time, in order.
    scope: { id: 'order' },
    onSuccess: ({ images: ids }) => {
      // This answer does not include the moves that are still waiting.
      if (client.isMutating({ mutationKey: key }) > 1) return
      const known = new Map(client.getQueryData<ImageRecord[]>(key)?.map((image) => [image.id, image]))
      const images = ids.flatMap((id) => known.get(id) ?? [])
      if (images.length === ids.length) set(() => images)
      // Other staff have added images.
      else void client.invalidateQueries({ queryKey: key })
    },
  })

  /** Whether the move has been stored. */
  async function move({ id, before }: Move): Promise<boolean> {
    pageErrors.clear()
    const previous = client.getQueryData<ImageRecord[]>(key)
    set((images) => moved(images, id, before))
    try {
      await mutation.mutateAsync({ id, before })
      return true
    } catch (error) {
      set((images) => previous ?? images)
      void client.invalidateQueries({ queryKey: key })
      pageErrors.add(pageError('Failed to move the photo.', error, 'before'))
      return false
    }
  }

  // Undefined before the first move and after a failed one.
  const saving = mutation.isPending || (mutation.isSuccess ? false : undefined)
  return { ...query, images: query.data, move, saving }
}

/** Moves the item `id` before the item `before`, or to the end. */
export function moved<T extends { id: number }>(list: readonly T[], id: number, before: number | null): T[] {
  const others = list.filter((other) => other.id !== id)
  const at = before === null ? others.length : others.findIndex((other) => other.id === before)
  return at < 0
    ? [...list]
    : [...others.slice(0, at), ...list.filter((other) => other.id === id), ...others.slice(at)]
}
