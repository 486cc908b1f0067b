import type { ManyChanges } from '../../../api/photos'
import type { Gallery } from '../../../api/types'
import { Modal } from '../../../ui/dialog'
import { SubmitAnswers } from '../../../ui/submit-answers'
import { Field, TextField, Select } from '../../../ui/field'
import { Form, trimmedTexts, useFormAction } from '../../../ui/form'
import { formErrors } from '../../../ui/form-errors'
import { showToast } from '../../../ui/toast'

interface EditImagesProps {
  /** The number of images, in words. */
  selected: string
  galleries: readonly Gallery[] | undefined
  change: (changes: ManyChanges) => Promise<unknown>
  onClose: () => void
}

export function EditImages({ selected, galleries, change, onClose }: EditImagesProps) {
  const form = useFormAction(async (data) => {
    const { gallery, ...texts } = trimmedTexts(
      data,
      'gallery',
      'title',
      'append_title',
      'description',
      'append_description',
    )
    const changes: ManyChanges = {
      ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
      ...(gallery !== '' && { gallery: gallery === 'none' ? null : Number(gallery) }),
    }
    try {
      await change(changes)
    } catch (error) {
      const { fields, message } = formErrors(error, 'Failed to change the photos.')
      const general = [fields['non_field_errors'], fields['images']].flatMap((texts) => texts ?? [])
      return { fields, message: message || general.join(' ') }
    }
    onClose()
    showToast(`Changed ${selected}.`)
    return null
  })
  return (
    <Modal title={`Change ${selected}`} onClose={onClose}>
      <Form {...form} locks noValidate>
        <Field name="gallery" label="Gallery">
          {(control) => (
            <Select {...control} defaultValue="">
              <option value="">Leave as it is</option>
              <option value="none">No Gallery (Unassigned)</option>
              {galleries?.map((gallery) => (
                <option key={gallery.id} value={gallery.id}>
                  {gallery.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TextField name="title" label="New title (optional)" hint="The same for all." autoComplete="off" />
        <TextField name="append_title" label="Append to the titles (optional)" autoComplete="off" />
        <TextField name="description" label="New description (optional)" rows={2} />
        <TextField name="append_description" label="Append to the descriptions (optional)" rows={2} />
        <SubmitAnswers action="Save Changes" busy="Saving..." onCancel={onClose} />
      </Form>
    </Modal>
  )
}
