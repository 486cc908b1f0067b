import { getOverview } from '../../api/admin'
import { queryKeys } from '../../api/query-keys'
import { capitalised } from '../../lib/event-name'
import { Card } from '../../ui/card'
import { Grid, Stack } from '../../ui/layout'
import { PageHead } from '../../ui/page-head'
import { RecordCard } from '../../ui/record-table'
import { SiteLink } from '../../ui/link'
import styles from './admin.module.css'
import { Entries } from './entries'
import { Loaded } from './loaded'

/** How many users there are, how much happened, and what happened last. */
export function Overview() {
  return (
    <Loaded title="Overview" queryKey={[...queryKeys.admin, 'overview']} load={getOverview}>
      {({ users, activity, recent }) => (
        <>
          <PageHead title="Overview">Users, activity and recent events.</PageHead>
          <Stack gap="card">
            <Grid as="dl" columns="narrow" className={styles.figures}>
              <Figure label="Users" to="/backend/admin/users/" value={users.accounts} />
              <Figure
                label="Joined in 30 days"
                to="/backend/admin/users/?sort=-joined"
                value={users.joined}
              />
              <Figure label="Staff" to="/backend/admin/users/?which=staff" value={users.staff} />
              <Figure label="Deactivated" to="/backend/admin/users/?which=inactive" value={users.inactive} />
              <Figure label="Signed-in devices" value={users.sessions} />
              {activity.map(({ name, today, total }) => (
                <Figure
                  key={name}
                  label={`${capitalised(name)} in 30 days`}
                  value={total}
                  note={`${today} today`}
                />
              ))}
            </Grid>
            <RecordCard
              id="recent"
              title="Recent activity"
              empty={recent.length === 0 && 'Nothing has happened yet.'}
            >
              {recent.length > 0 && <Entries labelledBy="recent" entries={recent} />}
            </RecordCard>
          </Stack>
        </>
      )}
    </Loaded>
  )
}

interface FigureProps {
  label: string
  value: number
  note?: string
  to?: string
}

function Figure({ label, value, note, to }: FigureProps) {
  return (
    <Card as="div" className={styles.figure}>
      <dt>
        {to === undefined ? (
          label
        ) : (
          <SiteLink to={to} className="whole-link">
            {label}
          </SiteLink>
        )}
      </dt>
      <dd>
        {value.toLocaleString()} {note && <small>{note}</small>}
      </dd>
    </Card>
  )
}
