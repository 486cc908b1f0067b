import { createCategory } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { Category } from '../../api/types'
import { Card } from '../../ui/card'
import { CreateForm } from '../../ui/create-form'
import { TextField } from '../../ui/field'
import type { PageErrors } from '../../ui/form-errors'
import work from '../../ui/work.module.css'
import styles from './documents.module.css'

interface CategoriesProps {
  /** Undefined when they could not be fetched. */
  categories: readonly Category[] | undefined
  pageErrors: PageErrors
}

/** The form that creates a category, and the list of categories. */
export function Categories({ categories, pageErrors }: CategoriesProps) {
  return (
    <Card as="section" aria-labelledby="categories">
      <h2 id="categories" className={work.title}>
        Categories
      </h2>
      <CreateForm
        kind="Category"
        create={createCategory}
        invalidates={queryKeys.documents}
        pageErrors={pageErrors}
        nameLabel="Category name"
      >
        <TextField name="description" label="Category description (optional)" autoComplete="off" />
      </CreateForm>
      {categories?.length === 0 && <p className={styles.empty}>No categories created yet.</p>}
      {categories && categories.length > 0 && (
        <ul aria-label="Existing categories" className={styles.categories}>
          {categories.map(({ id, name, description }) => (
            <li key={id}>
              <h3>{name}</h3>
              {description && <p>{description}</p>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
