import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys'
import { emptyTrash, listTrash } from '../../api/trash'
import type { TrashKind } from '../../api/types'
import { count } from '../../lib/text'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { useListPages, useListParams } from '../../lib/use-list-params'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { pageError, usePageErrors } from '../../ui/form-errors'
import { Icon } from '../../ui/icon'
import { IconTrash } from '../../ui/icons'
import { ListScreen, StaffOnly } from '../../ui/list-screen'
import { FilterSelect, Pager, RecordCard, TableToolbar } from '../../ui/record-table'
import { showToast } from '../../ui/toast'
import { useAuth } from '../auth/use-auth'
import { kinds, TrashTable } from './trash-table'

const pageSize = 50
/** Thumbnail links expire later. */
const refetchInterval = 10 * 60_000

const texts = {
  title: 'Trash',
  loading: 'Loading the trash...',
  denied: 'You must be an administrator to manage the trash.',
  failure: 'Failed to load the trash. Access denied or server error.',
}

/** Deleted and replaced items. */
export default function Trash() {
  return (
    <StaffOnly texts={texts} auth={useAuth()}>
      <TrashScreen />
    </StaffOnly>
  )
}

function TrashScreen() {
  const pageErrors = usePageErrors()
  const { chosen, choose, ...address } = useListParams({ kind: isKind })
  const kind = isKind(chosen.kind) ? chosen.kind : undefined
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...queryKeys.trash, kind, address.page],
    queryFn: () => listTrash(kind, { limit: pageSize, offset: address.page * pageSize }),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  const lists = { loading: isPending, failed: isError, fetching: isFetching, refetch: () => void refetch() }
  const { items = [], total = 0 } = data ?? {}
  const isCurrent = data !== undefined && !isPlaceholderData
  const pages = useListPages(address, { total, size: pageSize, isCurrent })
  const empty = useInvalidatingMutation(emptyTrash, queryKeys.trash)
  const askToEmpty = async () => {
    pageErrors.clear()
    const warning = `${count(total, 'item')} will be deleted. You can't restore them afterwards.`
    if (!(await confirm('Empty the trash?', { action: 'Empty trash', warning }))) return
    try {
      await empty.mutateAsync(undefined)
      showToast('The trash is empty.')
    } catch (error) {
      pageErrors.add(pageError('Failed to empty the trash.', error), { urgent: true })
    }
  }
  return (
    <ListScreen
      texts={texts}
      lists={lists}
      pageErrors={pageErrors}
      summary={data && count(total, 'item')}
      actions={
        kind === undefined &&
        total > 0 && (
          <Button
            variant="warn"
            aria-disabled={empty.isPending}
            onClick={() => !empty.isPending && void askToEmpty()}
          >
            <Icon of={IconTrash} size={18} />
            Empty trash
          </Button>
        )
      }
    >
      {data && (
        <RecordCard id="trash" title="Deleted and replaced" hideTitle empty={total === 0 && emptyText(kind)}>
          {(total > 0 || kind) && (
            <TableToolbar>
              <FilterSelect
                label="Show"
                value={kind ?? ''}
                onChange={({ target }) => choose({ kind: target.value })}
              >
                <option value="">Everything</option>
                {Object.entries(kinds).map(([value, { many }]) => (
                  <option key={value} value={value}>
                    {many}
                  </option>
                ))}
              </FilterSelect>
            </TableToolbar>
          )}
          {total > 0 && (
            <TrashTable items={items} first={pages.page * pageSize} total={total} pageErrors={pageErrors} />
          )}
          <Pager of="the trash" heading="trash" total={total} size={pageSize} {...pages} />
        </RecordCard>
      )}
    </ListScreen>
  )
}

const isKind = (value: string): value is TrashKind => Object.hasOwn(kinds, value)

const emptyText = (kind: TrashKind | undefined) =>
  kind ? 'Nothing of this kind is in the trash.' : 'The trash is empty.'
