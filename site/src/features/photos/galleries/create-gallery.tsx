import { Note } from '../../../ui/note'
import { frontPageSlug } from '../../../api/front-page'
import { createGallery } from '../../../api/photos'
import { queryKeys } from '../../../api/query-keys'
import type { Gallery } from '../../../api/types'
import { Card } from '../../../ui/card'
import { CreateForm } from '../../../ui/create-form'
import { TextField } from '../../../ui/field'
import type { PageErrors } from '../../../ui/form-errors'
import styles from '../photos.module.css'

interface CreateGalleryProps {
  pageErrors: PageErrors
}

export function CreateGallery({ pageErrors }: CreateGalleryProps) {
  return (
    <Card as="section" aria-labelledby="create-gallery">
      <h2 id="create-gallery" className={styles.cardTitle}>
        Create Gallery
      </h2>
      <CreateForm
        kind="Gallery"
        action="Create Gallery"
        create={createGallery}
        note={noteOnNamesake}
        invalidates={queryKeys.photos}
        pageErrors={pageErrors}
        nameLabel="Name"
      >
        <TextField name="description" label="Description (optional)" rows={2} />
        <Note>
          Create a gallery named <code>{frontPageSlug}</code>, or add images to it, to put pictures on the
          front page.
        </Note>
      </CreateForm>
    </Card>
  )
}

const numberedSlug = new RegExp(`^${frontPageSlug}-\\d+$`)

/** The server appends a number to a slug that is taken. A number at the end of the slug may also come from the name. */
function noteOnNamesake({ name, slug }: Gallery): string | undefined {
  if (!numberedSlug.test(slug) || /\d$/.test(name)) return undefined
  return `The front page shows another gallery of this name, not this one, which has the slug ${slug}.`
}
