import { createCategory } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { Category } from '../../api/types'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Card } from '../../ui/card'
import { pageErrorInOneLine } from '../../ui/form-errors'
import type { PageErrors } from '../../ui/page-errors'
import { Field } from '../../ui/field'
import { formText } from '../../ui/form-text'
import { SubmitButton } from '../../ui/submit-button'
import { showToast } from '../../ui/toast'
import { useFormAction } from '../../ui/use-form-action'
import styles from './categories.module.css'
import formStyles from '../../ui/work-form.module.css'

interface CategoriesProps {
  /** Undefined when they could not be fetched. */
  categories: readonly Category[] | undefined
  pageErrors: PageErrors
}

/** The form that creates a category, and the list of categories. */
export function Categories({ categories, pageErrors }: CategoriesProps) {
  const create = useInvalidatingMutation(createCategory, queryKeys.documents)
  const { state, pending, onSubmit } = useFormAction<string[]>(async (data, form) => {
    pageErrors.clear()
    const name = formText(data, 'name').trim()
    if (name === '') {
      form.querySelector<HTMLInputElement>('[name=name]')?.focus()
      return ['Category name cannot be empty.']
    }
    try {
      await create.mutateAsync({ name, description: formText(data, 'description').trim() })
    } catch (error) {
      const failure = pageErrorInOneLine('Failed to create category.', error, 'name', 'description')
      pageErrors.add(failure, { urgent: true })
      return []
    }
    form.reset()
    showToast('Category created successfully!')
    return []
  }, [])

  return (
    <Card as="section" aria-labelledby="categories">
      <h2 id="categories" className={formStyles.title}>
        Categories
      </h2>
      <form onSubmit={onSubmit} noValidate className={formStyles.form}>
        <Field label="Category name" errors={pending ? [] : state}>
          {(control) => <input {...control} name="name" autoComplete="off" aria-required />}
        </Field>
        <Field label="Category description (optional)">
          {(control) => <input {...control} name="description" autoComplete="off" />}
        </Field>
        <SubmitButton wide busy={pending && 'Creating...'}>
          Create Category
        </SubmitButton>
      </form>
      {categories && <CategoryList categories={categories} />}
    </Card>
  )
}

function CategoryList({ categories }: { categories: readonly Category[] }) {
  if (categories.length === 0) return <p className={styles.empty}>No categories created yet.</p>
  return (
    <ul aria-label="Existing categories" className={styles.list}>
      {categories.map(({ id, name, description }) => (
        <li key={id} className={styles.category}>
          <h3 className={styles.name}>{name}</h3>
          {description && <p className={styles.description}>{description}</p>}
        </li>
      ))}
    </ul>
  )
}
