import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listUsers } from '../../api/admin'
import { queryKeys } from '../../api/query-keys'
import type { Account } from '../../api/types'
import { count } from '../../lib/text'
import { useListPages, useListParams } from '../../lib/use-list-params'
import { fullName } from '../../lib/full-name'
import { Badge } from '../../ui/badge'
import { DateTime, Day } from '../../ui/date-time'
import { usePageErrors } from '../../ui/form-errors'
import { Icon } from '../../ui/icon'
import { Initials } from '../../ui/icon-tile'
import { IconArrowDown, IconArrowUp, IconChevronRight } from '../../ui/icons'
import { ListScreen } from '../../ui/list-screen'
import {
  Cell,
  Pager,
  RecordCard,
  RecordRow,
  RecordTable,
  SearchForm,
  TableToolbar,
} from '../../ui/record-table'
import { Segmented } from '../../ui/segmented'
import { SiteLink } from '../../ui/link'
import { useAuth } from '../auth/use-auth'
import styles from './admin.module.css'

const pageSize = 50

const texts = {
  title: 'Users',
  loading: 'Loading users...',
  denied: '',
  failure: 'Failed to load users. Access denied or server error.',
}

const groups = [
  ['', 'Everyone'],
  ['staff', 'Staff'],
  ['unconfirmed', 'Unconfirmed'],
  ['inactive', 'Deactivated'],
] as const

/** The orders of each column: the first press, and the second. */
const orders = {
  Name: ['', '-name'],
  'E-mail': ['email', '-email'],
  'Last sign-in': ['-seen', 'seen'],
  Joined: ['-joined', 'joined'],
} as const

/** All accounts. */
export function Users() {
  const pageErrors = usePageErrors()
  const { chosen, choose, ...address } = useListParams({
    q: () => true,
    which: (value) => groups.some(([group]) => group === value),
    sort: (value) =>
      Object.values(orders)
        .flat()
        .some((order) => order === value),
  })
  const query = { ...chosen, limit: pageSize, offset: address.page * pageSize }
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...queryKeys.admin, 'users', query],
    queryFn: () => listUsers(query),
    placeholderData: keepPreviousData,
  })
  const lists = { loading: isPending, failed: isError, fetching: isFetching, refetch: () => void refetch() }
  const { users = [], total = 0 } = data ?? {}
  const isCurrent = data !== undefined && !isPlaceholderData
  const pages = useListPages(address, { total, size: pageSize, isCurrent })
  const sortable = (label: keyof typeof orders) => {
    const [first, second] = orders[label]
    const isDown = (order: string) => order.startsWith('-')
    const sorted = chosen.sort === first || chosen.sort === second
    return {
      label,
      sorted: sorted ? (isDown(chosen.sort) ? ('descending' as const) : ('ascending' as const)) : undefined,
      content: (
        <button
          type="button"
          className={styles.sort}
          onClick={() => choose({ sort: chosen.sort === first ? second : first })}
        >
          {label}
          {sorted && <Icon of={isDown(chosen.sort) ? IconArrowDown : IconArrowUp} size={14} />}
        </button>
      ),
    }
  }
  return (
    <ListScreen texts={texts} lists={lists} pageErrors={pageErrors} summary={data && count(total, 'user')}>
      <RecordCard id="users" title="All users" hideTitle empty={data && total === 0 && 'No users match.'}>
        <TableToolbar>
          <SearchForm label="Search names and addresses" value={chosen.q} onSearch={(q) => choose({ q })} />
          <Segmented
            label="Show"
            options={groups}
            value={groups.find(([group]) => group === chosen.which)?.[0] ?? ''}
            onChoose={(which) => choose({ which })}
          />
        </TableToolbar>
        {total > 0 && (
          <RecordTable
            labelledBy="users"
            columns={[
              { label: 'Initials', hidden: true, width: '4.5rem' },
              sortable('Name'),
              sortable('E-mail'),
              { label: 'Role', width: '8rem' },
              { ...sortable('Last sign-in'), number: true, width: '12rem' },
              { ...sortable('Joined'), number: true, width: '8rem' },
              { label: 'Details', hidden: true, width: '4rem' },
            ]}
            total={total}
          >
            {users.map((user, index) => (
              <UserRow key={user.id} user={user} index={pages.page * pageSize + index} />
            ))}
          </RecordTable>
        )}
        <Pager of="users" heading="users" total={total} size={pageSize} {...pages} />
      </RecordCard>
    </ListScreen>
  )
}

function UserRow({ user, index }: { user: Account; index: number }) {
  const isSelf = useAuth().user?.id === user.id
  return (
    <RecordRow record={user.id} pending={false} aria-rowindex={index + 2}>
      <Cell>
        <Initials of={user} />
      </Cell>
      <Cell>
        <SiteLink to={`/backend/admin/users/${user.id}/`} className="whole-link">
          {fullName(user)}
        </SiteLink>{' '}
        {isSelf && <Badge small>You</Badge>}
      </Cell>
      <Cell>
        {user.email} {user.email_unconfirmed && <Badge tone="danger">Not confirmed</Badge>}
      </Cell>
      <Cell>
        {!user.is_active ? (
          <Badge tone="danger">Deactivated</Badge>
        ) : user.is_staff ? (
          <Badge tone="honey">Staff</Badge>
        ) : (
          <span data-wide>Member</span>
        )}
      </Cell>
      <Cell number data-wide>
        {user.last_login ? <DateTime at={user.last_login} /> : 'Never'}
      </Cell>
      <Cell number data-wide>
        {user.date_joined && <Day at={user.date_joined} />}
      </Cell>
      <Cell>
        <Icon of={IconChevronRight} size={18} />
      </Cell>
    </RecordRow>
  )
}
