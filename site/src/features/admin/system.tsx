import type { ReactNode } from 'react'
import { discardMail, getSystem, liftThrottle, retryMail } from '../../api/admin'
import { queryKeys } from '../../api/query-keys'
import type { SystemState } from '../../api/types'
import { bytes } from '../../lib/bytes'
import { count } from '../../lib/count'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { DateTime } from '../../ui/date-time'
import { usePageErrors } from '../../ui/form-errors'
import { Grid, Stack } from '../../ui/layout'
import { ErrorBanner } from '../../ui/list-screen'
import { PageHead } from '../../ui/page-head'
import { ActionsCell, Cell, RecordCard, RecordRow, RecordTable } from '../../ui/record-table'
import { Section } from '../../ui/section'
import styles from './admin.module.css'
import { Loaded } from './loaded'
import { useAction } from './use-action'

/** The server, its mails, builds and backups, and who is throttled. */
export function System() {
  return (
    <Loaded title="System" queryKey={[...queryKeys.admin, 'system']} load={getSystem}>
      {(state) => <SystemParts state={state} />}
    </Loaded>
  )
}

interface PartProps {
  state: SystemState
}

function SystemParts({ state }: PartProps) {
  const pageErrors = usePageErrors()
  const action = useAction(pageErrors)
  return (
    <>
      <PageHead title="System">Server status, mails, builds and backups.</PageHead>
      <ErrorBanner pageErrors={pageErrors} />
      <Grid columns="wide">
        <Server state={state} />
        <Builds state={state} />
        <Backups state={state} />
      </Grid>
      <Mails state={state} action={action} />
      <Throttled state={state} action={action} />
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

function Server({ state }: PartProps) {
  return (
    <Section title="Server">
      <Stack as="dl" className={styles.facts}>
        <Fact label="Version">{state.version}</Fact>
        <Fact label="Running since">
          <DateTime at={state.started_at} />
        </Fact>
        <Fact label="Database">
          {engines[state.database_engine]}, {bytes(state.database_bytes)}, schema version{' '}
          {state.schema_version}
        </Fact>
        <Fact label="Files">
          {state.storage}, {bytes(state.storage_bytes)}
        </Fact>
        <Fact label="Audit log">{count(state.audit_entries, 'entry', 'entries')}</Fact>
        <Fact label="Mails sent by">{state.mails.sent_by}</Fact>
      </Stack>
    </Section>
  )
}

function Builds({ state: { builds } }: PartProps) {
  const failure = builds.report?.state === 'error' ? builds.report.message : builds.failure
  return (
    <Section title="Builds">
      <Stack as="dl" className={styles.facts}>
        <Fact label="State">
          {builds.state === 'off' ? 'Automatic publishing is not set up.' : builds.state}
        </Fact>
        {builds.published_at && (
          <Fact label="Last build">
            <DateTime at={builds.published_at} />
          </Fact>
        )}
        {failure && <Fact label="Last error">{failure}</Fact>}
      </Stack>
    </Section>
  )
}

function Backups({ state: { backups } }: PartProps) {
  return (
    <Section title="Off-site backups">
      {backups === null ? (
        <p>Off-site backups are off.</p>
      ) : (
        <Stack as="dl" className={styles.facts}>
          <Fact label="Last backup">
            {backups.made_at ? (
              <>
                <span>{`${backups.name}, ${bytes(backups.bytes)}, in ${backups.place}`}</span>{' '}
                <DateTime at={backups.made_at} />
              </>
            ) : (
              <span>No successful backup.</span>
            )}{' '}
            {backups.missed_nights > 0 && (
              <Badge tone="danger">{count(backups.missed_nights, 'night')} missed</Badge>
            )}
          </Fact>
          {backups.failure && backups.failed_at && (
            <Fact label="Last error">
              <span>{backups.failure}</span> <DateTime at={backups.failed_at} />
            </Fact>
          )}
        </Stack>
      )}
    </Section>
  )
}

interface ActionPartProps extends PartProps {
  action: ReturnType<typeof useAction>
}

function Mails({ state: { mails }, action: { busy, run } }: ActionPartProps) {
  const empty = mails.pending.length === 0
  return (
    <RecordCard id="mails" title="Mails" empty={empty && 'No mail waiting.'}>
      {!empty && (
        <RecordTable
          labelledBy="mails"
          columns={['To', 'About', 'State', 'Queued', 'Actions']}
          className={styles.mails}
        >
          {mails.pending.map(({ id, recipient, kind, attempts, failed_at, last_error, created_at }) => (
            <RecordRow key={id} record={id} pending={false} className={styles.row}>
              <Cell>{recipient}</Cell>
              <Cell>{kind}</Cell>
              <Cell>
                <Badge tone={failed_at ? 'danger' : attempts ? 'honey' : 'plain'}>
                  {failed_at ? 'Failed' : attempts ? `Tried ${count(attempts, 'time')}` : 'Waiting'}
                </Badge>{' '}
                {last_error}
              </Cell>
              <Cell>
                <DateTime at={created_at} />
              </Cell>
              <ActionsCell>
                {failed_at && (
                  <>
                    <Button
                      aria-label={`Retry the mail to ${recipient}`}
                      aria-disabled={busy}
                      onClick={() =>
                        void run(() => retryMail(id), 'Mail queued again.', 'Failed to retry the mail.')
                      }
                    >
                      Retry
                    </Button>{' '}
                    <Button
                      aria-label={`Discard the mail to ${recipient}`}
                      aria-disabled={busy}
                      onClick={() =>
                        void run(() => discardMail(id), 'Mail discarded.', 'Failed to discard the mail.')
                      }
                    >
                      Discard
                    </Button>
                  </>
                )}
              </ActionsCell>
            </RecordRow>
          ))}
        </RecordTable>
      )}
    </RecordCard>
  )
}

function Throttled({ state: { throttled, rate_limited }, action: { busy, run } }: ActionPartProps) {
  const none = rate_limited ? 'Nobody is throttled.' : 'Attempts are unlimited: RATE_LIMIT is off.'
  return (
    <RecordCard id="throttled" title="Rate limits" empty={throttled.length === 0 && none}>
      {throttled.length > 0 && (
        <RecordTable
          labelledBy="throttled"
          columns={['Who', 'Limit', 'Until', 'Actions']}
          className={styles.mails}
        >
          {throttled.map(({ key, who, rule, until }, index) => (
            <RecordRow key={key} record={index} pending={false} className={styles.row}>
              <Cell>{who || 'An address without an account'}</Cell>
              <Cell>{rule}</Cell>
              <Cell>
                <DateTime at={until} />
              </Cell>
              <ActionsCell>
                <Button
                  aria-label={`Clear the limit of ${who || 'the address'}`}
                  aria-disabled={busy}
                  onClick={() =>
                    void run(() => liftThrottle(key), 'Limit cleared.', 'Failed to clear the limit.')
                  }
                >
                  Clear
                </Button>
              </ActionsCell>
            </RecordRow>
          ))}
        </RecordTable>
      )}
    </RecordCard>
  )
}
