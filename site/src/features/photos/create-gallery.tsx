import { frontPageSlug } from '../../api/front-page'
import { createGallery } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import { Card } from '../../ui/card'
import { CreateForm } from '../../ui/create-form'
import { TextField } from '../../ui/field'
import type { PageErrors } from '../../ui/form-errors'
import work from '../../ui/work.module.css'

/** The form that creates a gallery. */
export function CreateGallery({ pageErrors }: { pageErrors: PageErrors }) {
  return (
    <Card as="section" aria-labelledby="create-gallery">
      <h2 id="create-gallery" className={work.title}>
        Create Gallery
      </h2>
      <CreateForm
        kind="Gallery"
        create={createGallery}
        invalidates={queryKeys.photos}
        pageErrors={pageErrors}
        nameLabel="Name"
      >
        <TextField name="description" label="Description (optional)" rows={2} />
        <p className={work.note}>
          Create a gallery named <code>{frontPageSlug}</code>, or add images to it, to put pictures on the
          front page.
        </p>
      </CreateForm>
    </Card>
  )
}
