import { startTransition, useEffect, useMemo, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answersOf, photosIn, siteLinksOf, type Known, type KnownSite } from '#model/check'
import { parseEntries } from '#model/entry'
import type { Compiled } from '#model/compile'
import { galleriesOf, type Gallery } from '#model/galleries'
import { imagePath, photoFiles, photoId, type ImageFiles } from '#model/images'
import { listImagesByIds, listShownGalleries } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import { useAfterPause } from '../../lib/hooks'
import { filesOf, type Entries } from './entries'

type Files = ReadonlyMap<string, string>

/** The content when nothing was typed for a moment. */
interface Settled {
  entries: Entries
  /** The files with all drafts, and as they are published. */
  files: Files
  published: Files
}

/** The content once nothing has changed for a moment: work on all files takes longer than a key may. */
export function useSettled(entries: Entries): Settled {
  const [settled, setSettled] = useState(() => settledOf(entries))
  useAfterPause(entries, (next) => {
    // A key interrupts the work that follows.
    startTransition(() => setSettled((before) => settledOf(next, before)))
  })
  return settled
}

function settledOf(entries: Entries, before?: Settled): Settled {
  if (before?.entries === entries) return before
  const [files, published] = [filesOf(entries), filesOf(entries, new Set())]
  return {
    entries,
    files: before && isSame(before.files, files) ? before.files : files,
    published: before && isSame(before.published, published) ? before.published : published,
  }
}

const isSame = (before: Files, next: Files) =>
  before.size === next.size && [...next].every(([path, text]) => before.get(path) === text)

/** The files that show images, by the images' paths in the content folder. */
export type Images = Readonly<Record<string, ImageFiles>>

/** The address of the file that shows an image of the file at `from`; undefined if it is not known. */
export function imageSource(images: Images, address: string, from: string): string | undefined {
  const place = imagePath({ address, alt: 'Image' }, from)
  const { files = [] } = (typeof place === 'string' && images[place]) || {}
  const file = files.find(({ ending }) => ending === 'jpg' || ending === 'png')
  return file && `/${file.name}`
}

/** The images that files show. While the library is asked, none of its photos is missing. */
export function useImagesIn(files: Files): { images: Images; missing: Known['missingImages'] } {
  const paths = useMemo(() => [...photosIn(parseEntries(files)).keys()].sort().join('\n'), [files])
  const photos = useMemo(
    () => new Map(paths === '' ? [] : paths.split('\n').map((path) => [path, photoId(path)])),
    [paths],
  )
  const ids = [...new Set(photos.values())].filter((id) => id !== undefined).sort((a, b) => a - b)
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...queryKeys.images, 'named', ids],
    queryFn: () => listImagesByIds(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => {
    const library = new Map(data?.map((image) => [image.id, image]))
    const { files: built, unused } = builtImages()
    const images: Record<string, ImageFiles> = { ...built }
    const missing = new Set<string>()
    for (const [path, id] of photos) {
      const image = id === undefined ? undefined : library.get(id)
      if (images[path]) continue
      if (image) images[path] = photoFiles(image)
      else if (!unused.includes(path) && (id === undefined || (data && !isPlaceholderData))) missing.add(path)
    }
    return { images, missing }
  }, [photos, data, isPlaceholderData])
}

/** The galleries that are shown on the site; undefined while they are not known. */
export function useGalleries(): readonly Gallery[] | undefined {
  const { data } = useQuery({ queryKey: [...queryKeys.galleries, 'shown'], queryFn: listShownGalleries })
  return useMemo(() => data && galleriesOf(data), [data])
}

/** The images of the last build, which the app's document holds. */
function builtImages(): { files: Record<string, ImageFiles>; unused: string[] } {
  const data = document.getElementById('content-images')?.textContent
  return data ? (JSON.parse(data) as ReturnType<typeof builtImages>) : { files: {}, unused: [] }
}

/**
 * What files may refer to. The pages' code is loaded once a file has a link to one of them. `compiled` is undefined while
 * the galleries are not known.
 */
export function useKnown(
  compiled: Compiled | undefined,
  missingImages: Known['missingImages'],
  galleries: Known['galleries'],
): Known {
  const [site, setSite] = useState<KnownSite>()
  useEffect(() => {
    if (!compiled) return undefined
    let outdated = false
    knownSite(compiled).then(
      (found) => {
        if (!outdated) setSite(found)
      },
      // Without a connection the build reports dead links.
      () => undefined,
    )
    return () => {
      outdated = true
    }
  }, [compiled])
  return useMemo(() => ({ missingImages, galleries, site }), [missingImages, galleries, site])
}

/** The addresses of the site once its files are published; undefined if nothing links to one. */
async function knownSite({ links, content, translations }: Compiled): Promise<KnownSite | undefined> {
  if (links.length === 0) return undefined
  const { pathsOf, pageOf, idsOn } = await import('../../preview/render-page')
  const linked = siteLinksOf(links, pageOf).filter(({ fragment }) => fragment !== '')
  const sites = content ? [content, ...translations] : []
  const ids = new Map<string, ReadonlySet<string>>()
  for (const path of new Set(linked.map(({ path }) => path))) {
    const found = sites.map((site) => idsOn(path, site)).find((ids) => ids !== undefined)
    if (found) ids.set(path, found)
  }
  return { answers: answersOf(content ? sites.flatMap(pathsOf) : pathsOf(undefined)), pageOf, ids }
}
