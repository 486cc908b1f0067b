import { useEffect, useRef } from 'react'
import { failureReason } from '../../../api/api-error'
import { updateGallery } from '../../../api/photos'
import type { Gallery } from '../../../api/types'
import { Button } from '../../../ui/button'
import type { PageErrors } from '../../../ui/page-errors'
import { Field } from '../../../ui/field'
import { formText } from '../../../ui/form-text'
import { SubmitButton } from '../../../ui/submit-button'
import { useFormAction } from '../../../ui/use-form-action'
import styles from './gallery-rows.module.css'

interface GalleryEditorProps {
  gallery: Gallery
  pageErrors: PageErrors
  reload: () => Promise<void>
  onLeave: () => void
}

/** A gallery's row while it is being changed. Enter saves, Escape leaves. */
export function GalleryEditor({ gallery, pageErrors, reload, onLeave }: GalleryEditorProps) {
  const name = useRef<HTMLInputElement>(null)
  const { state, pending, onSubmit } = useFormAction<string[]>(async (data) => {
    pageErrors.clear()
    const changes = { name: formText(data, 'name').trim(), description: formText(data, 'description').trim() }
    if (changes.name === '') {
      name.current?.focus()
      return ['Gallery name cannot be empty.']
    }
    try {
      await updateGallery(gallery.id, changes)
    } catch (error) {
      const reason = failureReason(error, 'name', 'description')
      pageErrors.add({ text: 'Failed to save gallery changes.', reason }, { urgent: true })
      return []
    }
    await reload()
    onLeave()
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
      onKeyDown={({ key }) => key === 'Escape' && !pending && onLeave()}
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
        <Button variant="outline" aria-disabled={pending} onClick={() => !pending && onLeave()}>
          Cancel
        </Button>
        <SubmitButton variant="primary" busy={pending && 'Saving...'}>
          Save
        </SubmitButton>
      </div>
    </form>
  )
}
