import { useState } from 'react'
import { slugOf } from 'virtual:content-model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listPublications, restoreSite, withdrawPublication } from '../../api/content'
import { queryKeys } from '../../api/query-keys'
import type { ContentPublication } from '../../api/types'
import { count } from '../../lib/count'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Form, SubmitButton, useFormAction } from '../../ui/form'
import { formErrors } from '../../ui/form-errors'
import { LoadFailure } from '../../ui/list-screen'
import { Modal } from '../../ui/modal'
import { Pager } from '../../ui/pager'
import { Publishing } from '../../ui/publishing'
import { Skeleton } from '../../ui/skeleton'
import { showErrorToast, showToast } from '../../ui/toast'
import { fromField, moment } from './moment'
import { nameOf } from './outline'
import { entryKey, type ShownText } from './shown-texts'
import styles from './words.module.css'

interface PublicationsDialogProps {
  shown: ReadonlyMap<string, ShownText>
  onClose: () => void
}

const pageSize = 50

/** What was published and what waits for its time; and the way back to the whole site as it was. */
export function PublicationsDialog({ shown, onClose }: PublicationsDialogProps) {
  const [page, setPage] = useState(0)
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: [...queryKeys.contentPublications, page],
    queryFn: () => listPublications(page + 1),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  return (
    <Modal title="Publications" onClose={onClose}>
      <Publishing />
      <h3 id="publications" tabIndex={-1} className={styles.subhead}>
        What was published
      </h3>
      {isPending && <Skeleton rows={3} />}
      {isError && <LoadFailure onRetry={() => void refetch()}>Failed to load the publications.</LoadFailure>}
      {data?.results.length === 0 && <p>Nothing was published here yet.</p>}
      <ol className={styles.entries}>
        {data?.results.map((publication) => (
          <PublicationRow key={publication.id} publication={publication} shown={shown} />
        ))}
      </ol>
      <Pager
        of="publications"
        heading="publications"
        page={page}
        pages={Math.ceil((data?.count ?? 0) / pageSize)}
        setPage={setPage}
      />
      <RestoreSite onRestored={onClose} />
    </Modal>
  )
}

const tones = { scheduled: 'honey', published: 'success', withdrawn: 'plain' } as const
const states = { scheduled: 'waiting for its time', published: 'published', withdrawn: 'withdrawn' }

interface PublicationRowProps {
  publication: ContentPublication
  shown: ReadonlyMap<string, ShownText>
}

function PublicationRow({ publication, shown }: PublicationRowProps) {
  const { id, state, publish_at, author, edits } = publication
  const withdraw = useInvalidatingMutation(withdrawPublication, queryKeys.content)
  const at = publish_at
  const name = (path: string) => {
    const text = shown.get(path)
    // Of an entry that is gone the name of its file is left.
    return text ? nameOf(text) : slugOf(path).replaceAll('-', ' ')
  }
  return (
    <li>
      <h4>
        <time dateTime={at}>{moment(at)}</time> <Badge tone={tones[state]}>{states[state]}</Badge>
      </h4>
      <p className={styles.about}>{`${author ? `By ${author}: ` : ''}${namesOf(edits, name).join(', ')}`}</p>
      {state === 'scheduled' && (
        <Button
          disabled={withdraw.isPending}
          onClick={() =>
            withdraw.mutate(id, {
              onSuccess: () =>
                showToast(
                  'Withdrawn: its texts are drafts again, or in the history of those that have another draft.',
                ),
              onError: () => showErrorToast('The publication could not be withdrawn.'),
            })
          }
        >
          Withdraw<span className="visually-hidden"> what was to be published {moment(at)}</span>
        </Button>
      )}
    </li>
  )
}

/** What was published: an entry that got another place is one text, not one that is removed and another. */
function namesOf(edits: ContentPublication['edits'], name: (path: string) => string): string[] {
  const left = new Set(edits.filter(({ removed }) => removed).map(({ path }) => entryKey(path)))
  const there = new Set(edits.filter(({ removed }) => !removed).map(({ path }) => entryKey(path)))
  return edits
    .filter(({ path, removed }) => !removed || !there.has(entryKey(path)))
    .map(({ path, removed }) => {
      const did = removed ? ' (removed)' : left.has(entryKey(path)) ? ' (moved)' : ''
      return name(path) + did
    })
}

/** Makes drafts of the whole site as it was. */
function RestoreSite({ onRestored }: { onRestored: () => void }) {
  const { mutateAsync } = useInvalidatingMutation(restoreSite, queryKeys.content)
  const form = useFormAction(async (data) => {
    const value = data.get('at')
    const at = typeof value === 'string' ? fromField(value) : null
    if (at === null) return { fields: { at: ['Give a day and a time.'] } }
    try {
      const { drafts } = await mutateAsync(at)
      onRestored()
      showToast(
        drafts.length === 0
          ? 'The texts are as they were then.'
          : `Made ${count(drafts.length, 'draft')} of the site as it was. Publish to bring it back.`,
      )
      return null
    } catch (error) {
      return formErrors(error, 'The site could not be brought back.')
    }
  })
  return (
    <section aria-labelledby="restore-site">
      <h3 id="restore-site" className={styles.subhead}>
        Bring back the whole site
      </h3>
      <Form {...form} noValidate>
        <TextField
          name="at"
          label="As it was on"
          hint="Makes drafts of all texts that were different then. Nothing is published yet."
          type="datetime-local"
        />
        <SubmitButton busy="Making drafts...">Make drafts</SubmitButton>
      </Form>
    </section>
  )
}
