import { Note } from '../../ui/note'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { deleteVersion, listVersions, restoreVersion } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { DocumentRecord, DocumentVersion } from '../../api/types'
import { bytes } from '../../lib/text'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Badge } from '../../ui/badge'
import { confirm } from '../../ui/confirm'
import { formatDateTime } from '../../ui/date-time'
import { Modal } from '../../ui/dialog'
import { pageError } from '../../ui/form-errors'
import { Icon } from '../../ui/icon'
import { IconButton, IconLink } from '../../ui/icon-button'
import { IconArrowBackUp, IconDownload, IconTrash } from '../../ui/icons'
import { Lines } from '../../ui/layout'

interface VersionsProps {
  document: DocumentRecord
  onClose: () => void
}

interface Message {
  text: string
  failed: boolean
}

/** The dialog with a document's versions, which restores and deletes them. */
export function Versions({ document, onClose }: VersionsProps) {
  const { id, name } = document
  const [message, setMessage] = useState<Message>({ text: '', failed: false })
  const { data: versions, isError } = useQuery({
    queryKey: [...queryKeys.documents, 'versions', id],
    queryFn: () => listVersions(id),
  })
  const change = useInvalidatingMutation((write: () => Promise<unknown>) => write(), queryKeys.documents)

  /** Says `done` once `write` is, or `failure` with the server's reason. */
  async function run(write: () => Promise<unknown>, done: string, failure: string): Promise<void> {
    setMessage({ text: '', failed: false })
    try {
      await change.mutateAsync(write)
      setMessage({ text: done, failed: false })
    } catch (error) {
      const { text, reason } = pageError(failure, error)
      setMessage({ text: reason ? `${text} ${reason}` : text, failed: true })
    }
  }

  const restore = async (number: number) => {
    if (change.isPending) return // the second of two clicks
    await run(() => restoreVersion(id, number), `Version ${number} restored.`, 'Failed to restore version.')
  }

  async function remove({ number, file_name }: DocumentVersion): Promise<void> {
    const warning = `You can't restore ${file_name} afterwards.`
    const question = `Are you sure you want to delete version ${number} forever?`
    if (!(await confirm(question, { action: 'Delete forever', warning }))) return
    await run(() => deleteVersion(id, number), `Deleted version ${number}.`, 'Failed to delete version.')
  }

  return (
    <Modal title={`Versions of ${name}`} onClose={onClose}>
      <p role={message.failed ? 'alert' : 'status'}>{isError ? 'Failed to load versions.' : message.text}</p>
      <Lines aria-label="Versions">
        {versions?.map((version, index) => (
          <VersionRow
            key={version.number}
            version={version}
            inUse={index === 0}
            onRestore={() => void restore(version.number)}
            onDelete={() => void remove(version)}
          />
        ))}
      </Lines>
    </Modal>
  )
}

interface VersionRowProps {
  version: DocumentVersion
  /** It is the document's file. */
  inUse: boolean
  onRestore: () => void
  onDelete: () => void
}

function VersionRow({ version, inUse, onRestore, onDelete }: VersionRowProps) {
  const { number, file_name, size, uploaded_at, uploaded_by, download_url } = version
  const facts = [
    file_name,
    size ? bytes(size) : 'deleted forever',
    uploaded_at && formatDateTime(uploaded_at),
    uploaded_by,
  ]
  return (
    <li>
      <p>
        <b>Version {number}</b> {inUse && <Badge tone="honey">In use</Badge>}
        <br />
        <Note as="span">{facts.filter(Boolean).join(', ')}</Note>
      </p>
      {download_url && (
        <IconLink label={`Download version ${number}`} href={download_url}>
          <Icon of={IconDownload} />
        </IconLink>
      )}
      {download_url && !inUse && (
        <>
          <IconButton label={`Restore version ${number}`} onClick={onRestore}>
            <Icon of={IconArrowBackUp} />
          </IconButton>
          <IconButton label={`Delete version ${number} forever`} onClick={onDelete}>
            <Icon of={IconTrash} />
          </IconButton>
        </>
      )}
    </li>
  )
}
