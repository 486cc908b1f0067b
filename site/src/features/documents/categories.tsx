import { useState } from 'react'
import { createCategory, deleteCategory } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { Category, DocumentRecord } from '../../api/types'
import { count } from '../../lib/count'
import { Card } from '../../ui/card'
import { CreateForm } from '../../ui/create-form'
import { TextField } from '../../ui/field'
import type { PageErrors } from '../../ui/form-errors'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconPencil, IconTrash } from '../../ui/icons'
import { useRemoval } from '../../ui/use-removal'
import work from '../../ui/work.module.css'
import styles from './documents.module.css'
import { EditCategory } from './edit-category'
import { cvCategory } from './shown-where'

interface CategoriesProps {
  documents: readonly DocumentRecord[] | undefined
  /** Undefined when they could not be fetched. */
  categories: readonly Category[] | undefined
  pageErrors: PageErrors
}

/** The form that creates a category, and the list of categories. */
export function Categories({ documents, categories, pageErrors }: CategoriesProps) {
  const [editing, setEditing] = useState<Category | null>(null)
  const removal = useRemoval({
    question: 'Are you sure you want to delete this category?',
    action: 'Delete category',
    failure: 'Failed to delete category.',
    remove: deleteCategory,
    invalidates: queryKeys.documents,
    pageErrors,
  })
  return (
    <Card as="section" aria-labelledby="categories">
      <h2 id="categories" tabIndex={-1} data-list-heading className={work.title}>
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
          {categories.map((category) => (
            <li
              key={category.id}
              tabIndex={-1}
              data-row={category.id}
              data-pending={removal.pendingId === category.id || undefined}
            >
              <div>
                <h3>{category.name}</h3>
                {category.description && <p>{category.description}</p>}
              </div>
              <IconButton label={`Edit category ${category.name}`} onClick={() => setEditing(category)}>
                <Icon of={IconPencil} />
              </IconButton>
              <IconButton
                label={`Delete category ${category.name}`}
                onClick={() => void removal.start(category, lossOfCategory(category, documents))}
              >
                <Icon of={IconTrash} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {editing && <EditCategory category={editing} onClose={() => setEditing(null)} />}
    </Card>
  )
}

/** What becomes of the documents of a category when it is deleted. */
function lossOfCategory({ id, name }: Category, documents: readonly DocumentRecord[] = []): string {
  const inside = documents.filter(({ category }) => category === id)
  const current = inside.some(({ is_current }) => is_current)
  const lost =
    name === cvCategory ? 'visitors can download no CV then' : 'its current one is public no longer'
  return `${count(inside.length, 'document')} will be in no category${current ? `, and ${lost}` : ''}.`
}
