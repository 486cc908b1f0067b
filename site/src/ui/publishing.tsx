import type { Publishing as State } from '../api/types'
import { count } from '../lib/text'
import { Button } from './button'
import { Section } from './section'
import work from './work.module.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getPublishing, publish } from '../api/dashboard'
import { queryKeys } from '../api/query-keys'
import { capitalised } from '../lib/event-name'

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
        {pages.state === 'failed' && <p className={work.output}>{capitalised(pages.failure)}</p>}
      </div>
      {pages.state === 'off' && (
        <p className={work.facts}>
          <span>Automatic publishing isn't set up. To set it up, see </span>
          <code>docs/publishing.md</code>
        </p>
      )}
      {pages.method === 'hook' && pages.unbuilt_texts > 0 && (
        <p className={work.facts}>
          <span>To let builds read them, see </span>
          <code>docs/publishing.md</code>
        </p>
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

function sentence({ state, due_at, unbuilt_texts }: State): string {
  switch (state) {
    case 'off':
      // Only of content it is known whether the pages have it.
      return unbuilt_texts > 0 ? 'Your changes are saved but not live yet.' : ''
    case 'waiting':
      return `Publishing starts at ${time(due_at)}, or later after more changes.`
    case 'running':
      return 'Publishing…'
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
        <p className={work.facts}>
          {did} <time dateTime={published_at}>{dateTime(published_at)}</time>.
        </p>
      )}
      {report && (
        <p className={work.facts} data-tone={report.state === 'error' ? 'danger' : undefined}>
          <span>{report.state === 'error' ? `The build failed: ${report.message} ` : 'It went live '}</span>
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

/** Milliseconds between requests while a build is due or running. */
const pollInterval = 5_000

/** The state of publishing, polled until everything is live. */
export function usePublishing() {
  return useQuery({
    queryKey: queryKeys.publishing,
    queryFn: getPublishing,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data && data.state !== 'off' && isUnderway(data) ? pollInterval : false,
  })
}

/** Whether saved changes are not live yet. */
export const isUnderway = ({ state, unbuilt_texts }: State): boolean =>
  unbuilt_texts > 0 || (state !== 'off' && state !== 'current')

/** Starts a build. */
export function usePublish() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: publish,
    onSuccess: (now) => client.setQueryData(queryKeys.publishing, now),
  })
}
