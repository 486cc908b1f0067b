import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys'
import { listTrash } from '../../api/trash'
import type { TrashKind } from '../../api/types'
import { count } from '../../lib/count'
import { Field } from '../../ui/field'
import { usePageErrors } from '../../ui/form-errors'
import { ListScreen, StaffOnly } from '../../ui/list-screen'
import { Pager } from '../../ui/pager'
import { RecordCard } from '../../ui/record-table'
import { Select } from '../../ui/select'
import { useAuth } from '../auth/use-auth'
import { kinds } from './kinds'
import styles from './trash.module.css'
import { TrashTable } from './trash-table'

const pageSize = 50
/** Sooner than the addresses of the thumbnails run out. */
const refetchInterval = 10 * 60_000

const texts = {
  title: 'Trash',
  loading: 'Loading the trash...',
  denied: 'You must be an administrator to manage the trash.',
  failure: 'Failed to load the trash. Access denied or server error.',
}

/** The staff's screen for what was deleted or replaced. */
export default function Trash() {
  return (
    <StaffOnly texts={texts} auth={useAuth()}>
      <TrashScreen />
    </StaffOnly>
  )
}

function TrashScreen() {
  const pageErrors = usePageErrors()
  const [kind, setKind] = useState<TrashKind>()
  const [page, setPage] = useState(0)
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...queryKeys.trash, kind, page],
    queryFn: () => listTrash(kind, { limit: pageSize, offset: page * pageSize }),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  const lists = { loading: isPending, failed: isError, fetching: isFetching, refetch: () => void refetch() }
  const { items = [], total = 0 } = data ?? {}
  const pages = Math.max(1, Math.ceil(total / pageSize))
  // The last item of the last page has left.
  if (page >= pages && data && !isPlaceholderData) setPage(pages - 1)
  return (
    <ListScreen texts={texts} lists={lists} pageErrors={pageErrors} summary={data && count(total, 'item')}>
      {data && (
        <RecordCard id="trash" title="Deleted and replaced" empty={total === 0 && emptyText(kind)}>
          <div className={styles.filter}>
            <Field label="Show">
              {(control) => (
                <Select
                  {...control}
                  value={kind ?? ''}
                  onChange={({ target }) => {
                    setKind(target.value === '' ? undefined : (target.value as TrashKind))
                    setPage(0)
                  }}
                >
                  <option value="">Everything</option>
                  {Object.entries(kinds).map(([value, { many }]) => (
                    <option key={value} value={value}>
                      {many}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          {total > 0 && (
            <TrashTable items={items} first={page * pageSize} total={total} pageErrors={pageErrors} />
          )}
          <Pager of="the trash" heading="trash" page={page} pages={pages} setPage={setPage} />
        </RecordCard>
      )}
    </ListScreen>
  )
}

const emptyText = (kind: TrashKind | undefined) =>
  kind ? 'Nothing of this kind is in the trash.' : 'The trash is empty.'
