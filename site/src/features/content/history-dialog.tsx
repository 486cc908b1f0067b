import { useQuery } from '@tanstack/react-query'
import { listFormerTexts } from '../../api/content'
import { queryKeys } from '../../api/query-keys'
import type { FormerText } from '../../api/types'
import { Button } from '../../ui/button'
import { LoadFailure } from '../../ui/list-screen'
import { Modal } from '../../ui/dialog'
import { Skeleton } from '../../ui/progress'
import { Difference } from './difference'
import { nameOf } from './outline'
import { moment } from './moment'
import type { ShownText } from './shown-texts'
import styles from './content.module.css'

interface HistoryDialogProps {
  shown: ShownText
  onClose: () => void
  onBringBack: (text: string | null) => void
}

/** What a text was before, each with how it differs from the text as it is. */
export function HistoryDialog({ shown, onClose, onBringBack }: HistoryDialogProps) {
  const { text, moved } = shown
  // The history of an entry that got another place is still at the former one.
  const path = moved?.from ?? shown.path
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: [...queryKeys.content, 'history', path],
    queryFn: () => listFormerTexts(path),
    refetchOnMount: 'always',
  })
  return (
    <Modal title={`History of ${nameOf(shown)}`} onClose={onClose}>
      {isPending && <Skeleton rows={3} />}
      {isError && <LoadFailure onRetry={() => void refetch()}>Failed to load the history.</LoadFailure>}
      {data?.length === 0 && <p>This text has not been published yet.</p>}
      <ol className={styles.entries}>
        {data?.map((former) => (
          <li key={`${former.kind} ${former.at}`}>
            <h3>
              <time dateTime={former.at}>{moment(former.at)}</time>
            </h3>
            <p className={styles.about}>{aboutOf(former)}</p>
            {former.text === text ? (
              <p className={styles.same}>As it is now.</p>
            ) : (
              <>
                <Difference path={path} before={text} after={former.text ?? null} />
                <Button onClick={() => onBringBack(former.text ?? null)}>
                  Bring back<span className="visually-hidden"> the text of {moment(former.at)}</span>
                </Button>
              </>
            )}
          </li>
        ))}
      </ol>
    </Modal>
  )
}

function aboutOf({ kind, text, author }: FormerText): string {
  const by = author ? ` by ${author}` : ''
  if (kind === 'replaced')
    return `Scheduled ${text == null ? 'removal' : 'text'}${by} that was replaced before its time.`
  const what = text == null ? 'Removed' : kind === 'file' ? 'Found in the content folder' : 'Published'
  return `${what}${by}.`
}
