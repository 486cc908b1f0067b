import { useEffect, useRef, useState } from 'react'
import { deleteGallery } from '../../../api/photos'
import { queryKeys } from '../../../api/query-keys'
import type { Gallery } from '../../../api/types'
import { Card } from '../../../ui/card'
import type { PageErrors } from '../../../ui/page-errors'
import { useRemoval } from '../../../ui/use-removal'
import { frontPageSlug } from '../../../api/front-page'
import { GalleryEditor } from './gallery-editor'
import { GalleryRow } from './gallery-row'
import styles from './gallery-rows.module.css'

interface GalleryRowsProps {
  galleries: readonly Gallery[]
  pageErrors: PageErrors
}

/** All galleries, at most one of them as a form. */
export function GalleryRows({ galleries, pageErrors }: GalleryRowsProps) {
  const [editing, setEditing] = useState<number | null>(null)
  const removal = useRemoval({
    question:
      'Are you sure you want to delete this gallery? This will not delete the images inside it; they will become unassigned.',
    action: 'Delete gallery',
    failure: 'Failed to delete gallery.',
    remove: deleteGallery,
    invalidates: queryKeys.photos,
    pageErrors,
  })

  const closed = useRef<number>(null)
  // The row comes back in the form's place, and the focus with it.
  useEffect(() => {
    if (editing !== null || closed.current === null) return
    document.getElementById(`edit-gallery-${closed.current}`)?.focus()
    closed.current = null
  }, [editing])

  function close(id: number): void {
    closed.current = id
    setEditing(null)
  }

  return (
    <Card as="section" aria-labelledby="galleries">
      <h2 id="galleries" tabIndex={-1} data-list-heading className={styles.title}>
        Galleries
      </h2>
      {galleries.length === 0 && <p className={styles.empty}>No galleries created yet.</p>}
      <ul className={styles.list}>
        {galleries.map((gallery) => (
          <li
            key={gallery.id}
            tabIndex={-1}
            data-row={gallery.id}
            data-pending={removal.pendingId === gallery.id || undefined}
            className={styles.row}
          >
            {editing === gallery.id ? (
              <GalleryEditor gallery={gallery} pageErrors={pageErrors} onClose={() => close(gallery.id)} />
            ) : (
              <GalleryRow
                gallery={gallery}
                onEdit={() => {
                  pageErrors.clear()
                  setEditing(gallery.id)
                }}
                onDelete={() => void removal.start(gallery.id, warningOf(gallery))}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function warningOf({ slug }: Gallery): string | undefined {
  return slug === frontPageSlug
    ? 'The round banner on the home page shows this gallery. Without it, it shows initials.'
    : undefined
}
