import { useState } from 'react'
import { IconX } from '../../ui/icons'
import { uploadDocument } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { Category } from '../../api/types'
import { bytes } from '../../lib/bytes'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Card } from '../../ui/card'
import { Checkbox, Field, TextField, Select } from '../../ui/field'
import { Dropzone } from '../../ui/dropzone'
import { Form, SubmitButton, trimmedTexts, useFormAction } from '../../ui/form'
import { pageErrorInOneLine, type PageErrors } from '../../ui/form-errors'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { passFocusOn } from '../../ui/focus'
import { showToast } from '../../ui/toast'
import { useWarningBeforeLeaving } from '../../ui/use-warning-before-leaving'
import { Row } from '../../ui/layout'
import work from '../../ui/work.module.css'
import { accepted, maxBytes, whyRefused, iconOf } from './document-files'
import styles from './documents.module.css'

interface UploadFormProps {
  /** Undefined when they could not be loaded. */
  categories: readonly Category[] | undefined
  pageErrors: PageErrors
}

/** The form that uploads a document. */
export function UploadForm({ categories, pageErrors }: UploadFormProps) {
  const upload = useInvalidatingMutation(uploadDocument, queryKeys.documents)
  const [file, setFile] = useState<File | null>(null)
  const form = useFormAction(async (data, element) => {
    pageErrors.clear()
    const texts = trimmedTexts(data, 'name', 'description')
    const category = Number(data.get('category'))
    if (file === null || texts.name === '' || category === 0) {
      pageErrors.add({ text: 'File, Name, and Category are required for upload.' }, { urgent: true })
      return null
    }
    try {
      await upload.mutateAsync({ file, ...texts, category, isCurrent: data.has('is_current') })
    } catch (error) {
      const fields = ['file', 'name', 'description', 'category']
      pageErrors.add(pageErrorInOneLine('Failed to upload document.', error, ...fields), { urgent: true })
      return null
    }
    element.reset()
    setFile(null)
    showToast('Document uploaded successfully!')
    return null
  })
  const { pending } = form
  useWarningBeforeLeaving(pending)

  return (
    <Card as="section" aria-labelledby="upload-document">
      <h2 id="upload-document" className={work.title}>
        Upload document
      </h2>
      <Form {...form} locks noValidate>
        <Dropzone
          accept={accepted}
          maxSize={maxBytes}
          multiple={false}
          disabled={pending}
          onChoose={([chosen]) => setFile(chosen ?? null)}
          onRefuse={(refused) => pageErrors.add({ text: whyRefused(refused) })}
          hint="PDF, office document, text or picture, up to 50 MB"
        >
          <b>Choose a file</b> or drop it here
        </Dropzone>
        {file && (
          <Row ref={passFocusOn} role="group" aria-label="Chosen file" className={styles.chosen}>
            <Icon of={iconOf(file.name)} />
            <span className={work.fileName} title={file.name}>
              {file.name}
            </span>
            <span className={work.fileSize}>{bytes(file.size)}</span>
            {!pending && (
              <IconButton label={`Remove ${file.name}`} onClick={() => setFile(null)}>
                <Icon of={IconX} />
              </IconButton>
            )}
          </Row>
        )}
        <div className={work.pair}>
          <TextField name="name" label="Name" autoComplete="off" aria-required />
          <Field name="category" label="Category">
            {(control) => (
              <Select {...control} aria-required disabled={pending}>
                <option value="">{categories ? 'Select a category' : 'Not loaded'}</option>
                {categories?.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <TextField name="description" label="Description (optional)" rows={2} />
        <Checkbox name="is_current" disabled={pending} className={styles.isCurrent}>
          The current document of its category, which anybody may download
        </Checkbox>
        <SubmitButton variant="primary" wide busy="Uploading...">
          Upload Document
        </SubmitButton>
      </Form>
    </Card>
  )
}
