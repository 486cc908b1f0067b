import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { listEntries } from '../../api/admin'
import { queryKeys } from '../../api/query-keys'
import { Button } from '../../ui/button'
import { TextField, Field, Select } from '../../ui/field'
import { formTexts } from '../../ui/form'
import { usePageErrors } from '../../ui/form-errors'
import { ListScreen } from '../../ui/list-screen'
import { RecordCard } from '../../ui/record-table'
import { SiteLink } from '../../ui/site-link'
import { Row } from '../../ui/layout'
import styles from './admin.module.css'
import { auditLink, Entries, eventName, kindName } from './entries'

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
    queryFn: () => listEntries(query),
    placeholderData: keepPreviousData,
  })
  const { after, user, ...filters } = query
  const lists = { loading: isPending, failed: isError, fetching: isFetching, refetch: () => void refetch() }
  return (
    <ListScreen texts={texts} lists={lists} pageErrors={pageErrors} summary="Entries are never changed.">
      <RecordCard id="audit" title={titleOf(query)} empty={data?.entries.length === 0 && 'No entries match.'}>
        {/* Resets the form when the address changes. */}
        <form
          key={params.toString()}
          role="search"
          className={styles.filter}
          onSubmit={(event) => {
            event.preventDefault()
            const typed = formTexts(
              new FormData(event.currentTarget),
              'action',
              'actor',
              'kind',
              'from',
              'to',
              'ip',
            )
            const kept = {
              ...(user && { user }),
              ...(query.target && typed.kind === query.kind && { target: query.target }),
            }
            setParams(Object.entries({ ...kept, ...typed }).filter(([, value]) => value.trim() !== ''))
          }}
        >
          <SelectField
            name="action"
            label="Event"
            options={data?.actions}
            nameOf={eventName}
            value={query.action}
          />
          <TextField
            name="actor"
            label="Who"
            hint="The whole e-mail address"
            defaultValue={query.actor}
            maxLength={254}
          />
          <SelectField
            name="kind"
            label="To what"
            options={data?.kinds}
            nameOf={kindName}
            value={query.kind}
          />
          <TextField name="ip" label="IP address" defaultValue={query.ip} maxLength={45} />
          <TextField name="from" label="From day" type="date" defaultValue={query.from} />
          <TextField name="to" label="Until day" type="date" defaultValue={query.to} />
          <Row>
            <Button type="submit" variant="primary">
              Filter
            </Button>
            {(user ?? Object.keys(filters)[0]) && <SiteLink to={auditLink({})}>Clear filters</SiteLink>}
          </Row>
        </form>
        {data && data.entries.length > 0 && <Entries labelledBy="audit" entries={data.entries} />}
        <Row as="nav" aria-label="Pages of the audit log" gap="lg" className={styles.pages}>
          {after && <SiteLink to={auditLink(without(query, 'after'))}>Newest entries</SiteLink>}
          {data?.next && <SiteLink to={auditLink({ ...query, after: data.next })}>Older entries</SiteLink>}
        </Row>
      </RecordCard>
    </ListScreen>
  )
}

function titleOf({ user, kind, target }: Record<string, string>): string {
  if (user) return `By or about user ${user}`
  return target ? `${kind ? kindName(kind) : 'Number'} ${target}` : 'All activity'
}

const without = (query: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(query).filter(([other]) => other !== name))

interface SelectFieldProps {
  name: string
  label: string
  options: readonly string[] | undefined
  value: string | undefined
  nameOf?: (option: string) => string
}

/** A choice of a form, or of nothing. */
export function SelectField({ name, label, options = [], value = '', nameOf = String }: SelectFieldProps) {
  return (
    <Field name={name} label={label}>
      {(control) => (
        <Select {...control} defaultValue={value}>
          <option value="">Any</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {nameOf(option)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
