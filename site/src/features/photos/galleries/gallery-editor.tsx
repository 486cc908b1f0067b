import { useEffect, useRef } from 'react'
import { updateGallery } from '../../../api/photos'
import { queryKeys } from '../../../api/query-keys'
import type { Gallery } from '../../../api/types'
import { useInvalidatingMutation } from '../../../lib/use-invalidating-mutation'
import { Button } from '../../../ui/button'
import type { PageErrors } from '../../../ui/page-errors'
import { Field } from '../../../ui/field'
import { pageError } from '../../../ui/form-errors'
import { formText } from '../../../ui/form-text'
import { SubmitButton } from '../../../ui/submit-button'
import { useFormAction } from '../../../ui/use-form-action'
import styles from './gallery-rows.module.css'

interface GalleryEditorProps {
  gallery: Gallery
  pageErrors: PageErrors
  onClose: () => void
}

/** A gallery's row while it is being edited. Enter saves, Escape cancels. */
export function GalleryEditor({ gallery, pageErrors, onClose }: GalleryEditorProps) {
  const update = useInvalidatingMutation(
    (changes: { name: string; description: string }) => updateGallery(gallery.id, changes),
    queryKeys.photos,
  )
  const name = useRef<HTMLInputElement>(null)
  const { state, pending, onSubmit } = useFormAction<string[]>(async (data) => {
    pageErrors.clear()
    const changes = { name: formText(data, 'name').trim(), description: formText(data, 'description').trim() }
    if (changes.name === '') {
      name.current?.focus()
      return ['Gallery name cannot be empty.']
    }
    try {
      await update.mutateAsync(changes)
      onClose()
    } catch (error) {
      const failure = pageError('Failed to save gallery changes.', error, 'name', 'description')
      pageErrors.add(failure, { urgent: true })
    }
    return []
  }, [])
  useEffect(() => {
    name.current?.focus()
    name.current?.select()
  }, [])

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button Cancel does the same
    <form
      aria-label={`Edit ${gallery.name}`}
      noValidate
      className={styles.editor}
      onSubmit={onSubmit}
      onKeyDown={({ key }) => key === 'Escape' && !pending && onClose()}
    >
      <Field label="Name" errors={pending ? [] : state}>
        {(control) => (
          <input
            {...control}
            ref={name}
            name="name"
            defaultValue={gallery.name}
            autoComplete="off"
            aria-required
            readOnly={pending}
          />
        )}
      </Field>
      <Field label="Description (optional)">
        {(control) => (
          <input
            {...control}
            name="description"
            defaultValue={gallery.description}
            autoComplete="off"
            readOnly={pending}
          />
        )}
      </Field>
      <div className={styles.answers}>
        <Button variant="outline" aria-disabled={pending} onClick={() => !pending && onClose()}>
          Cancel
        </Button>
        <SubmitButton variant="primary" busy={pending && 'Saving...'}>
          Save
        </SubmitButton>
      </div>
    </form>
  )
}
