import type { MouseEvent } from 'react'
import { moveToGallery } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import type { Gallery, ImageRecord } from '../../api/types'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { pageError, type PageErrors } from '../../ui/form-errors'
import { showToast } from '../../ui/toast'
import work from '../../ui/work.module.css'
import { titleOf } from './image-labels'
import styles from './photos.module.css'
import type { ChosenPicture } from './upload-queue'
import { useKnownPictures } from './use-known-pictures'

interface KnownPicturesProps {
  pictures: readonly ChosenPicture[]
  /** Undefined when they could not be loaded. */
  galleries: readonly Gallery[] | undefined
  onRemove: (picture: ChosenPicture) => void
  pageErrors: PageErrors
}

/** Which of the chosen files are uploaded already. Whoever uses such a picture does not upload its file again. */
export function KnownPictures({ pictures, galleries, onRemove, pageErrors }: KnownPicturesProps) {
  const known = useKnownPictures(pictures)
  const { mutateAsync } = useInvalidatingMutation(
    ({ image, gallery }: { image: ImageRecord; gallery: Gallery }) => moveToGallery(image.id, gallery.id),
    queryKeys.photos,
  )

  async function use(chosen: ChosenPicture, image: ImageRecord, form: HTMLFormElement | null): Promise<void> {
    onRemove(chosen)
    const title = form?.elements.namedItem('title')
    if (title instanceof HTMLElement) title.focus()
    const choice = form ? Number(new FormData(form).get('gallery')) : 0
    const gallery = galleries?.find(({ id }) => id === choice)
    if (!gallery || typeof image.gallery === 'number') return
    const question = `Move “${titleOf(image)}” to the gallery “${gallery.name}”?`
    if (!(await confirm(question, { action: 'Move picture', harmless: true }))) return
    try {
      await mutateAsync({ image, gallery })
      showToast(`Moved “${titleOf(image)}” to “${gallery.name}”.`)
    } catch (error) {
      pageErrors.add(pageError(`Failed to move “${titleOf(image)}”.`, error, 'gallery'), { urgent: true })
    }
  }

  return pictures.map((chosen) => {
    const image = known.get(chosen.id)
    if (!image) return null
    const where = image.gallery_name ? `in the gallery “${image.gallery_name}”` : 'in no gallery'
    return (
      <div key={chosen.id} role="group" aria-label={`${chosen.file.name} again`} className={styles.failed}>
        <img src={image.thumbnail_url} alt="" className={styles.preview} />
        <p role="status" className={work.note}>
          {chosen.file.name} is uploaded already: “{titleOf(image)}”, {where}.
        </p>
        <Button
          onClick={({ currentTarget }: MouseEvent<HTMLButtonElement>) =>
            void use(chosen, image, currentTarget.form)
          }
        >
          Use that one
        </Button>
      </div>
    )
  })
}
