import type { Publishing as State } from '../api/types'
import { count } from '../lib/count'
import { cx } from '../lib/cx'
import { Button } from './button'
import { Card } from './card'
import work from './work.module.css'
import styles from './publishing.module.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getPublishing, publish } from '../api/dashboard'
import { queryKeys } from '../api/query-keys'

/** Whether the public pages show what staff have changed; where builds follow changes, a button starts one at once. */
export function Publishing() {
  const { data: pages } = usePublishing()
  const publish = usePublish()
  if (pages === undefined) return null
  return (
    <Card as="section" aria-labelledby="publishing" className={cx(work.row, work.spread, styles.publishing)}>
      <div>
        <h2 id="publishing">Publishing</h2>
        <div role="status" className={pages.state === 'failed' ? styles.failed : undefined}>
          <p>{sentence(pages)}</p>
          {pages.state === 'failed' && <p className={styles.reason}>{capitalised(pages.failure)}</p>}
        </div>
        {pages.state === 'off' && (
          <p className={styles.past}>
            Run scripts/build pages, and publish what it makes. Or set BUILD_HOOK_URL or BUILD_COMMAND, and
            the server has it done after each change.
          </p>
        )}
        {pages.method === 'hook' && pages.unbuilt_texts > 0 && (
          <p className={styles.past}>
            A build service needs BUILD_TOKEN to read them. The report of its build warns where that is
            missing or wrong.
          </p>
        )}
        <Past pages={pages} />
        {publish.isError && (
          <p role="alert" className={styles.failed}>
            The build could not be asked for.
          </p>
        )}
      </div>
      {pages.state !== 'off' && (
        <Button disabled={pages.state === 'running' || publish.isPending} onClick={() => publish.mutate()}>
          {pages.state === 'failed' ? 'Try now' : 'Publish now'}
        </Button>
      )}
    </Card>
  )
}

function sentence({ state, due_at, unbuilt_texts }: State): string {
  switch (state) {
    case 'off':
      return 'What was saved is on the pages after their next build, which nothing starts by itself.'
    case 'waiting':
      return `Saved. The pages are built at ${time(due_at)}, or later if more changes.`
    case 'running':
      return 'Saved. The pages are being built.'
    case 'failed':
      return `Saved, but not on the pages yet. The next try is at ${time(due_at)}.`
    default:
      return unbuilt_texts > 0
        ? `${count(unbuilt_texts, 'published text waits', 'published texts wait')} for a build that reads them.`
        : 'The pages show all that was saved.'
  }
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What has been done so far: by the server, and by the service that it asks. */
function Past({ pages: { method, published_at, report } }: { pages: State }) {
  const did = method === 'hook' ? 'A build was last asked for' : 'The last build ended'
  return (
    <>
      {published_at && (
        <p className={styles.past}>
          {did} <time dateTime={published_at}>{dateTime(published_at)}</time>.
        </p>
      )}
      {report && (
        <p className={report.state === 'error' ? styles.failed : styles.past}>
          <span>
            {report.state === 'error' ? `Its build failed: ${report.message} ` : 'Its build went online '}
          </span>
          <time dateTime={report.at}>{dateTime(report.at)}</time>
          {report.state === 'ready' && <span>.</span>}
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

const dateTime = (iso: string) =>
  new Date(iso).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })

/** Milliseconds between two requests while a build is due or running. */
const pollInterval = 5_000

/** Whether the pages show what staff have changed, polled as long as they do not. */
export function usePublishing() {
  return useQuery({
    queryKey: queryKeys.publishing,
    queryFn: getPublishing,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data && data.state !== 'off' && isUnderway(data) ? pollInterval : false,
  })
}

/** Whether visitors do not see yet what was saved. */
export const isUnderway = ({ state, unbuilt_texts }: State): boolean =>
  unbuilt_texts > 0 || (state !== 'off' && state !== 'current')

/** Has the pages built at once. */
export function usePublish() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: publish,
    onSuccess: (now) => client.setQueryData(queryKeys.publishing, now),
  })
}
