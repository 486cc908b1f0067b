import { useId } from 'react'
import { updateCategory } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { Category } from '../../api/types'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { changedTexts, Form, SubmitButton, trimmedTexts, useFormAction } from '../../ui/form'
import { formErrors } from '../../ui/form-errors'
import styles from './documents.module.css'
import { cvCategory } from './shown-where'

/** The dialog that renames a category. It closes when that is done, or cancelled. */
export function EditCategory({ category, onClose }: { category: Category; onClose: () => void }) {
  const id = useId()
  const { mutateAsync } = useInvalidatingMutation(
    (changes: { name?: string; description?: string }) => updateCategory(category.id, changes),
    queryKeys.documents,
  )
  const form = useFormAction(async (data) => {
    const texts = trimmedTexts(data, 'name', 'description')
    if (texts.name === '') return { fields: { name: ['Category name cannot be empty.'] } }
    try {
      await mutateAsync(changedTexts(texts, category))
    } catch (error) {
      return formErrors(error, 'Failed to save category changes.')
    }
    onClose()
    return null
  })
  return (
    <Dialog aria-labelledby={id} className={styles.editor} onClose={onClose}>
      <h2 id={id}>Edit category</h2>
      <Form {...form} locks noValidate>
        <TextField
          name="name"
          label="Name"
          hint={category.name === cvCategory && 'Visitors download its current document: it keeps its name.'}
          defaultValue={category.name}
          autoComplete="off"
          aria-required
        />
        <TextField
          name="description"
          label="Description (optional)"
          defaultValue={category.description}
          autoComplete="off"
        />
        <div className={styles.answers}>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton variant="primary" busy="Saving...">
            Save
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}
