import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { fileHash } from '../../../api/file-hash'
import { listImagesByHash, moveToGallery, imageTitle } from '../../../api/photos'
import { queryKeys } from '../../../api/query-keys'
import type { Gallery, ImageRecord } from '../../../api/types'
import { useInvalidatingMutation } from '../../../lib/use-invalidating-mutation'
import { Button } from '../../../ui/button'
import { confirm } from '../../../ui/confirm'
import { pageError, type PageErrors } from '../../../ui/form-errors'
import { Thumbnail } from '../../../ui/photo'
import { Row } from '../../../ui/layout'
import { showToast } from '../../../ui/toast'
import { Note } from '../../../ui/note'
import { heicToJpeg, isHeic } from './heic-to-jpeg'
import type { ChosenImage } from './upload-queue'

interface KnownImagesProps {
  chosen: readonly ChosenImage[]
  /** Undefined when they could not be loaded. */
  galleries: readonly Gallery[] | undefined
  onRemove: (id: string) => void
  errors: PageErrors
}

/** Lists the chosen files that are already on the site. For each, the existing photo can be used instead. */
export function KnownImages({ chosen, galleries, onRemove, errors }: KnownImagesProps) {
  const known = useKnownImages(chosen)
  const { mutateAsync } = useInvalidatingMutation(
    ({ image, gallery }: { image: ImageRecord; gallery: Gallery }) => moveToGallery(image.id, gallery.id),
    queryKeys.photos,
  )

  async function use({ id }: ChosenImage, image: ImageRecord, form: HTMLFormElement | null): Promise<void> {
    onRemove(id)
    const title = form?.elements.namedItem('title')
    if (title instanceof HTMLElement) title.focus()
    const choice = form ? Number(new FormData(form).get('gallery')) : 0
    const gallery = galleries?.find((other) => other.id === choice)
    if (!gallery || typeof image.gallery === 'number') return
    const question = `Move “${imageTitle(image)}” to the gallery “${gallery.name}”?`
    if (!(await confirm(question, { action: 'Move photo', harmless: true }))) return
    try {
      await mutateAsync({ image, gallery })
      showToast(`Moved “${imageTitle(image)}” to “${gallery.name}”.`)
    } catch (error) {
      errors.add(pageError(`Failed to move “${imageTitle(image)}”.`, error, 'gallery'), { urgent: true })
    }
  }

  return chosen.map((file) => {
    const image = known.get(file.id)
    if (!image) return null
    const { name } = file.file
    const where = image.gallery_name ? `in the gallery “${image.gallery_name}”` : 'in no gallery'
    return (
      <Row key={file.id} role="group" aria-label={`${name} again`}>
        <Thumbnail src={image.thumbnail_url} alt="" />
        <Note role="status" className="grow">
          {name} is already uploaded: “{imageTitle(image)}”, {where}.
        </Note>
        <Button
          onClick={({ currentTarget }: MouseEvent<HTMLButtonElement>) =>
            void use(file, image, currentTarget.form)
          }
        >
          Use that one
        </Button>
      </Row>
    )
  })
}

/**
 * The photos on the site with the same bytes as chosen files, keyed on the IDs of the chosen files. Files are read one at
 * a time, so that only one is in memory. HEIC files are compared as the JPEG that would be uploaded.
 */
function useKnownImages(chosen: readonly ChosenImage[]): ReadonlyMap<string, ImageRecord> {
  const [known, setKnown] = useState<ReadonlyMap<string, ImageRecord>>(new Map())
  const asked = useRef(new Set<string>())
  const last = useRef(Promise.resolve())
  useEffect(() => {
    for (const { id, file } of chosen) {
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
  }, [chosen])
  return known
}
