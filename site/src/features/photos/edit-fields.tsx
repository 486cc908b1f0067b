import type { Gallery, ImageRecord } from '../../api/types'
import { Field } from '../../ui/field'
import { GallerySelect } from './gallery-select'
import { galleryOf, isInGallery } from './image-words'

interface EditFieldsProps {
  image: ImageRecord
  /** Undefined when they could not be loaded. */
  galleries: readonly Gallery[] | undefined
  errors: Record<string, readonly string[]>
  readOnly: boolean
}

/** What is said about one picture. */
export function EditFields({ image, galleries, errors, readOnly }: EditFieldsProps) {
  return (
    <>
      <Field label="Title" errors={errors.title}>
        {(control) => (
          <input
            {...control}
            name="title"
            defaultValue={image.title}
            autoComplete="off"
            aria-required
            readOnly={readOnly}
          />
        )}
      </Field>
      <Field label="Description (optional)" errors={errors.description}>
        {(control) => (
          <textarea
            {...control}
            name="description"
            rows={2}
            defaultValue={image.description}
            readOnly={readOnly}
          />
        )}
      </Field>
      <Field
        label="Alternative text (optional)"
        hint="What it shows, for people who cannot see it."
        errors={errors.alt_text}
      >
        {(control) => (
          <input
            {...control}
            name="alt_text"
            defaultValue={image.alt_text}
            autoComplete="off"
            readOnly={readOnly}
          />
        )}
      </Field>
      <Field
        label="Gallery"
        hint={galleries === undefined ? `The picture stays where it is: ${galleryOf(image)}.` : undefined}
        errors={errors.gallery}
      >
        {(control) => (
          <GallerySelect
            control={control}
            galleries={galleries}
            none="No Gallery (Unassigned)"
            chosen={isInGallery(image) ? { id: image.gallery, name: galleryOf(image) } : null}
            disabled={readOnly}
          />
        )}
      </Field>
    </>
  )
}
