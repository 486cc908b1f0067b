import { Fact, Note } from '../../ui/note'
import { useState, useId } from 'react'
import { createCategory, deleteCategory, updateCategory } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { Category, DocumentRecord } from '../../api/types'
import { count } from '../../lib/text'
import { CreateForm } from '../../ui/create-form'
import { TextField } from '../../ui/field'
import { Lines, Row, WithRail } from '../../ui/layout'
import { type PageErrors, formErrors } from '../../ui/form-errors'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconTrash } from '../../ui/icons'
import { RecordCard } from '../../ui/record-table'
import { TextAction } from '../../ui/row-actions'
import { Section } from '../../ui/section'
import { useRestore } from '../../api/use-restore'
import { useRemoval } from '../../ui/use-removal'
import styles from './documents.module.css'
import { cvCategory } from './document-files'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Dialog } from '../../ui/dialog'
import { SubmitAnswers } from '../../ui/submit-answers'
import { changedTexts, Form, trimmedTexts, useFormAction } from '../../ui/form'

interface CategoriesProps {
  documents: readonly DocumentRecord[] | undefined
  /** Undefined when they could not be fetched. */
  categories: readonly Category[] | undefined
  pageErrors: PageErrors
}

/** The list of categories, and the form that creates one. */
export function Categories({ documents, categories, pageErrors }: CategoriesProps) {
  const [editing, setEditing] = useState<Category | null>(null)
  const removal = useRemoval({
    question: 'Are you sure you want to delete this category?',
    action: 'Delete category',
    failure: 'Failed to delete category.',
    remove: deleteCategory,
    restore: useRestore(),
    invalidates: queryKeys.documents,
    pageErrors,
  })
  return (
    <WithRail even>
      <RecordCard
        id="categories"
        title="Categories"
        empty={categories?.length === 0 && 'No categories created yet.'}
      >
        {categories && categories.length > 0 && (
          <Lines edge aria-label="Existing categories" className={styles.categories}>
            {categories.map((category) => (
              <li
                key={category.id}
                tabIndex={-1}
                data-row={category.id}
                data-pending={removal.pendingId === category.id || undefined}
              >
                <div>
                  <b>{category.name}</b>
                  {category.description && <Note>{category.description}</Note>}
                </div>
                <Fact as="span">{count(inside(category, documents).length, 'document')}</Fact>
                <Row gap="sm">
                  <TextAction
                    aria-label={`Edit category ${category.name}`}
                    onClick={() => setEditing(category)}
                  >
                    Edit
                  </TextAction>
                  <IconButton
                    small
                    label={`Delete category ${category.name}`}
                    onClick={() => void removal.start(category, lossOfCategory(category, documents))}
                  >
                    <Icon of={IconTrash} />
                  </IconButton>
                </Row>
              </li>
            ))}
          </Lines>
        )}
        {editing && <EditCategory category={editing} onClose={() => setEditing(null)} />}
      </RecordCard>
      <Section title="Create category">
        <CreateForm
          kind="Category"
          action="Create category"
          create={createCategory}
          invalidates={queryKeys.documents}
          pageErrors={pageErrors}
          nameLabel="Category name"
        >
          <TextField name="description" label="Category description (optional)" autoComplete="off" />
        </CreateForm>
      </Section>
    </WithRail>
  )
}

const inside = ({ id }: Category, documents: readonly DocumentRecord[] = []) =>
  documents.filter(({ category }) => category === id)

/** What happens to a category's documents when it is deleted. */
function lossOfCategory(category: Category, documents: readonly DocumentRecord[] | undefined): string {
  const lost = inside(category, documents)
  const current = lost.some(({ is_current }) => is_current)
  const loss =
    category.name === cvCategory
      ? "visitors can't download a CV"
      : 'its current document will stop being public'
  return `${count(lost.length, 'document')} will have no category${current ? `, and ${loss}` : ''}.`
}

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
    <Dialog aria-labelledby={id} padded onClose={onClose}>
      <h2 id={id}>Edit category</h2>
      <Form {...form} locks noValidate>
        <TextField
          name="name"
          label="Name"
          hint={category.name === cvCategory && "This category can't be renamed."}
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
        <SubmitAnswers action="Save" busy="Saving..." onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
