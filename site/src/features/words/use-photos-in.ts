import { useMemo } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { photoFiles, photosIn, type PictureFiles } from 'virtual:content-model'
import built from 'virtual:content/picture-files'
import { listImagesByIds } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'

/** The pictures that texts show, by their paths in the content folder. */
export interface PhotosIn {
  /** What shows them: the files of the last build, or of the photo bench where it made none. */
  files: Readonly<Record<string, PictureFiles>>
  /** Those of the photo bench that neither it nor the last build has. */
  missing: ReadonlySet<string>
}

/** What the photo bench has of the pictures that `texts` show. While it is asked, none of them is missing. */
export function usePhotosIn(texts: ReadonlyMap<string, string>): PhotosIn {
  const photos = useMemo(() => photosIn(texts), [texts])
  const ids = [...new Set(photos.values())].sort((a, b) => a - b)
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...queryKeys.images, 'named', ids],
    queryFn: () => listImagesByIds(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => {
    const images = new Map(data?.map((image) => [image.id, image]))
    const files: Record<string, PictureFiles> = { ...built }
    const missing = new Set<string>()
    for (const [path, id] of photos) {
      const image = images.get(id)
      if (built[path]) continue
      if (image) files[path] = photoFiles(image)
      else if (data && !isPlaceholderData) missing.add(path)
    }
    return { files, missing }
  }, [photos, data, isPlaceholderData])
}
