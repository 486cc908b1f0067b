import { newFile, writeField } from '../../../../ssg/model/form'
import { Modal } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { Form, SubmitButton, trimmedTexts, useFormAction } from '../../ui/form'
import type { DraftKeeper } from './draft-keeper'
import { newEntryPath } from './entry-names'
import { isDated, type Part } from './outline'

interface NewEntryDialogProps {
  part: Part
  keeper: DraftKeeper
  onClose: () => void
  onAdded: (path: string) => void
}

/** Asks what a new entry is called, and makes a draft of it. */
export function NewEntryDialog({
  part: { name, kind, texts },
  keeper,
  onClose,
  onAdded,
}: NewEntryDialogProps) {
  const form = useFormAction((data) => {
    const { title } = trimmedTexts(data, 'title')
    if (title === '') return { fields: { title: ['A new entry needs a title.'] } }
    const path = newEntryPath(name, title, {
      taken: texts.map((text) => text.path),
      ordered: !isDated(kind),
    })
    keeper.edit(path, writeField(newFile(name), 'title', title))
    onClose()
    onAdded(path)
    return null
  })
  return (
    <Modal title={`Add to ${kind.title}`} onClose={onClose}>
      <Form {...form} noValidate>
        <TextField
          name="title"
          label="Title"
          hint="The words that name it."
          autoComplete="off"
          aria-required
        />
        <SubmitButton variant="primary" busy="Adding...">
          Add
        </SubmitButton>
      </Form>
    </Modal>
  )
}
