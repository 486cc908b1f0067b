import { Fact } from '../../ui/note'
import type { Publishing as State } from '../../api/types'
import { usePublish, usePublishing } from '../../api/use-publishing'
import { count } from '../../lib/text'
import { Button } from '../../ui/button'
import { DateTime, formatTime } from '../../ui/date-time'
import { Section } from '../../ui/section'
import styles from './dashboard.module.css'
import { capitalised } from '../../lib/event-name'

/** The state of publishing, with a button that starts a build. */
export function Publishing() {
  const { data: pages } = usePublishing()
  const publish = usePublish()
  if (pages === undefined) return null
  return (
    <Section
      title="Publishing"
      action={
        pages.state !== 'off' && (
          <Button disabled={pages.state === 'running' || publish.isPending} onClick={() => publish.mutate()}>
            {pages.state === 'failed' ? 'Try now' : 'Publish now'}
          </Button>
        )
      }
    >
      <div role="status" data-tone={pages.state === 'failed' ? 'danger' : undefined}>
        {sentence(pages) && <p>{sentence(pages)}</p>}
        {(pages.state === 'failed' || pages.state === 'running') && pages.failed_at && (
          <p className={styles.output}>{capitalised(pages.failure)}</p>
        )}
      </div>
      {pages.state === 'off' && (
        <Fact>
          <span>Automatic publishing isn't set up. To set it up, see </span>
          <code>docs/publishing.md</code>
        </Fact>
      )}
      {pages.method === 'hook' && pages.unbuilt_texts > 0 && (
        <Fact>
          <span>To let builds read them, see </span>
          <code>docs/publishing.md</code>
        </Fact>
      )}
      <Past pages={pages} />
      {publish.isError && (
        <p role="alert" data-tone="danger">
          The build could not be started.
        </p>
      )}
    </Section>
  )
}

function sentence({ state, due_at, failed_at, published_at, unbuilt_texts }: State): string {
  switch (state) {
    case 'off':
      // Only of content it is known whether the pages have it.
      return unbuilt_texts > 0 ? 'Your changes are saved but not live yet.' : ''
    case 'waiting':
      return published_at
        ? `Your site is live. Newer changes follow after ${time(due_at)}.`
        : `Publishing starts at ${time(due_at)}, or later after more changes.`
    case 'running':
      return failed_at ? 'Publishing again… The last attempt failed:' : 'Publishing…'
    case 'failed':
      return `Your changes are saved but not live yet. The next attempt is at ${time(due_at)}.`
    default:
      return unbuilt_texts > 0
        ? `The last build could not read ${count(unbuilt_texts, 'published change')}.`
        : 'Everything is published.'
  }
}

/** The finished steps of the build. */
function Past({ pages: { method, published_at, report } }: { pages: State }) {
  const did = method === 'hook' ? 'The last build was requested' : 'The last build ended'
  return (
    <>
      {published_at && (
        <Fact>
          {did} <DateTime at={published_at} />.
        </Fact>
      )}
      {report && (
        <Fact data-tone={report.state === 'error' ? 'danger' : undefined}>
          <span>{report.state === 'error' ? `The build failed: ${report.message} ` : 'It went live '}</span>
          <DateTime at={report.at} />
          {report.state === 'ready' && <span>.</span>}
        </Fact>
      )}
    </>
  )
}

const time = (at: string | null) => formatTime(at ?? new Date())
