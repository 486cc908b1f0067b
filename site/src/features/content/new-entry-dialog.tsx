import { useEffect, useRef } from 'react'
import { addressNote, newEntryPath } from '#model/entry-path'
import { newFile, writeField } from '#model/form'
import { todayIn } from '../../lib/time-zone'
import { Modal } from '../../ui/dialog'
import { SubmitAnswers } from '../../ui/submit-answers'
import { TextField } from '../../ui/field'
import { Form, trimmedTexts, useFormAction } from '../../ui/form'
import { OptionList } from '../../ui/option-list'
import { showToast } from '../../ui/toast'
import { inLatin, pageFolder, takenPaths } from './address'
import type { DraftQueue } from './draft-queue'
import type { Entry } from './entries'
import { newPage, newPages, type NewPageName } from './new-pages'
import type { Part } from './outline'
import { useTimeZone } from './queries'

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
  const timeZone = useTimeZone()
  const isAudience = name === 'cv/audiences'
  const { label = 'Title', hint } = (isAudience && kind.fields.find(({ name }) => name === 'title')) || {}
  const title = useRef<HTMLInputElement>(null)
  useEffect(() => title.current?.focus(), [])
  const form = useFormAction(async (data) => {
    const { title: typed, page } = trimmedTexts(data, 'title', 'page')
    const preset = page in newPages ? (page as NewPageName) : undefined
    const title = typed || (preset ? newPages[preset].title : '')
    if (title === '') return { fields: { title: [`Enter a ${label.toLowerCase()}.`] } }
    const latin = await inLatin(title)
    const path = newEntryPath(name, latin, takenPaths(name, entries))
    queue.edit(
      path,
      preset
        ? writeField(newPage(preset, factsOf(owner)), 'title', title)
        : newEntry(part, title, todayIn(timeZone)),
    )
    onClose()
    onAdded(path)
    const folder = pageFolder(name)
    const note = folder && addressNote(folder, latin, path)
    if (note !== undefined) showToast(note)
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
        <TextField ref={title} name="title" {...{ label, hint }} autoComplete="off" aria-required />
        <SubmitAnswers action="Add" busy="Adding…" onCancel={onClose} />
      </Form>
    </Modal>
  )
}

function factsOf(owner: Entry['fields']) {
  const [name, email, location] = ['name', 'email', 'location'].map((field) => String(owner[field] ?? ''))
  return { name: name ?? '', email: email ?? '', location: location || undefined }
}

/** A file with a title, a heading and a day, as far as its kind has these. */
function newEntry({ name, kind }: Part, title: string, date: string): string {
  const known: Record<string, string> = { title, heading: title, date }
  return kind.fields
    .filter(({ name, type }) => name in known && (name !== 'date' || type === 'day'))
    .reduce((file, { name }) => writeField(file, name, known[name]), newFile(name))
}
