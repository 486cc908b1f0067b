import { useMemo } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { photosIn } from '../../../../ssg/model/check'
import { type ImageFiles, photoFiles } from '../../../../ssg/model/images'
import { listImagesByIds } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'

/** The pictures that texts show, by their paths in the content folder. */
export interface PicturesIn {
  /** What shows them: the files of the last build, or of the photo bench where it made none. */
  files: Readonly<Record<string, ImageFiles>>
  /** Those that neither the photo bench nor the content folder has, as the last build knew that. */
  missing: ReadonlySet<string>
}

/** The images of the last build, which the document of the app holds. */
function builtImages(): { files: Partial<Record<string, ImageFiles>>; unused: string[] } {
  const data = document.querySelector('#content-images')?.textContent
  return data ? (JSON.parse(data) as ReturnType<typeof builtImages>) : { files: {}, unused: [] }
}

/** The pictures that `texts` show. While the photo bench is asked, none of its own is missing. */
export function usePicturesIn(texts: ReadonlyMap<string, string>): PicturesIn {
  const pictures = useMemo(() => photosIn(texts), [texts])
  const ids = [...new Set(pictures.values())].filter((id) => id !== undefined).sort((a, b) => a - b)
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...queryKeys.images, 'named', ids],
    queryFn: () => listImagesByIds(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => {
    const images = new Map(data?.map((image) => [image.id, image]))
    const { files: built, unused } = builtImages()
    const files = { ...built } as Record<string, ImageFiles>
    const missing = new Set<string>()
    for (const [path, id] of pictures) {
      const image = id === undefined ? undefined : images.get(id)
      if (built[path]) continue
      if (image) files[path] = photoFiles(image)
      else if (!unused.includes(path) && (id === undefined || (data && !isPlaceholderData))) missing.add(path)
    }
    return { files, missing }
  }, [pictures, data, isPlaceholderData])
}
