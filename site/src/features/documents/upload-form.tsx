import { useState } from 'react'
import { uploadDocument } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { Category } from '../../api/types'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Card } from '../../ui/card'
import { pageErrorInOneLine } from '../../ui/form-errors'
import type { PageErrors } from '../../ui/page-errors'
import { Dropzone } from '../../ui/dropzone'
import { formText } from '../../ui/form-text'
import { SubmitButton } from '../../ui/submit-button'
import { showToast } from '../../ui/toast'
import { useFormAction } from '../../ui/use-form-action'
import { useWarningBeforeLeaving } from '../../ui/use-warning-before-leaving'
import { ChosenFile } from './chosen-file'
import styles from '../../ui/work-form.module.css'
import { UploadFields } from './upload-fields'

/** What the API accepts, by extension: browsers disagree on the media types of these files. */
const extensions =
  '.pdf .docx .xlsx .pptx .odt .ods .odp .doc .xls .ppt .txt .md .csv .jpg .jpeg .png .gif .webp'.split(' ')

const maxBytes = 50 * 2 ** 20

interface UploadFormProps {
  /** Undefined when they could not be loaded. */
  categories: readonly Category[] | undefined
  pageErrors: PageErrors
}

/** The form that uploads a document. */
export function UploadForm({ categories, pageErrors }: UploadFormProps) {
  const upload = useInvalidatingMutation(uploadDocument, queryKeys.documents)
  const [file, setFile] = useState<File | null>(null)
  const { pending, onSubmit } = useFormAction<null>(async (data, form) => {
    pageErrors.clear()
    const details = detailsOf(data)
    if (file === null || details.name === '' || details.category === 0) {
      pageErrors.add({ text: 'File, Name, and Category are required for upload.' }, { urgent: true })
      return null
    }
    try {
      await upload.mutateAsync({ file, ...details })
    } catch (error) {
      const fields = ['file', 'name', 'description', 'category']
      pageErrors.add(pageErrorInOneLine('Failed to upload document.', error, ...fields), { urgent: true })
      return null
    }
    form.reset()
    setFile(null)
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
          accept={{ 'application/octet-stream': extensions }}
          maxSize={maxBytes}
          multiple={false}
          disabled={pending}
          onChoose={([chosen]) => setFile(chosen ?? null)}
          onRefuse={(refused) => pageErrors.add({ text: whyRefused(refused) })}
          hint="PDF, office document, text or picture, up to 50 MB"
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

function whyRefused(file: File): string {
  const known = extensions.some((extension) => file.name.toLowerCase().endsWith(extension))
  return known
    ? `${file.name} is larger than 50 MB.`
    : `${file.name} is not a PDF, office document, text or picture.`
}
