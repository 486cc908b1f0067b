import { useId, useState } from 'react'
import { updateImage, type ImageChanges } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import type { Gallery, ImageRecord } from '../../api/types'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { formErrors, pageError, type FormErrors, type PageError } from '../../ui/form-errors'
import { formText } from '../../ui/form-text'
import { SubmitButton } from '../../ui/submit-button'
import { showToast } from '../../ui/toast'
import { useFormAction } from '../../ui/use-form-action'
import { EditFields } from './edit-fields'
import styles from './edit-image.module.css'
import { Replacement } from './replacement'

interface EditImageProps {
  image: ImageRecord
  /** Undefined when they could not be loaded. */
  galleries: readonly Gallery[] | undefined
  onClose: () => void
}

interface Failure {
  fields: FormErrors['fields']
  /** What the server refused. */
  alert?: PageError
}

/** The dialog that changes a picture. It closes when that is done, or cancelled. */
export function EditImage({ image, galleries, onClose }: EditImageProps) {
  const id = useId()
  const update = useInvalidatingMutation(
    (changes: ImageChanges) => updateImage(image.id, changes),
    queryKeys.photos,
  )
  const [file, setFile] = useState<File>()
  const { state, pending, onSubmit } = useFormAction<Failure>(
    async (data, form) => {
      const changes = changesOf(data)
      if (changes.title === '') {
        const fields = { title: ['A title is required.'] }
        focusFirstInvalid(form, fields)
        return { fields }
      }
      try {
        await update.mutateAsync({ ...changes, image: file })
      } catch (error) {
        const alert = pageError('Failed to update image. Check console for details.', error, 'image')
        const message = error instanceof Error ? error.message : ''
        console.error(`Failed to update image ${image.id}:`, message, alert.reason)
        return { fields: formErrors(error, '').fields, alert }
      }
      onClose()
      showToast('Image updated successfully!')
      return { fields: {} }
    },
    { fields: {} },
  )

  return (
    <Dialog aria-labelledby={id} className={styles.dialog} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        <h2 id={id} className={styles.title}>
          Edit image
        </h2>
        {!pending && state.alert && (
          <Alert focusOn={state}>
            <p>{state.alert.text}</p>
            {state.alert.reason && <p>{state.alert.reason}</p>}
          </Alert>
        )}
        <Replacement image={image} file={file} onChoose={setFile} disabled={pending} />
        <EditFields
          image={image}
          galleries={galleries}
          errors={pending ? {} : state.fields}
          readOnly={pending}
        />
        <div className={styles.answers}>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton variant="primary" busy={pending && 'Saving...'}>
            Save Changes
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

function changesOf(data: FormData): ImageChanges {
  return {
    title: formText(data, 'title').trim(),
    description: formText(data, 'description').trim(),
    alt_text: formText(data, 'alt_text').trim(),
    ...(data.has('gallery') && { gallery: Number(formText(data, 'gallery')) || null }),
  }
}
