import type { Category } from '../../api/types'
import { Checkbox } from '../../ui/checkbox'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'
import styles from '../../ui/work-form.module.css'

interface UploadFieldsProps {
  /** Undefined when they could not be loaded. */
  categories: readonly Category[] | undefined
  readOnly: boolean
}

/** The fields of a document. */
export function UploadFields({ categories, readOnly }: UploadFieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <Field label="Name">
          {(control) => (
            <input {...control} name="name" autoComplete="off" aria-required readOnly={readOnly} />
          )}
        </Field>
        <Field label="Category">
          {(control) => (
            <Select {...control} name="category" aria-required disabled={readOnly}>
              <option value="">{categories ? 'Select a category' : 'Categories could not be loaded'}</option>
              {categories?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label="Description (optional)">
        {(control) => <textarea {...control} name="description" rows={2} readOnly={readOnly} />}
      </Field>
      <Checkbox name="is_current" disabled={readOnly} className={styles.current}>
        The current document of its category, which anybody may download
      </Checkbox>
    </>
  )
}
