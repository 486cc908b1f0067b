import { createCategory } from '../../api/documents'
import type { Category } from '../../api/types'
import { Card } from '../../ui/card'
import { refusal } from '../../ui/page-errors'
import { Field } from '../../ui/field'
import { formText } from '../../ui/form-text'
import { SubmitButton } from '../../ui/submit-button'
import { showToast } from '../../ui/toast'
import { useFormAction } from '../../ui/use-form-action'
import type { Actions } from './actions'
import styles from './categories.module.css'
import formStyles from '../../ui/work-form.module.css'

interface CategoriesProps extends Actions {
  /** Undefined when they could not be fetched. */
  categories: readonly Category[] | undefined
}

/** The form that makes a category, and the categories there are. */
export function Categories({ categories, pageErrors, reload }: CategoriesProps) {
  const { state, pending, onSubmit } = useFormAction<string[]>(async (data, form) => {
    pageErrors.clear()
    const name = formText(data, 'name').trim()
    if (name === '') {
      form.querySelector<HTMLInputElement>('[name=name]')?.focus()
      return ['Category name cannot be empty.']
    }
    try {
      await createCategory({ name, description: formText(data, 'description').trim() })
    } catch (error) {
      const failure = refusal('Failed to create category.', error, 'name', 'description')
      pageErrors.add(failure, { urgent: true })
      return []
    }
    form.reset()
    await reload()
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
