import { useEffect, useRef, useState } from 'react'
import { IconArrowsMove, IconPencil, IconTrash } from '../../../ui/icons'
import { frontPageSlug } from '../../../api/front-page'
import { deleteGallery, updateGallery } from '../../../api/photos'
import { queryKeys } from '../../../api/query-keys'
import type { Gallery } from '../../../api/types'
import { count } from '../../../lib/count'
import { useInvalidatingMutation } from '../../../lib/use-invalidating-mutation'
import { Button } from '../../../ui/button'
import { buttonClass } from '../../../ui/button-class'
import button from '../../../ui/button.module.css'
import { Card } from '../../../ui/card'
import { TextField } from '../../../ui/field'
import { changedTexts, Form, SubmitButton, trimmedTexts, useFormAction } from '../../../ui/form'
import { pageError, type PageErrors } from '../../../ui/form-errors'
import { Icon } from '../../../ui/icon'
import { IconButton } from '../../../ui/icon-button'
import { SiteLink } from '../../../ui/site-link'
import { useRemoval } from '../../../ui/use-removal'
import work from '../../../ui/work.module.css'
import { GalleryHead } from '../gallery-list'
import styles from '../photos.module.css'

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
      <h2 id="galleries" tabIndex={-1} data-list-heading className={work.title}>
        Galleries
      </h2>
      {galleries.length === 0 && <p className={styles.empty}>No galleries created yet.</p>}
      <ul className={styles.galleryRows}>
        {galleries.map((gallery) => (
          <li
            key={gallery.id}
            tabIndex={-1}
            data-row={gallery.id}
            data-pending={removal.pendingId === gallery.id || undefined}
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
                onDelete={() => void removal.start(gallery, warningOf(gallery))}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const isOnFrontPage = ({ slug }: Gallery) => slug === frontPageSlug

function warningOf(gallery: Gallery): string | undefined {
  return isOnFrontPage(gallery)
    ? 'The round banner on the home page shows this gallery. Without it, it shows initials.'
    : undefined
}

interface GalleryRowProps {
  gallery: Gallery
  onEdit: () => void
  onDelete: () => void
}

/** A gallery, and what can be done with it. */
function GalleryRow({ gallery, onEdit, onDelete }: GalleryRowProps) {
  const { id, name, description, image_count } = gallery
  const facts = [
    count(image_count, 'photo'),
    isOnFrontPage(gallery) && 'The round banner on the home page shows them, in their order.',
  ]
  return (
    <div className={styles.galleryRow}>
      <div className={styles.texts}>
        <GalleryHead gallery={gallery} />
        <p className={work.note}>{description || 'No description'}</p>
        <p className={work.facts}>{facts.filter(Boolean).join('. ')}</p>
      </div>
      <div>
        <SiteLink
          to={`/galleries/${id}`}
          aria-label={`Arrange the pictures of ${name}`}
          className={buttonClass({ variant: 'quiet' }, button.square)}
        >
          <Icon of={IconArrowsMove} />
        </SiteLink>
        <IconButton id={`edit-gallery-${id}`} label={`Edit ${name}`} onClick={onEdit}>
          <Icon of={IconPencil} />
        </IconButton>
        <IconButton label={`Delete ${name}`} onClick={onDelete}>
          <Icon of={IconTrash} />
        </IconButton>
      </div>
    </div>
  )
}

interface GalleryEditorProps {
  gallery: Gallery
  pageErrors: PageErrors
  onClose: () => void
}

/** A gallery's row while it is being edited. Enter saves, Escape cancels. */
function GalleryEditor({ gallery, pageErrors, onClose }: GalleryEditorProps) {
  const { mutateAsync } = useInvalidatingMutation(
    (changes: { name?: string; description?: string }) => updateGallery(gallery.id, changes),
    queryKeys.photos,
  )
  const name = useRef<HTMLInputElement>(null)
  const form = useFormAction(async (data) => {
    pageErrors.clear()
    const texts = trimmedTexts(data, 'name', 'description')
    if (texts.name === '') return { fields: { name: ['Gallery name cannot be empty.'] } }
    try {
      await mutateAsync(changedTexts(texts, gallery))
      onClose()
    } catch (error) {
      const failure = pageError('Failed to save gallery changes.', error, 'name', 'description')
      pageErrors.add(failure, { urgent: true })
    }
    return null
  })
  const { pending } = form
  useEffect(() => {
    name.current?.focus()
    name.current?.select()
  }, [])

  return (
    <Form
      {...form}
      locks
      aria-label={`Edit ${gallery.name}`}
      noValidate
      className={styles.galleryEditor}
      onKeyDown={({ key }) => key === 'Escape' && !pending && onClose()}
    >
      <TextField
        ref={name}
        name="name"
        label="Name"
        defaultValue={gallery.name}
        autoComplete="off"
        aria-required
      />
      <TextField
        name="description"
        label="Description (optional)"
        defaultValue={gallery.description}
        autoComplete="off"
      />
      <div className={styles.galleryAnswers}>
        <Button aria-disabled={pending} onClick={() => !pending && onClose()}>
          Cancel
        </Button>
        <SubmitButton variant="primary" busy="Saving...">
          Save
        </SubmitButton>
      </div>
    </Form>
  )
}
