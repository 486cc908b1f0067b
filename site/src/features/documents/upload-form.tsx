import { useState } from 'react'
import { uploadDocument } from '../../api/documents'
import type { Category } from '../../api/types'
import { Card } from '../../ui/card'
import { refusal } from '../../ui/page-errors'
import { Dropzone } from '../../ui/dropzone'
import { formText } from '../../ui/form-text'
import { SubmitButton } from '../../ui/submit-button'
import { showToast } from '../../ui/toast'
import { useFormAction } from '../../ui/use-form-action'
import { useWarningBeforeLeaving } from '../../ui/use-warning-before-leaving'
import type { Actions } from './actions'
import { ChosenFile } from './chosen-file'
import { documentBytes, documentHint, documentTypes, refusalOf } from './document-files'
import styles from '../../ui/work-form.module.css'
import { UploadFields } from './upload-fields'

/** The form that uploads a document. */
export function UploadForm({
  categories,
  pageErrors,
  reload,
}: Actions & { categories: readonly Category[] | undefined }) {
  const [file, setFile] = useState<File | null>(null)
  const { pending, onSubmit } = useFormAction<null>(async (data, form) => {
    pageErrors.clear()
    const details = detailsOf(data)
    if (file === null || details.name === '' || details.category === 0) {
      pageErrors.add({ text: 'File, Name, and Category are required for upload.' }, { urgent: true })
      return null
    }
    try {
      await uploadDocument({ file, ...details })
    } catch (error) {
      const fields = ['file', 'name', 'description', 'category']
      pageErrors.add(refusal('Failed to upload document.', error, ...fields), { urgent: true })
      return null
    }
    form.reset()
    setFile(null)
    await reload()
    showToast('Document uploaded successfully!')
    return null
  }, null)
  useWarningBeforeLeaving(pending)

  return (
    <Card as="section" aria-labelledby="upload-document">
      <h2 id="upload-document" className={styles.title}>
        Upload document
      </h2>
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        <Dropzone
          accept={documentTypes}
          maxSize={documentBytes}
          multiple={false}
          disabled={pending}
          onChoose={([chosen]) => setFile(chosen ?? null)}
          onRefuse={(refused) => pageErrors.add({ text: refusalOf(refused) })}
          hint={documentHint}
        >
          <b>Choose a file</b> or drop it here
        </Dropzone>
        {file && <ChosenFile file={file} onRemove={pending ? undefined : () => setFile(null)} />}
        <UploadFields categories={categories} readOnly={pending} />
        <SubmitButton variant="primary" wide busy={pending && 'Uploading...'}>
          Upload Document
        </SubmitButton>
      </form>
    </Card>
  )
}

function detailsOf(data: FormData) {
  return {
    name: formText(data, 'name').trim(),
    description: formText(data, 'description').trim(),
    category: Number(formText(data, 'category')),
    isCurrent: data.has('is_current'),
  }
}
