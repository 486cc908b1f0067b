import { queryKeys } from '../../../api/query-keys'
import { markDifferent } from '../../../api/similar-images'
import type { Gallery, ImageRecord } from '../../../api/types'
import { useInvalidatingMutation } from '../../../lib/use-invalidating-mutation'
import { Button } from '../../../ui/button'
import { pageError, type PageErrors } from '../../../ui/form-errors'
import { showToast } from '../../../ui/toast'
import work from '../../../ui/work.module.css'
import { galleryNameOf, titleOf, whereShown } from '../image-labels'
import { useImageRemoval } from '../use-image-removal'
import styles from './similar.module.css'
import { focusOnGroups, useKeepOne } from './use-keep-one'

interface SimilarGroupProps {
  label: string
  images: readonly ImageRecord[]
  /** Undefined when they could not be loaded. */
  galleries: readonly Gallery[] | undefined
  pageErrors: PageErrors
}

/** Pictures that look alike, and what can be done about them. */
export function SimilarGroup({ label, images, galleries, pageErrors }: SimilarGroupProps) {
  const removal = useImageRemoval(pageErrors)
  const keepOne = useKeepOne(galleries, pageErrors)
  const { mutateAsync } = useInvalidatingMutation(markDifferent, queryKeys.similar)

  async function differ(): Promise<void> {
    pageErrors.clear()
    try {
      await mutateAsync(images)
      showToast('These pictures are not shown together any more.')
      focusOnGroups()
    } catch (error) {
      pageErrors.add(pageError('Failed to remember that the pictures differ.', error, 'images'), {
        urgent: true,
      })
    }
  }

  return (
    <div role="group" aria-label={label} className={styles.group}>
      <div className={`${work.row} ${work.spread}`}>
        <h3 className={styles.label}>{label}</h3>
        <Button onClick={() => void differ()}>They differ</Button>
      </div>
      <ul className={styles.pictures}>
        {images.map((image) => {
          const title = titleOf(image)
          const shown = whereShown(image, galleries)
          return (
            <li
              key={image.id}
              data-row={image.id}
              data-pending={removal.pendingId === image.id || undefined}
              tabIndex={-1}
            >
              <a href={image.image_url} target="_blank" rel="noreferrer" aria-label={`Open ${title}`}>
                <img src={image.thumbnail_url} alt={image.alt_text} loading="lazy" decoding="async" />
              </a>
              <p className={styles.title}>{title}</p>
              <p className={work.facts}>
                {image.width} × {image.height} · {galleryNameOf(image)}
              </p>
              {shown && <p className={work.note}>{shown}</p>}
              <div className={work.row}>
                <Button
                  aria-label={`Keep ${title}, delete the ${images.length === 2 ? 'other' : 'others'}`}
                  onClick={() => void keepOne(image, images)}
                >
                  Keep
                </Button>
                {images.length > 2 && (
                  <Button
                    variant="quiet"
                    aria-label={`Delete ${title}`}
                    onClick={() => void removal.start({ id: image.id, name: title }, shown)}
                  >
                    Delete
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
