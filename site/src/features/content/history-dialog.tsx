import { Note } from '../../ui/note'
import { useQuery } from '@tanstack/react-query'
import { listFormerTexts } from '../../api/content'
import { queryKeys } from '../../api/query-keys'
import type { FormerText } from '../../api/types'
import { Button } from '../../ui/button'
import { DateTime } from '../../ui/date-time'
import { Modal } from '../../ui/dialog'
import { Stack } from '../../ui/layout'
import { LoadFailure } from '../../ui/list-screen'
import { Skeleton } from '../../ui/progress'
import { Difference } from './difference'
import type { Entry } from './entries'
import { nameOf } from './outline'
import { useCancelPublication, useTimeZone } from './queries'

interface HistoryDialogProps {
  entry: Entry
  onClose: () => void
  onRestore: (text: string | null) => void
}

/** The former versions of a file, each with its changes against the version on the screen. */
export function HistoryDialog({ entry, onClose, onRestore }: HistoryDialogProps) {
  const { path } = entry
  const timeZone = useTimeZone()
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: [...queryKeys.content, 'history', path],
    queryFn: () => listFormerTexts(path),
    refetchOnMount: 'always',
  })
  const cancel = useCancelPublication()
  return (
    <Modal title={`History of ${nameOf(entry)}`} onClose={onClose}>
      {isPending && <Skeleton rows={3} />}
      {isError && <LoadFailure onRetry={() => void refetch()}>Failed to load the history.</LoadFailure>}
      {data?.length === 0 && <p>This has not been published yet.</p>}
      <Stack as="ol" gap="lg">
        {data?.map((former) => (
          <li key={`${former.kind} ${former.at}`}>
            <h3>
              <DateTime at={former.at} timeZone={timeZone} />
            </h3>
            <Note>{aboutOf(former)}</Note>
            {former.publication !== null && (
              <Button
                onClick={() => {
                  cancel(former.publication ?? 0)
                  onClose()
                }}
              >
                <span>Cancel publication</span>
                <span className="visually-hidden">
                  {' of '}
                  <DateTime at={former.at} timeZone={timeZone} />
                </span>
              </Button>
            )}
            {former.text === entry.text ? (
              <Note>The current version.</Note>
            ) : (
              <>
                <Difference path={path} before={entry.text} after={former.text ?? null} />
                <Button onClick={() => onRestore(former.text ?? null)}>
                  <span>Restore</span>
                  <span className="visually-hidden">
                    {' the version of '}
                    <DateTime at={former.at} timeZone={timeZone} />
                  </span>
                </Button>
              </>
            )}
          </li>
        ))}
      </Stack>
    </Modal>
  )
}

function aboutOf({ kind, text, author }: FormerText): string {
  const by = author ? ` by ${author}` : ''
  if (kind === 'scheduled') return `Scheduled${by}, with everything that was scheduled together.`
  if (kind === 'replaced') return `Scheduled${by}, then replaced or cancelled before it was published.`
  if (kind === 'file') return text == null ? 'Deleted from the files.' : 'Published from the files.'
  if (kind === 'refused') return 'From the files, but not published: the text here had changed too.'
  return `${text == null ? 'Deleted' : 'Published'}${by}.`
}
