import { useEffect, useRef, useState } from 'react'
import { fileHash } from '../../api/file-hash'
import { listImagesByHash } from '../../api/photos'
import type { ImageRecord } from '../../api/types'
import { heicToJpeg, isHeic } from './heic-to-jpeg'
import type { ChosenPicture } from './upload-queue'

/**
 * The pictures that the same bytes as chosen files already are, by the ids of the chosen. They are asked for one file after the other, so
 * that only one is in memory, HEIC as the JPEG that would be uploaded; where that fails, nothing is known of it.
 */
export function useKnownPictures(pictures: readonly ChosenPicture[]): ReadonlyMap<number, ImageRecord> {
  const [known, setKnown] = useState<ReadonlyMap<number, ImageRecord>>(new Map())
  const asked = useRef(new Set<number>())
  const last = useRef(Promise.resolve())
  useEffect(() => {
    for (const { id, file } of pictures) {
      if (asked.current.has(id)) continue
      asked.current.add(id)
      last.current = last.current
        .then(() => (isHeic(file) ? heicToJpeg(file) : file))
        .then(fileHash)
        .then(listImagesByHash)
        .then(
          ([image]) => image && setKnown((earlier) => new Map(earlier).set(id, image)),
          () => undefined,
        )
    }
  }, [pictures])
  return known
}
