import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys'
import { listTrash } from '../../api/trash'
import type { TrashKind } from '../../api/types'
import { count } from '../../lib/count'
import { useListPages, useListParams } from '../../lib/use-list-params'
import { Field, Select } from '../../ui/field'
import { usePageErrors } from '../../ui/form-errors'
import { ListScreen, StaffOnly } from '../../ui/list-screen'
import { Pager, RecordCard } from '../../ui/record-table'
import { useAuth } from '../auth/use-auth'
import { kinds, TrashTable } from './trash-table'
import styles from './trash.module.css'

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
  const { chosen, choose, ...params } = useListParams({ kind: isKind })
  const kind = isKind(chosen.kind) ? chosen.kind : undefined
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...queryKeys.trash, kind, params.page],
    queryFn: () => listTrash(kind, { limit: pageSize, offset: params.page * pageSize }),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  const lists = { loading: isPending, failed: isError, fetching: isFetching, refetch: () => void refetch() }
  const { items = [], total = 0 } = data ?? {}
  const isCurrent = data !== undefined && !isPlaceholderData
  const pages = useListPages(params, { total, size: pageSize, isCurrent })
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
                  onChange={({ target }) => choose({ kind: target.value })}
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
            <TrashTable items={items} first={pages.page * pageSize} total={total} pageErrors={pageErrors} />
          )}
          <Pager of="the trash" heading="trash" {...pages} />
        </RecordCard>
      )}
    </ListScreen>
  )
}

const isKind = (value: string): value is TrashKind => Object.hasOwn(kinds, value)

const emptyText = (kind: TrashKind | undefined) =>
  kind ? 'Nothing of this kind is in the trash.' : 'The trash is empty.'
