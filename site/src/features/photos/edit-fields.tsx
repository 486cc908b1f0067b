import type { Gallery, ImageRecord } from '../../api/types'
import { Field } from '../../ui/field'
import { GallerySelect } from './gallery-select'
import { galleryNameOf } from './image-labels'

interface EditFieldsProps {
  image: ImageRecord
  /** Undefined when they could not be loaded. */
  galleries: readonly Gallery[] | undefined
  errors: Record<string, readonly string[]>
  readOnly: boolean
}

/** The fields of one picture's texts and gallery. */
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
        hint={galleries === undefined ? `The picture stays where it is: ${galleryNameOf(image)}.` : undefined}
        errors={errors.gallery}
      >
        {(control) => (
          <GallerySelect
            control={control}
            galleries={galleries}
            none="No Gallery (Unassigned)"
            chosen={
              typeof image.gallery === 'number' ? { id: image.gallery, name: galleryNameOf(image) } : null
            }
            disabled={readOnly}
          />
        )}
      </Field>
    </>
  )
}
