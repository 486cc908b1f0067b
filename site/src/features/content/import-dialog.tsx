import { useState } from 'react'
import { fixEntry } from '#model/import/entries'
import { withUploadedPhotos } from '#model/import/photos'
import { readImport } from '#model/import/read-import'
import { ImportError, type ImportResult } from '#model/import/result'
import { uploadNamed } from '../../api/photos'
import { count } from '../../lib/text'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Answers, Modal } from '../../ui/dialog'
import { Dropzone } from '../../ui/dropzone'
import { ImportList } from '../../ui/import-list'
import { Stack, Toolbar } from '../../ui/layout'
import { Note } from '../../ui/note'
import { showToast } from '../../ui/toast'
import type { DraftQueue } from './draft-queue'
import type { Entries } from './entries'
import { addDrafts, choicesOf, filesOf, type Choices } from './import-choices'

const sources: Record<ImportResult['source'], string> = {
  'json-resume': 'JSON Resume',
  'reactive-resume': 'Reactive Resume',
  linkedin: 'LinkedIn archive',
  'linkedin-pdf': 'LinkedIn profile',
  content: 'Content export',
}

interface ImportDialogProps {
  entries: Entries
  queue: DraftQueue
  onClose: () => void
}

/** Reads a CV from elsewhere, and saves what the user chooses of it as drafts. */
export default function ImportDialog({ entries, queue, onClose }: ImportDialogProps) {
  const [read, setRead] = useState<{ name: string; result: ImportResult; choices: Choices }>()
  const [reading, setReading] = useState(false)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string>()

  async function choose([file]: readonly File[]): Promise<void> {
    if (!file || reading) return
    setError(undefined)
    setReading(true)
    try {
      const result = await readImport(file)
      setRead({ name: file.name, result, choices: choicesOf(result, entries) })
    } catch (failure) {
      setError(failure instanceof ImportError ? failure.message : 'This file could not be read.')
    } finally {
      setReading(false)
    }
  }

  async function add({ items, chosen }: Choices, { photos }: ImportResult): Promise<void> {
    if (saving) return
    setSaving(true)
    setError(undefined)
    const own = items.filter(({ id }) => chosen.has(id))
    let files
    try {
      files = await withUploadedPhotos(filesOf(own, entries), photos, uploadNamed)
    } catch {
      setSaving(false)
      setError('The photos could not be uploaded. Try again.')
      return
    }
    const undo = addDrafts(files, entries, queue)
    onClose()
    showToast(`${count(own.length, 'entry', 'entries')} imported as drafts.`, { label: 'Undo', run: undo })
  }

  return (
    <Modal title="Import" changed={read !== undefined} onClose={onClose}>
      <Stack>
        {error !== undefined && <Alert>{error}</Alert>}
        {read ? (
          <>
            <Toolbar>
              <p role="status">
                <b>{read.name}</b>
                <br />
                <Note as="span">
                  {`${sources[read.result.source]}, ${count(read.choices.items.length, 'entry', 'entries')}`}
                </Note>
              </p>
              <Button variant="quiet" onClick={() => setRead(undefined)}>
                Use another file
              </Button>
            </Toolbar>
            <ImportList
              items={read.choices.items}
              chosen={read.choices.chosen}
              onChange={(items, chosen) => setRead({ ...read, choices: { items, chosen } })}
              fix={fixEntry}
              problems={read.result.problems}
              notRead={read.result.notRead}
            />
          </>
        ) : (
          <>
            <Note>
              From LinkedIn, JSON Resume, Reactive Resume or another copy of this product. The file stays on
              this device; what you choose is saved as drafts.
            </Note>
            <Dropzone
              maxSize={200_000_000}
              multiple={false}
              onChoose={(files) => void choose(files)}
              onRefuse={() => setError('This file is larger than 200 MB.')}
              hint="LinkedIn’s PDF or archive, a JSON file, or a ZIP archive of exported content"
            >
              <b>{reading ? 'Reading…' : 'Drop your file here'}</b>
            </Dropzone>
          </>
        )}
      </Stack>
      <Answers>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          aria-disabled={!read || read.choices.chosen.size === 0}
          onClick={() => read && read.choices.chosen.size > 0 && void add(read.choices, read.result)}
        >
          {saving
            ? 'Importing…'
            : read
              ? `Import ${count(read.choices.chosen.size, 'entry', 'entries')}`
              : 'Import'}
        </Button>
      </Answers>
    </Modal>
  )
}
