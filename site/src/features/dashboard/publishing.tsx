import type { Publishing as State } from '../../api/types'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import styles from './publishing.module.css'
import { usePublish, usePublishing } from './queries'

/** Whether visitors see what staff have changed, and a way to hurry it. Nothing where no build follows a change. */
export function Publishing() {
  const { data: pages } = usePublishing()
  const publish = usePublish()
  if (pages === undefined || pages.state === 'off') return null
  return (
    <Card as="section" aria-labelledby="publishing" className={styles.card}>
      <div>
        <h2 id="publishing">Publishing</h2>
        <p role="status" className={pages.state === 'failed' ? styles.failed : undefined}>
          {sentence(pages)}
        </p>
        <Past pages={pages} />
        {publish.isError && (
          <p role="alert" className={styles.failed}>
            The build could not be asked for.
          </p>
        )}
      </div>
      <Button disabled={pages.state === 'running' || publish.isPending} onClick={() => publish.mutate()}>
        {pages.state === 'failed' ? 'Try now' : 'Publish now'}
      </Button>
    </Card>
  )
}

function sentence({ state, due_at, failure }: State): string {
  switch (state) {
    case 'waiting':
      return `Saved. The pages are built at ${time(due_at)}, or later if more changes.`
    case 'running':
      return 'Saved. The pages are being built.'
    case 'failed':
      return `Saved, but not on the pages yet: ${failure}. The next try is at ${time(due_at)}.`
    default:
      return 'The pages show all that was saved.'
  }
}

/** What has been done so far: by the server, and by the service that it asks. */
function Past({ pages: { method, published_at, report } }: { pages: State }) {
  const did = method === 'hook' ? 'A build was last asked for' : 'The last build ended'
  return (
    <>
      {published_at && (
        <p className={styles.past}>
          {did} <time dateTime={published_at}>{moment(published_at)}</time>.
        </p>
      )}
      {report && (
        <p className={report.state === 'error' ? styles.failed : styles.past}>
          {report.state === 'error' ? `Its build failed: ${report.message} ` : 'Its build went online '}
          <time dateTime={report.at}>{moment(report.at)}</time>
          {report.state === 'ready' && '.'}
        </p>
      )}
    </>
  )
}

const time = (iso: string | null) =>
  new Date(iso ?? Date.now()).toLocaleTimeString([], {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })

const moment = (iso: string) => new Date(iso).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
