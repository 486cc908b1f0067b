import { useId, useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { getSystem } from '../../api/admin'
import { downloadBackup, setBackups, type Settings } from '../../api/settings'
import type { SystemState } from '../../api/types'
import { queryKeys } from '../../api/query-keys'
import { useReauthentication } from '../../lib/reauthentication'
import { bytes, count } from '../../lib/text'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Alert } from '../../ui/alert'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { DateTime } from '../../ui/date-time'
import { Dialog } from '../../ui/dialog'
import { SubmitAnswers } from '../../ui/submit-answers'
import { CodeField } from '../../ui/field'
import { ActionForm, trimmedTexts } from '../../ui/form'
import { Icon } from '../../ui/icon'
import { RowTile } from '../../ui/icon-tile'
import { IconCloudOff, IconDatabase, IconDownload } from '../../ui/icons'
import { Lines } from '../../ui/layout'
import { Note } from '../../ui/note'
import { MutationOutcome, SettingsRow } from '../../ui/section'
import { showToast } from '../../ui/toast'
import { SetBy } from './set-by'
import styles from './settings-backups.module.css'

interface BackupsProps {
  backups: Settings['backups']
}

/** A backup to download, and the copies in another place. */
export function SettingsBackups({ backups }: BackupsProps) {
  const [editing, setEditing] = useState(false)
  return (
    <SettingsRow
      title="Backups"
      about="One file with your content, documents, photos and accounts, but without the secret key."
    >
      <Lines edge className={styles.rows}>
        <DownloadRow />
        <OffsiteRow backups={backups} onEdit={() => setEditing(true)} />
      </Lines>
      {editing && <OffsiteDialog backups={backups} onClose={() => setEditing(false)} />}
    </SettingsRow>
  )
}

function DownloadRow() {
  const withReauthentication = useReauthentication()
  const [params] = useSearchParams()
  const download = useMutation({ mutationFn: () => withReauthentication(downloadBackup) })
  return (
    <li>
      <RowTile of={IconDatabase} />
      <Note as="div">
        <strong>Backup of now</strong>
        <p>Keep it where only you can read it: it contains addresses and password hashes.</p>
        {params.get('backup') === 'expired' && download.isIdle && (
          <p data-tone="danger">The download had expired. Start it again.</p>
        )}
        <MutationOutcome
          mutation={download}
          success={undefined}
          failure="The backup could not be made. Please try again."
        />
      </Note>
      <Button
        small
        aria-disabled={download.isPending}
        onClick={() => !download.isPending && download.mutate()}
      >
        <Icon of={IconDownload} size={18} />
        <span>{download.isPending ? 'Preparing…' : 'Download a backup'}</span>
      </Button>
    </li>
  )
}

function OffsiteRow({ backups, onEdit }: BackupsProps & { onEdit: () => void }) {
  const { data } = useQuery({ queryKey: [...queryKeys.admin, 'system'], queryFn: getSystem })
  const isOn = backups.place !== ''
  return (
    <li>
      <RowTile of={isOn ? IconDatabase : IconCloudOff} tone={isOn ? 'plain' : 'honey'} />
      <Note as="div">
        <strong>{isOn ? `Every night in ${backups.place}` : 'No off-site backup'}</strong>
        {isOn ? (
          <OffsiteResult state={data?.backups ?? null} />
        ) : (
          <p>If this machine fails, your site is lost.</p>
        )}
        {backups.fault !== '' && <Alert>{backups.fault}</Alert>}
        {backups.set_by !== '' && <SetBy variable={backups.set_by} />}
      </Note>
      {backups.set_by === '' && (
        <Button small onClick={onEdit}>
          {isOn ? 'Change off-site' : 'Set up off-site'}
        </Button>
      )}
    </li>
  )
}

function OffsiteResult({ state }: { state: SystemState['backups'] }) {
  if (state === null) return null
  return (
    <>
      <p>
        {state.made_at ? (
          <>
            <span>Last backup: </span>
            <DateTime at={state.made_at} />
            <span>{`, ${bytes(state.bytes)}.`}</span>
          </>
        ) : (
          <span>The first backup is on its way.</span>
        )}{' '}
        {state.missed_nights > 0 && <Badge tone="danger">{count(state.missed_nights, 'night')} missed</Badge>}
      </p>
      {state.failure && state.failed_at && (
        <p data-tone="danger">
          <DateTime at={state.failed_at} />
          <span>{`: ${state.failure}`}</span>
        </p>
      )}
    </>
  )
}

function OffsiteDialog({ backups, onClose }: BackupsProps & { onClose: () => void }) {
  const id = useId()
  const withReauthentication = useReauthentication()
  const { mutateAsync } = useInvalidatingMutation(setBackups, queryKeys.admin)
  return (
    <Dialog aria-labelledby={id} padded onClose={onClose}>
      <h2 id={id}>Off-site backup</h2>
      <ActionForm
        keepsValues
        send={async (data) => {
          await withReauthentication(() => mutateAsync(trimmedTexts(data, 'url', 'recipient')))
          showToast('The off-site backup has been saved.')
          onClose()
          return ''
        }}
        failure="The off-site backup could not be saved. Please try again."
      >
        <CodeField
          name="url"
          label="Place"
          hint="A bucket, such as s3://my-backups?region=eu-central-1, or the path of a folder in the server's data folder. Leave it empty to stop off-site backups."
          defaultValue={backups.url}
        />
        <CodeField
          name="recipient"
          label="Public key"
          rows={2}
          hint="It encrypts the backups: paste what age-keygen prints as the public key. Keep the private key elsewhere. Each of several keys can read the backups."
          placeholder="age1…"
          defaultValue={backups.recipient}
        />
        <SubmitAnswers action="Save" busy="Checking…" onCancel={onClose} />
      </ActionForm>
    </Dialog>
  )
}
