import type { Gallery } from '../../api/types'
import { Field } from '../../ui/field'
import { GallerySelect } from './gallery-select'
import styles from '../../ui/work-form.module.css'

interface UploadFieldsProps {
  /** Undefined when they could not be loaded. */
  galleries: readonly Gallery[] | undefined
  readOnly: boolean
}

/** The fields that all pictures of one upload share. */
export function UploadFields({ galleries, readOnly }: UploadFieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <Field label="Base title" hint="Each picture gets this title and its file name.">
          {(control) => (
            <input {...control} name="title" autoComplete="off" aria-required readOnly={readOnly} />
          )}
        </Field>
        <Field label="Gallery (optional)">
          {(control) => (
            <GallerySelect control={control} galleries={galleries} none="No Gallery" disabled={readOnly} />
          )}
        </Field>
      </div>
      <Field label="Description (optional)">
        {(control) => <textarea {...control} name="description" rows={2} readOnly={readOnly} />}
      </Field>
    </>
  )
}
