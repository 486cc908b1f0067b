import { useEffect, useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { deleteVersion, listVersions, replaceFile, restoreVersion } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { DocumentRecord, DocumentVersion } from '../../api/types'
import { bytes } from '../../lib/bytes'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { Dialog } from '../../ui/dialog'
import { Dropzone } from '../../ui/dropzone'
import { pageError } from '../../ui/form-errors'
import { Icon } from '../../ui/icon'
import { IconButton, IconLink } from '../../ui/icon-button'
import { IconArrowBackUp, IconDownload, IconTrash } from '../../ui/icons'
import { Lines, Row } from '../../ui/layout'
import work from '../../ui/work.module.css'
import { accepted, maxBytes, whyRefused } from './document-files'

interface VersionsProps {
  document: DocumentRecord
  onClose: () => void
}

interface Message {
  text: string
  failed: boolean
  /** The number of the version that was replaced, for as long as that can be undone from here. */
  replaced?: number | undefined
}

/** The dialog with the files that a document has and had. It replaces the file, brings former ones back, and deletes them. */
export function Versions({ document, onClose }: VersionsProps) {
  const { id, name, is_current } = document
  const heading = useId()
  const [message, setMessage] = useState<Message>({ text: '', failed: false })
  const { data: versions, isError } = useQuery({
    queryKey: [...queryKeys.documents, 'versions', id],
    queryFn: () => listVersions(id),
  })
  const change = useInvalidatingMutation((write: () => Promise<unknown>) => write(), queryKeys.documents)

  useEffect(() => {
    if (message.replaced === undefined) return
    const timer = setTimeout(() => setMessage(({ text, failed }) => ({ text, failed })), 10_000)
    return () => clearTimeout(timer)
  }, [message.replaced])

  /** Says `done` once `write` is, or `failure` with the server's reason. */
  async function run(
    write: () => Promise<unknown>,
    done: string,
    failure: string,
    replaced?: number,
  ): Promise<void> {
    setMessage({ text: '', failed: false })
    try {
      await change.mutateAsync(write)
      setMessage({ text: done, failed: false, replaced })
    } catch (error) {
      const { text, reason } = pageError(failure, error, 'file')
      setMessage({ text: reason ? `${text} ${reason}` : text, failed: true })
    }
  }

  const bringBack = (number: number) =>
    run(
      () => restoreVersion(id, number),
      `Version ${number} is the document’s file again.`,
      'Failed to bring back version.',
    )

  async function remove({ number, file_name }: DocumentVersion): Promise<void> {
    const warning = `${file_name} cannot be restored then.`
    const question = `Are you sure you want to delete version ${number} for good?`
    if (!(await confirm(question, { action: 'Delete for good', warning }))) return
    await run(() => deleteVersion(id, number), `Version ${number} is deleted.`, 'Failed to delete version.')
  }

  const { replaced } = message
  return (
    <Dialog aria-labelledby={heading} padded onClose={onClose}>
      <h2 id={heading}>Versions of {name}</h2>
      <Dropzone
        accept={accepted}
        maxSize={maxBytes}
        multiple={false}
        disabled={change.isPending}
        onChoose={([file]) =>
          file &&
          void run(
            () => replaceFile(id, file),
            'The file is replaced.',
            'Failed to replace file.',
            versions?.[0]?.number,
          )
        }
        onRefuse={(refused) => setMessage({ text: whyRefused(refused), failed: true })}
        hint={`The former file stays as a version.${is_current ? ' Visitors download the new one at once.' : ''}`}
      >
        <b>Replace the file</b> or drop another here
      </Dropzone>
      <Row>
        <p role={message.failed ? 'alert' : 'status'}>
          {isError ? 'Failed to load versions.' : message.text}
        </p>
        {replaced !== undefined && <Button onClick={() => void bringBack(replaced)}>Undo</Button>}
      </Row>
      <Lines aria-labelledby={heading}>
        {versions?.map((version, index) => (
          <VersionRow
            key={version.number}
            version={version}
            inUse={index === 0}
            onRestore={() => void bringBack(version.number)}
            onDelete={() => void remove(version)}
          />
        ))}
      </Lines>
      <Button variant="outline" onClick={onClose}>
        Close
      </Button>
    </Dialog>
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
    size ? bytes(size) : 'deleted for good',
    uploaded_at && new Date(uploaded_at).toLocaleString(),
    uploaded_by,
  ]
  return (
    <li>
      <p>
        <b>Version {number}</b> {inUse && <Badge tone="honey">In use</Badge>}
        <br />
        <span className={work.note}>{facts.filter(Boolean).join(', ')}</span>
      </p>
      {download_url && (
        <IconLink label={`Download version ${number}`} href={download_url}>
          <Icon of={IconDownload} />
        </IconLink>
      )}
      {download_url && !inUse && (
        <>
          <IconButton label={`Bring back version ${number}`} onClick={onRestore}>
            <Icon of={IconArrowBackUp} />
          </IconButton>
          <IconButton label={`Delete version ${number} for good`} onClick={onDelete}>
            <Icon of={IconTrash} />
          </IconButton>
        </>
      )}
    </li>
  )
}
