import { useEffect, useRef } from 'react'
import { newFile, writeField } from '../../../../ssg/model/form'
import { Answers, Modal } from '../../ui/dialog'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Form, SubmitButton, trimmedTexts, useFormAction } from '../../ui/form'
import type { DraftQueue } from './draft-queue'
import { newEntryPath } from '../../../../ssg/model/entry-path'
import type { Part } from './outline'

interface NewEntryDialogProps {
  part: Part
  queue: DraftQueue
  onClose: () => void
  onAdded: (path: string) => void
}

/** Asks for the title of a new entry and makes a draft of it. */
export function NewEntryDialog({
  part: { name, kind, entries },
  queue,
  onClose,
  onAdded,
}: NewEntryDialogProps) {
  const title = useRef<HTMLInputElement>(null)
  useEffect(() => title.current?.focus(), [])
  const form = useFormAction((data) => {
    const { title } = trimmedTexts(data, 'title')
    if (title === '') return { fields: { title: ['Enter a title.'] } }
    const taken = entries.map(({ path }) => path)
    const path = newEntryPath(name, title, taken)
    queue.edit(path, writeField(newFile(name), 'title', title))
    onClose()
    onAdded(path)
    return null
  })
  return (
    <Modal title={`Add to ${kind.title}`} onClose={onClose}>
      <Form {...form} noValidate>
        <TextField ref={title} name="title" label="Title" autoComplete="off" aria-required />
        <Answers>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton variant="primary" busy="Adding…">
            Add
          </SubmitButton>
        </Answers>
      </Form>
    </Modal>
  )
}
