import { useId, useState } from 'react'
import { failureReason, fieldErrors } from '../../api/api-error'
import { updateImage, type ImageChanges } from '../../api/photos'
import type { Gallery, ImageRecord } from '../../api/types'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
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
  reload: () => Promise<void>
  onClose: () => void
}

interface Refusal {
  /** What is wrong, by field. */
  errors: Record<string, readonly string[]>
  /** The server would not have it, for this reason as far as it is known. */
  reason?: string
}

/** The dialog that changes a picture. It closes when that is done, or when it is left. */
export function EditImage({ image, galleries, reload, onClose }: EditImageProps) {
  const id = useId()
  const [file, setFile] = useState<File>()
  const { state, pending, onSubmit } = useFormAction<Refusal>(
    async (data, form) => {
      const changes = changesOf(data)
      if (changes.title === '') {
        const errors = { title: ['A title is required.'] }
        focusFirstInvalid(form, errors)
        return { errors }
      }
      try {
        await updateImage(image.id, { ...changes, image: file })
      } catch (error) {
        const reason = failureReason(error, 'image')
        console.error(
          `Failed to update image ${image.id}:`,
          error instanceof Error ? error.message : '',
          reason,
        )
        return { errors: fieldErrors(error), reason }
      }
      await reload()
      onClose()
      showToast('Image updated successfully!')
      return { errors: {} }
    },
    { errors: {} },
  )

  return (
    <Dialog aria-labelledby={id} className={styles.dialog} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        <h2 id={id} className={styles.title}>
          Edit image
        </h2>
        {!pending && state.reason !== undefined && (
          <Alert focusOn={state}>
            <p>Failed to update image. Check console for details.</p>
            {state.reason && <p>{state.reason}</p>}
          </Alert>
        )}
        <Replacement image={image} file={file} onChoose={setFile} disabled={pending} />
        <EditFields
          image={image}
          galleries={galleries}
          errors={pending ? {} : state.errors}
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
