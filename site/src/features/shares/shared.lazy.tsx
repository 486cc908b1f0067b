import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys'
import { countShares, listShares } from '../../api/shares'
import { useListPages, useListParams } from '../../lib/use-list-params'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { EmptyState } from '../../ui/empty-state'
import { usePageErrors } from '../../ui/form-errors'
import { Icon } from '../../ui/icon'
import { IconShare } from '../../ui/icons'
import { ListScreen, StaffOnly } from '../../ui/list-screen'
import { Pager, RecordCard, SearchForm, TableToolbar } from '../../ui/record-table'
import { Segmented } from '../../ui/segmented'
import { useAuth } from '../auth/use-auth'
import { ShareSomething } from './share-something'
import { ShareTable } from './share-table'
import styles from './shares.module.css'

const pageSize = 50

const texts = {
  title: 'Shared',
  loading: 'Loading shares...',
  denied: 'You must be an administrator to manage shares.',
  failure: 'Failed to load shares. Access denied or server error.',
}

/** What staff have shared. */
export default function Shared() {
  return (
    <StaffOnly texts={texts} auth={useAuth()}>
      <SharedScreen />
    </StaffOnly>
  )
}

function SharedScreen() {
  const pageErrors = usePageErrors()
  const { chosen, choose, ...address } = useListParams({ state: (value) => value === 'ended', q: () => true })
  const state = chosen.state === 'ended' ? 'ended' : 'active'
  const query = { state, search: chosen.q, limit: pageSize, offset: address.page * pageSize } as const
  const counts = useQuery({ queryKey: [...queryKeys.shares, 'counts'], queryFn: countShares })
  const list = useQuery({
    queryKey: [...queryKeys.shares, query],
    queryFn: () => listShares(query),
    placeholderData: keepPreviousData,
  })
  const lists = {
    loading: list.isPending || counts.isPending,
    failed: list.isError || counts.isError,
    fetching: list.isFetching,
    refetch: () => void Promise.all([list.refetch(), counts.refetch()]),
  }
  const { shares = [], total = 0 } = list.data ?? {}
  const isCurrent = list.data !== undefined && !list.isPlaceholderData
  const pages = useListPages(address, { total, size: pageSize, isCurrent })
  const { active = 0, ended = 0 } = counts.data ?? {}
  const isEmpty = counts.data && active + ended === 0
  const [choosing, setChoosing] = useState(false)
  return (
    <ListScreen
      texts={texts}
      lists={lists}
      pageErrors={pageErrors}
      summary={
        counts.data &&
        (isEmpty
          ? 'Nothing is shared yet.'
          : `${active} active. Views are counted by day, without addresses.`)
      }
      actions={
        <Button variant="primary" onClick={() => setChoosing(true)}>
          <Icon of={IconShare} size={18} />
          Share something
        </Button>
      }
    >
      {isEmpty && (
        <Card>
          <EmptyState
            icon={IconShare}
            action={<Button onClick={() => setChoosing(true)}>Share something</Button>}
          >
            Give one person a document, a gallery or a CV: with a link that ends when you say.
          </EmptyState>
        </Card>
      )}
      {!isEmpty && list.data && (
        <RecordCard id="shares" title="Shares" hideTitle empty={total === 0 && emptyText(state, chosen.q)}>
          <TableToolbar>
            <Segmented
              label="Show"
              options={[
                ['active', <Counted key="active" label="Active" count={active} />],
                ['ended', <Counted key="ended" label="Ended" count={ended} />],
              ]}
              value={state}
              onChoose={(next) => choose({ state: next === 'ended' ? next : '' })}
            />
            <SearchForm
              // On a phone a short list needs none.
              className={total > pageSize || chosen.q ? undefined : styles.search}
              label="Search shares"
              value={chosen.q}
              onSearch={(q) => choose({ q })}
            />
          </TableToolbar>
          {total > 0 && (
            <ShareTable shares={shares} first={pages.page * pageSize} total={total} pageErrors={pageErrors} />
          )}
          <Pager of="shares" heading="shares" total={total} size={pageSize} {...pages} />
        </RecordCard>
      )}
      {choosing && <ShareSomething onClose={() => setChoosing(false)} />}
    </ListScreen>
  )
}

const Counted = ({ label, count }: { label: string; count: number }) => (
  <>
    {label} <span className={styles.count}>{count}</span>
  </>
)

function emptyText(state: 'active' | 'ended', search: string): string {
  if (search !== '') return 'No shares match.'
  return state === 'active' ? 'No share is active.' : 'No share has ended.'
}
