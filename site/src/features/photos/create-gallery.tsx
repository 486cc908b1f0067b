import { createGallery } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Card } from '../../ui/card'
import { Field } from '../../ui/field'
import { formText } from '../../ui/form-text'
import { SubmitButton } from '../../ui/submit-button'
import { showToast } from '../../ui/toast'
import { useFormAction } from '../../ui/use-form-action'
import { pageErrorInOneLine } from '../../ui/form-errors'
import type { PageErrors } from '../../ui/page-errors'
import styles from '../../ui/work-form.module.css'
import { frontPageSlug } from '../../api/front-page'

/** The form that creates a gallery. */
export function CreateGallery({ pageErrors }: { pageErrors: PageErrors }) {
  const create = useInvalidatingMutation(createGallery, queryKeys.photos)
  const { state, pending, onSubmit } = useFormAction<string[]>(async (data, form) => {
    pageErrors.clear()
    const name = formText(data, 'name').trim()
    if (name === '') {
      form.querySelector<HTMLInputElement>('[name=name]')?.focus()
      return ['Gallery name cannot be empty.']
    }
    try {
      await create.mutateAsync({ name, description: formText(data, 'description').trim() })
    } catch (error) {
      const failure = pageErrorInOneLine('Failed to create gallery.', error, 'name', 'description')
      pageErrors.add(failure, { urgent: true })
      return []
    }
    form.reset()
    showToast('Gallery created successfully!')
    return []
  }, [])

  return (
    <Card as="section" aria-labelledby="create-gallery">
      <h2 id="create-gallery" className={styles.title}>
        Create Gallery
      </h2>
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        <Field label="Name" errors={pending ? [] : state}>
          {(control) => <input {...control} name="name" autoComplete="off" aria-required />}
        </Field>
        <Field label="Description (optional)">
          {(control) => <textarea {...control} name="description" rows={2} />}
        </Field>
        <p className={styles.note}>
          Create a gallery named <code>{frontPageSlug}</code>, or add images to it, to put pictures on the
          front page.
        </p>
        <SubmitButton wide busy={pending && 'Creating...'}>
          Create Gallery
        </SubmitButton>
      </form>
    </Card>
  )
}
