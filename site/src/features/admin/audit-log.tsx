import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { listEntries } from '../../api/admin'
import { queryKeys } from '../../api/query-keys'
import { eventName } from '../../lib/event-name'
import { Control } from '../../ui/field'
import { usePageErrors } from '../../ui/form-errors'
import { ListScreen } from '../../ui/list-screen'
import { FilterSelect, RecordCard, SearchForm, TableToolbar } from '../../ui/record-table'
import { SiteLink } from '../../ui/link'
import { Row } from '../../ui/layout'
import styles from './admin.module.css'
import { auditLink, Entries, kindName } from './entries'

const texts = {
  title: 'Audit log',
  loading: 'Loading the audit log...',
  denied: '',
  failure: 'Failed to load the audit log. Access denied or server error.',
}

/** Who did what, newest first. The address says which entries are shown. */
export function AuditLog() {
  const pageErrors = usePageErrors()
  const [params, setParams] = useSearchParams()
  const query = Object.fromEntries([...params].filter(([, value]) => value !== ''))
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey: [...queryKeys.admin, 'audit', query],
    queryFn: () => listEntries({ ...query, ...daysOf(query) }),
    placeholderData: keepPreviousData,
  })
  const lists = { loading: isPending, failed: isError, fetching: isFetching, refetch: () => void refetch() }
  const choose = (part: Record<string, string>, replace = false) => {
    // A record's number means nothing for another kind.
    const target = 'kind' in part ? '' : (query['target'] ?? '')
    setParams(
      Object.entries({ ...query, target, after: '', ...part }).filter(([, value]) => value !== ''),
      { replace },
    )
  }
  const day = (name: 'from' | 'to', label: string) => (
    <label className={styles.date}>
      <span>{label}</span>
      <Control
        type="date"
        value={query[name] ?? ''}
        onChange={({ target }) => choose({ [name]: target.value }, true)}
      />
    </label>
  )
  const who = query['actor'] ?? query['ip'] ?? ''
  return (
    <ListScreen
      texts={texts}
      lists={lists}
      pageErrors={pageErrors}
      summary="Newest first. Entries are never changed."
    >
      <RecordCard
        id="audit"
        title={filterTitle(query)}
        hideTitle={!query['user'] && !query['target']}
        empty={data?.entries.length === 0 && 'No entries match.'}
      >
        <TableToolbar>
          <SearchForm
            label="Person or IP address"
            maxLength={254}
            value={who}
            onSearch={(text) =>
              choose(text.includes('@') ? { actor: text, ip: '' } : { actor: '', ip: text })
            }
          />
          <FilterSelect
            label="Event"
            value={query['action'] ?? ''}
            onChange={({ target }) => choose({ action: target.value })}
          >
            <option value="">All events</option>
            {data?.actions.map((action) => (
              <option key={action} value={action}>
                {eventName(action)}
              </option>
            ))}
          </FilterSelect>
          <FilterSelect
            label="To what"
            value={query['kind'] ?? ''}
            onChange={({ target }) => choose({ kind: target.value })}
          >
            <option value="">Everything</option>
            {data?.kinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindName(kind)}
              </option>
            ))}
          </FilterSelect>
          {day('from', 'From')}
          {day('to', 'To')}
          {Object.keys(query).some((name) => name !== 'after') && (
            <SiteLink to={auditLink({})}>Clear filters</SiteLink>
          )}
        </TableToolbar>
        {data && data.entries.length > 0 && <Entries labelledBy="audit" entries={data.entries} />}
        {(query['after'] || data?.next) && (
          <Row as="nav" aria-label="Pages of the audit log" gap="lg" className={styles.pages}>
            {query['after'] && <SiteLink to={auditLink({ ...query, after: '' })}>Newest entries</SiteLink>}
            {data?.next && <SiteLink to={auditLink({ ...query, after: data.next })}>Older entries</SiteLink>}
          </Row>
        )}
      </RecordCard>
    </ListScreen>
  )
}

/** The times between which the days of the address are in the reader's time zone. */
function daysOf({ from, to }: Record<string, string>): { from?: string; to?: string } {
  return { ...(from && { from: startOfDay(from) }), ...(to && { to: startOfDay(to, 1) }) }
}

function startOfDay(day: string, later = 0): string {
  const start = new Date(`${day}T00:00`)
  // The server reports its fault.
  if (Number.isNaN(start.getTime())) return day
  start.setDate(start.getDate() + later)
  return start.toISOString()
}

function filterTitle({ user, kind, target }: Record<string, string>): string {
  if (user) return `By or about user ${user}`
  return target ? `${kind ? kindName(kind) : 'Number'} ${target}` : 'All activity'
}
