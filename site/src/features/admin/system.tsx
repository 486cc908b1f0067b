import { Note } from '../../ui/note'
import { discardMail, getSystem, liftThrottle, retryMail } from '../../api/admin'
import { queryKeys } from '../../api/query-keys'
import type { SystemState } from '../../api/types'
import { bytes, count } from '../../lib/text'
import { capitalised } from '../../lib/event-name'
import { Alert } from '../../ui/alert'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { DateTime } from '../../ui/date-time'
import { usePageErrors } from '../../ui/form-errors'
import { Lines, Row, Stack } from '../../ui/layout'
import { SiteLink } from '../../ui/link'
import { ErrorBanner } from '../../ui/list-screen'
import { PageHead } from '../../ui/page-head'
import { CardBody, SettingsRow } from '../../ui/section'
import styles from './admin.module.css'
import { Properties, Property, Loaded } from './loaded'
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
  const [version, ...platform] = state.version.replace(/^portfolio /, '').split(', ')
  return (
    <>
      <PageHead title="System">Server status, mails, builds and backups.</PageHead>
      <Stack gap="card">
        <ErrorBanner pageErrors={pageErrors} />
        <div>
          <Properties>
            <Property label="Version">{version}</Property>
            <Property label="Built for">{platform.join(', ')}</Property>
            <Property label="Running since">
              <DateTime at={state.started_at} />
            </Property>
            <Property label="Database">
              {engines[state.database_engine]}, {bytes(state.database_bytes)}, schema {state.schema_version}
            </Property>
            <Property label="Files">
              {state.storage}, {bytes(state.storage_bytes)}
            </Property>
            <Property label="Audit log">{count(state.audit_entries, 'entry', 'entries')}</Property>
          </Properties>
          <Builds state={state} />
          <Backups state={state} />
          <Mails state={state} action={action} />
          <Throttled state={state} action={action} />
        </div>
      </Stack>
    </>
  )
}

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

const buildStates: Partial<Record<SystemState['builds']['state'], string>> = {
  off: 'Automatic publishing isn’t set up.',
}

function Builds({ state: { builds } }: PartProps) {
  const failure = builds.report?.state === 'error' ? builds.report.message : builds.failure
  return (
    <SettingsRow title="Publishing" about="Builds that put changes on the public pages.">
      <CardBody>
        <Stack as="dl" className={styles.facts}>
          <Property label="State">{buildStates[builds.state] ?? capitalised(builds.state)}</Property>
          {builds.published_at && (
            <Property label="Last build">
              <DateTime at={builds.published_at} />
            </Property>
          )}
          {failure && <Property label="Last error">{failure}</Property>}
        </Stack>
      </CardBody>
    </SettingsRow>
  )
}

function Backups({ state: { backups } }: PartProps) {
  return (
    <SettingsRow title="Off-site backups" about="Encrypted copies of the site’s data, made every night.">
      {backups && <SettingsFault fault={backups.fault} />}
      <CardBody>
        {backups === null ? (
          <Note>Off-site backups are off.</Note>
        ) : (
          <Stack as="dl" className={styles.facts}>
            <Property label="Last backup">
              {backups.made_at ? (
                <>
                  <DateTime at={backups.made_at} />
                  <span>{`: ${backups.name}, ${bytes(backups.bytes)}, in ${backups.place}`}</span>
                </>
              ) : (
                <span>No successful backup.</span>
              )}{' '}
              {backups.missed_nights > 0 && (
                <Badge tone="danger">{count(backups.missed_nights, 'night')} missed</Badge>
              )}
            </Property>
            {backups.failure && backups.failed_at && (
              <Property label="Last error">
                <DateTime at={backups.failed_at} />
                {`: ${backups.failure}`}
              </Property>
            )}
          </Stack>
        )}
      </CardBody>
    </SettingsRow>
  )
}

/** Says why stored settings cannot be used, if `fault` is not empty, and where they are entered again. */
function SettingsFault({ fault }: { fault: string }) {
  if (fault === '') return null
  return (
    <CardBody>
      <Alert>
        {fault} <SiteLink to="/backend/admin/settings">Settings</SiteLink>
      </Alert>
    </CardBody>
  )
}

interface ActionPartProps extends PartProps {
  action: ReturnType<typeof useAction>
}

function Mails({ state: { mails }, action: { busy, run } }: ActionPartProps) {
  return (
    <SettingsRow
      title="Mails"
      about={`${mails.fault === '' ? `Sent by ${mails.sent_by}. ` : ''}Sent mails are not listed.`}
    >
      <SettingsFault fault={mails.fault} />
      {mails.pending.length === 0 ? (
        <CardBody>
          <Note>No mail waiting.</Note>
        </CardBody>
      ) : (
        <Lines edge>
          {mails.pending.map(({ id, recipient, kind, attempts, failed_at, last_error, created_at }) => (
            <li key={id}>
              <Note as="div">
                <strong>{capitalised(kind)}</strong>{' '}
                <Badge tone={failed_at ? 'danger' : attempts ? 'honey' : 'plain'}>
                  {failed_at ? 'Failed' : attempts ? `Tried ${count(attempts, 'time')}` : 'Waiting'}
                </Badge>
                <p>
                  To {recipient}, <DateTime at={created_at} />
                  {last_error && <span>{`: ${last_error}`}</span>}
                </p>
              </Note>
              {failed_at && (
                <Row gap="sm">
                  <Button
                    small
                    aria-label={`Retry the mail to ${recipient}`}
                    aria-disabled={busy}
                    onClick={() =>
                      void run(() => retryMail(id), 'Mail queued again.', 'Failed to retry the mail.')
                    }
                  >
                    Retry
                  </Button>
                  <Button
                    small
                    aria-label={`Discard the mail to ${recipient}`}
                    aria-disabled={busy}
                    onClick={() =>
                      void run(() => discardMail(id), 'Mail discarded.', 'Failed to discard the mail.')
                    }
                  >
                    Discard
                  </Button>
                </Row>
              )}
            </li>
          ))}
        </Lines>
      )}
    </SettingsRow>
  )
}

function Throttled({ state: { throttled, rate_limited }, action: { busy, run } }: ActionPartProps) {
  const none = rate_limited ? 'No limits are active.' : 'Attempts are not limited on this server.'
  return (
    <SettingsRow title="Rate limits" about="After too many attempts, sign-in and similar forms pause.">
      {throttled.length === 0 ? (
        <CardBody>
          <Note>{none}</Note>
        </CardBody>
      ) : (
        <Lines edge>
          {throttled.map(({ key, who, rule, until }) => (
            <li key={key}>
              <Note as="div">
                <strong>{who || 'An address without an account'}</strong>
                <p>
                  {capitalised(rule)}, until <DateTime at={until} />
                </p>
              </Note>
              <Button
                small
                aria-label={`Clear the limit of ${who || 'the address'}`}
                aria-disabled={busy}
                onClick={() =>
                  void run(() => liftThrottle(key), 'Limit cleared.', 'Failed to clear the limit.')
                }
              >
                Clear
              </Button>
            </li>
          ))}
        </Lines>
      )}
    </SettingsRow>
  )
}
