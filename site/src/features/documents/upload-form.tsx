import { useRef, useState } from 'react'
import { uploadDocument } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { Category } from '../../api/types'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Checkbox, TextField } from '../../ui/field'
import { Form, SubmitButton, trimmedTexts, useFormAction } from '../../ui/form'
import { pageErrorInOneLine, type PageError } from '../../ui/form-errors'
import { Row } from '../../ui/layout'
import { Sheet, SheetBody, sheetForm, SheetFoot } from '../../ui/sheet'
import { showToast } from '../../ui/toast'
import { useWarningBeforeLeaving } from '../../lib/hooks'
import { cvCategory } from './document-files'
import { CategoryField, FileField } from './fields'

interface UploadFormProps {
  open: boolean
  onClose: () => void
  /** Undefined when they could not be loaded. */
  categories: readonly Category[] | undefined
  /** Begins as the form for the current CV. */
  cv: boolean
}

/** The side sheet with the form that uploads a document. It closes when that is done. */
export function UploadForm({ open, onClose, categories, cv }: UploadFormProps) {
  const upload = useInvalidatingMutation(uploadDocument, queryKeys.documents)
  const [file, setFile] = useState<File | null>(null)
  const name = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<PageError | null>(null)
  const form = useFormAction(async (data, element) => {
    setFailure(null)
    const texts = trimmedTexts(data, 'name', 'description')
    const category = Number(data.get('category'))
    if (file === null || texts.name === '' || category === 0) {
      setFailure({ text: 'File, Name, and Category are required for upload.' })
      return null
    }
    try {
      await upload.mutateAsync({ file, ...texts, category, isCurrent: data.has('is_current') })
    } catch (error) {
      const fields = ['file', 'name', 'description', 'category']
      setFailure(pageErrorInOneLine('Failed to upload document.', error, ...fields))
      return null
    }
    element.reset()
    setFile(null)
    onClose()
    showToast('Document uploaded successfully!')
    return null
  })
  const { pending } = form

  function choose(file: File | null): void {
    setFile(file)
    // Each name is as good for a CV.
    if (cv && file && name.current?.value === '') name.current.value = file.name.replace(/\.[^.]*$/, '')
  }

  useWarningBeforeLeaving(pending)

  return (
    <Sheet title="Upload document" open={open} onClose={onClose}>
      <Form {...form} locks noValidate className={sheetForm}>
        <SheetBody>
          <FileField
            file={file}
            onChange={choose}
            onRefuse={(text) => setFailure({ text })}
            disabled={pending}
            label="Choose a file"
          />
          <TextField ref={name} name="name" label="Name" autoComplete="off" aria-required />
          <CategoryField
            categories={categories}
            none="Select a category"
            initial={cv ? categories?.find(({ name }) => name === cvCategory)?.id : undefined}
            disabled={pending}
          />
          <TextField name="description" label="Description (optional)" rows={2} />
          <Checkbox name="is_current" defaultChecked={cv} disabled={pending}>
            Current version (public)
          </Checkbox>
        </SheetBody>
        <SheetFoot>
          {failure && (
            <Alert focusOn={failure}>
              <p>{failure.text}</p>
              {failure.reason && <p>{failure.reason}</p>}
            </Alert>
          )}
          <Row gap="sm" data-answers>
            <Button onClick={onClose}>{pending ? 'Hide' : 'Cancel'}</Button>
            <SubmitButton variant="primary" busy="Uploading...">
              Upload document
            </SubmitButton>
          </Row>
        </SheetFoot>
      </Form>
    </Sheet>
  )
}
