import type { Gallery, ImageRecord } from '../../api/types'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'

interface EditFieldsProps {
  image: ImageRecord
  galleries: readonly Gallery[]
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
      <Field label="Gallery" errors={errors.gallery}>
        {(control) => (
          <Select {...control} name="gallery" defaultValue={image.gallery ?? ''} disabled={readOnly}>
            <option value="">No Gallery (Unassigned)</option>
            {galleries.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}
