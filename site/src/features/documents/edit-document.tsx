import { Note } from '../../ui/note'
import { useState } from 'react'
import { changeDocument } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { Category, DocumentRecord } from '../../api/types'
import { formTexts, changedTexts, Form, trimmedTexts, useFormAction } from '../../ui/form'
import { bytes } from '../../lib/text'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Modal } from '../../ui/dialog'
import { SubmitAnswers } from '../../ui/submit-answers'
import { TextField } from '../../ui/field'
import { formErrors } from '../../ui/form-errors'
import { showToast } from '../../ui/toast'
import { CategoryField, FileField } from './fields'
import { shownWhere } from './document-files'

const note = 'You can restore the old file from Versions.'
const noteOfCurrent = `Visitors get the new file as soon as you save. ${note}`

interface EditDocumentProps {
  document: DocumentRecord
  categories: readonly Category[] | undefined
  onClose: () => void
}

/** The dialog that changes a document's name, category and description, and replaces an uploaded file. */
export function EditDocument({ document, categories, onClose }: EditDocumentProps) {
  const { id, name, description, category, is_current, from_content, file_name, size } = document
  const [file, setFile] = useState<File | null>(null)
  const [refused, setRefused] = useState('')
  const where = shownWhere(document)
  const change = useInvalidatingMutation(
    (changes: Parameters<typeof changeDocument>[1]) => changeDocument(id, changes),
    queryKeys.documents,
  )
  const form = useFormAction(async (data) => {
    setRefused('')
    const texts = { ...trimmedTexts(data, 'name', 'description'), ...formTexts(data, 'category') }
    if (texts.name === '') return { fields: { name: ['Document name cannot be empty.'] } }
    const before = { name, description, category: category === null ? '' : String(category) }
    // Without categories there is nothing to choose from.
    if (!categories) texts.category = before.category
    try {
      await change.mutateAsync({ ...changedTexts(texts, before), ...(file && { file }) })
    } catch (error) {
      const { message, fields } = formErrors(error, 'Failed to save document changes.')
      return { fields, message: message || fields.file?.join(' ') }
    }
    onClose()
    showToast(file ? 'File replaced.' : 'Document saved.')
    return null
  })
  const { pending } = form
  return (
    <Modal title="Edit document" changed={file !== null} onClose={onClose}>
      <Form {...form} locks noValidate>
        <TextField name="name" label="Name" defaultValue={name} autoComplete="off" aria-required />
        <CategoryField categories={categories} none="No category" value={category} disabled={pending} />
        <TextField name="description" label="Description (optional)" rows={2} defaultValue={description} />
        {where && <Note>{where}</Note>}
        {file_name && <Note>{`Current file: ${file_name}, ${bytes(size)}`}</Note>}
        {from_content ? (
          <Note>Made from your content: publishing changes it.</Note>
        ) : (
          <FileField
            file={file}
            onChange={(chosen) => {
              setRefused('')
              setFile(chosen)
            }}
            onRefuse={setRefused}
            disabled={pending}
            label="Choose a new file"
          />
        )}
        {refused && <p role="alert">{refused}</p>}
        {file && <Note>{is_current ? noteOfCurrent : note}</Note>}
        <SubmitAnswers action="Save Changes" busy="Saving..." onCancel={onClose} />
      </Form>
    </Modal>
  )
}
