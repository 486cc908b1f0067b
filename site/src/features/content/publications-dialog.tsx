import { useState } from 'react'
import { slugOf } from '../../../../ssg/model/kinds'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listPublications } from '../../api/content'
import { queryKeys } from '../../api/query-keys'
import type { ContentPublication } from '../../api/types'
import { Badge } from '../../ui/badge'
import { LoadFailure } from '../../ui/list-screen'
import { Modal } from '../../ui/dialog'
import { Pager } from '../../ui/record-table'
import { Publishing } from '../../ui/publishing'
import { Skeleton } from '../../ui/progress'
import { moment } from './moment'
import { nameOf } from './outline'
import { entryKey, type ShownText } from './shown-texts'
import styles from './content.module.css'

interface PublicationsDialogProps {
  shown: ReadonlyMap<string, ShownText>
  onClose: () => void
}

const pageSize = 50

/** Lists what was published and what is scheduled. */
export function PublicationsDialog({ shown, onClose }: PublicationsDialogProps) {
  const [page, setPage] = useState(0)
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: [...queryKeys.contentPublications, page],
    queryFn: () => listPublications(page + 1),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  return (
    <Modal title="Publications" onClose={onClose}>
      <Publishing />
      <h3 id="publications" tabIndex={-1} className={styles.subhead}>
        What was published
      </h3>
      {isPending && <Skeleton rows={3} />}
      {isError && <LoadFailure onRetry={() => void refetch()}>Failed to load the publications.</LoadFailure>}
      {data?.results.length === 0 && <p>Nothing was published here yet.</p>}
      <ol className={styles.entries}>
        {data?.results.map((publication) => (
          <PublicationRow key={publication.id} publication={publication} shown={shown} />
        ))}
      </ol>
      <Pager
        of="publications"
        heading="publications"
        page={page}
        pages={Math.ceil((data?.count ?? 0) / pageSize)}
        setPage={setPage}
      />
    </Modal>
  )
}

const tones = { scheduled: 'honey', published: 'plain', live: 'success' } as const
const states = { scheduled: 'waiting for its time', published: 'published', live: 'live' }

interface PublicationRowProps {
  publication: ContentPublication
  shown: ReadonlyMap<string, ShownText>
}

function PublicationRow({ publication, shown }: PublicationRowProps) {
  const { state, publish_at, author, edits } = publication
  const at = publish_at
  const name = (path: string) => {
    const text = shown.get(path)
    // Of an entry that is gone the name of its file is left.
    return text ? nameOf(text) : slugOf(path).replaceAll('-', ' ')
  }
  return (
    <li>
      <h4>
        <time dateTime={at}>{moment(at)}</time> <Badge tone={tones[state]}>{states[state]}</Badge>
      </h4>
      <p className={styles.about}>{`${author ? `By ${author}: ` : ''}${namesOf(edits, name).join(', ')}`}</p>
    </li>
  )
}

/** What was published: an entry that got another place is one text, not one that is removed and another. */
function namesOf(edits: ContentPublication['edits'], name: (path: string) => string): string[] {
  const left = new Set(edits.filter(({ removed }) => removed).map(({ path }) => entryKey(path)))
  const there = new Set(edits.filter(({ removed }) => !removed).map(({ path }) => entryKey(path)))
  return edits
    .filter(({ path, removed }) => !removed || !there.has(entryKey(path)))
    .map(({ path, removed }) => {
      const did = removed ? ' (removed)' : left.has(entryKey(path)) ? ' (moved)' : ''
      return name(path) + did
    })
}
