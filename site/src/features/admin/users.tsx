import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listUsers } from '../../api/admin'
import { queryKeys } from '../../api/query-keys'
import type { Account } from '../../api/types'
import { count } from '../../lib/count'
import { useListPages, useListParams } from '../../lib/use-list-params'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { DateTime } from '../../ui/date-time'
import { Field, TextField, Select } from '../../ui/field'
import { trimmedTexts } from '../../ui/form'
import { usePageErrors } from '../../ui/form-errors'
import { ListScreen } from '../../ui/list-screen'
import { Pager, Cell, DateCell, RecordCard, RecordRow, RecordTable } from '../../ui/record-table'
import { SiteLink } from '../../ui/site-link'
import styles from './admin.module.css'

const pageSize = 50

const texts = {
  title: 'Users',
  loading: 'Loading users...',
  denied: '',
  failure: 'Failed to load users. Access denied or server error.',
}

const groups = { staff: 'Staff', unconfirmed: 'Address not confirmed', inactive: 'Deactivated' }

const orders = {
  '-name': 'Name Z–A',
  email: 'E-mail A–Z',
  '-email': 'E-mail Z–A',
  '-joined': 'Joined (newest)',
  joined: 'Joined (oldest)',
  '-seen': 'Last sign-in (newest)',
  seen: 'Last sign-in (oldest)',
}

/** Everybody who has an account. */
export function Users() {
  const pageErrors = usePageErrors()
  const { chosen, choose, ...params } = useListParams({
    q: () => true,
    which: (value) => Object.hasOwn(groups, value),
    sort: (value) => Object.hasOwn(orders, value),
  })
  const query = { ...chosen, limit: pageSize, offset: params.page * pageSize }
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...queryKeys.admin, 'users', query],
    queryFn: () => listUsers(query),
    placeholderData: keepPreviousData,
  })
  const lists = { loading: isPending, failed: isError, fetching: isFetching, refetch: () => void refetch() }
  const { users = [], total = 0 } = data ?? {}
  const pages = useListPages(params, {
    total,
    size: pageSize,
    isCurrent: data !== undefined && !isPlaceholderData,
  })
  return (
    <ListScreen texts={texts} lists={lists} pageErrors={pageErrors} summary={data && count(total, 'user')}>
      <RecordCard id="users" title="All users" empty={data && total === 0 && 'No users match.'}>
        {/* Resets the form when the search changes. */}
        <form
          key={chosen.q}
          role="search"
          className={styles.filter}
          onSubmit={(event) => {
            event.preventDefault()
            choose(trimmedTexts(new FormData(event.currentTarget), 'q'))
          }}
        >
          <TextField name="q" label="Search" type="search" maxLength={100} defaultValue={chosen.q} />
          <Button type="submit" variant="primary">
            Search
          </Button>
          <Choice
            label="Show"
            all="Everybody"
            options={groups}
            value={chosen.which}
            onChoose={(which) => choose({ which })}
          />
          <Choice
            label="Sort by"
            all="Name A–Z"
            options={orders}
            value={chosen.sort}
            onChoose={(sort) => choose({ sort })}
          />
        </form>
        {total > 0 && (
          <RecordTable
            labelledBy="users"
            columns={['Name', 'E-mail', 'Joined', 'Last sign-in']}
            total={total}
            className={styles.users}
          >
            {users.map((user, index) => (
              <UserRow key={user.id} user={user} index={pages.page * pageSize + index} />
            ))}
          </RecordTable>
        )}
        <Pager of="users" heading="users" {...pages} />
      </RecordCard>
    </ListScreen>
  )
}

function UserRow({ user, index }: { user: Account; index: number }) {
  return (
    <RecordRow record={user.id} pending={false} aria-rowindex={index + 2} className={styles.row}>
      <Cell>
        <SiteLink to={`/backend/admin/users/${user.id}/`}>{`${user.first_name} ${user.last_name}`}</SiteLink>{' '}
        {user.is_staff && <Badge tone="honey">Staff</Badge>}{' '}
        {!user.is_active && <Badge tone="danger">Deactivated</Badge>}
      </Cell>
      <Cell>
        {user.email} {user.email_unconfirmed && <Badge tone="danger">Not confirmed</Badge>}
      </Cell>
      <DateCell time={user.date_joined} />
      <Cell>{user.last_login ? <DateTime at={user.last_login} /> : 'Never'}</Cell>
    </RecordRow>
  )
}

interface ChoiceProps {
  label: string
  /** The label of no choice. */
  all: string
  options: Readonly<Record<string, string>>
  value: string
  onChoose: (value: string) => void
}

/** A choice of a list's filter. */
export function Choice({ label, all, options, value, onChoose }: ChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChoose(target.value)}>
          <option value="">{all}</option>
          {Object.entries(options).map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
