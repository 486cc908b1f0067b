import { useEffect, useRef } from 'react'
import { newEntryPath } from '#model/entry-path'
import { newFile, writeField } from '#model/form'
import { localDay } from '../../lib/text'
import { Modal } from '../../ui/dialog'
import { SubmitAnswers } from '../../ui/submit-answers'
import { TextField } from '../../ui/field'
import { Form, trimmedTexts, useFormAction } from '../../ui/form'
import { OptionList } from '../../ui/option-list'
import { takenPaths } from './address'
import type { DraftQueue } from './draft-queue'
import type { Entry } from './entries'
import { newPage, newPages, type NewPageName } from './new-pages'
import type { Part } from './outline'

interface NewEntryDialogProps {
  part: Part
  /** The facts of the owner. */
  owner: Entry['fields']
  queue: DraftQueue
  onClose: () => void
  onAdded: (path: string) => void
}

/** Asks for the title of a new entry and makes a draft of it. */
export function NewEntryDialog({ part, owner, queue, onClose, onAdded }: NewEntryDialogProps) {
  const { name, kind, entries } = part
  const title = useRef<HTMLInputElement>(null)
  useEffect(() => title.current?.focus(), [])
  const form = useFormAction((data) => {
    const { title: typed, page } = trimmedTexts(data, 'title', 'page')
    const preset = page in newPages ? (page as NewPageName) : undefined
    const title = typed || (preset ? newPages[preset].title : '')
    if (title === '') return { fields: { title: ['Enter a title.'] } }
    const path = newEntryPath(name, title, takenPaths(name, entries))
    queue.edit(
      path,
      preset ? writeField(newPage(preset, factsOf(owner)), 'title', title) : newEntry(part, title),
    )
    onClose()
    onAdded(path)
    return null
  })
  return (
    <Modal title={`Add to ${kind.title}`} onClose={onClose}>
      <Form {...form} noValidate>
        {name === 'pages' && (
          <OptionList
            name="page"
            label="Begin with"
            value=""
            options={[
              { value: '', title: 'An empty page', about: 'You write all of it.' },
              ...Object.entries(newPages).map(([value, { title, about }]) => ({ value, title, about })),
            ]}
          />
        )}
        <TextField ref={title} name="title" label="Title" autoComplete="off" aria-required />
        <SubmitAnswers action="Add" busy="Adding…" onCancel={onClose} />
      </Form>
    </Modal>
  )
}

function factsOf(owner: Entry['fields']) {
  const [name, email, location] = ['name', 'email', 'location'].map((field) => String(owner[field] ?? ''))
  return { name: name ?? '', email: email ?? '', location: location || undefined }
}

/** A file with a title, a heading and today's day, as far as its kind has these. */
function newEntry({ name, kind }: Part, title: string): string {
  const known: Record<string, string> = { title, heading: title, date: localDay(new Date()) }
  return kind.fields
    .filter(({ name, type }) => name in known && (name !== 'date' || type === 'day'))
    .reduce((file, { name }) => writeField(file, name, known[name]), newFile(name))
}
