import { Fact, Note } from '../../ui/note'
import { useMemo, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { checkEntries, photosIn, type Known } from '#model/check'
import { compile } from '#model/compile'
import { parseEntries } from '#model/entry'
import { writeField } from '#model/form'
import type { Gallery } from '#model/galleries'
import { publishDrafts, type SeenDraft } from '../../api/content'
import { queryKeys } from '../../api/query-keys'
import type { ContentFiles } from '../../api/types'
import { count } from '../../lib/text'
import { clockIn, timeIn, todayIn } from '../../lib/time-zone'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Button } from '../../ui/button'
import { formatDateTime, formatZoned } from '../../ui/date-time'
import { Answers, Modal } from '../../ui/dialog'
import { Checkbox, TextField } from '../../ui/field'
import { Form, SubmitButton, useFormAction } from '../../ui/form'
import { formErrors } from '../../ui/form-errors'
import { Lines, Row } from '../../ui/layout'
import { Segmented } from '../../ui/segmented'
import { showToast } from '../../ui/toast'
import { Difference } from './difference'
import type { DraftQueue } from './draft-queue'
import { changesOf, type Change } from './changes'
import { filesOf, isInConflict, type Entries, type Entry } from './entries'
import { sentenceOf } from './entry-form'
import { nameOf, partOf } from './outline'
import { useTimeZone } from './queries'
import { useKnown } from './use-known'
import styles from './content.module.css'

interface PublishDialogProps {
  entries: Entries
  queue: DraftQueue
  /** Undefined while they are not known. */
  galleries: readonly Gallery[] | undefined
  missingImages: Known['missingImages']
  /** Whether the pages follow by themselves. */
  isBuilt: boolean
  onPublished: (paths: string[]) => void
  onClose: () => void
}

/** The changes, word by word: all drafts or some, now or at a time. */
export function PublishDialog({
  entries,
  queue,
  galleries,
  missingImages,
  isBuilt,
  onPublished,
  onClose,
}: PublishDialogProps) {
  const client = useQueryClient()
  const timeZone = useTimeZone()
  const changes = useMemo(() => changesOf(entries), [entries])
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [time, setTime] = useState('')
  const selected = changes.filter((change) => !left.has(keyOf(change)))
  const chosen = selected.flatMap(({ entries }) => entries)
  const paths = chosen.map(({ path }) => path).join('\n')
  const files = useMemo(() => filesOf(entries, new Set(paths.split('\n'))), [entries, paths])
  // A heading to which a link leads may be in a draft that is left out.
  const compiled = useMemo(() => galleries && compile(parseEntries(files), { galleries }), [files, galleries])
  // The pages show the alternative text of an image that a published text lacks.
  const lacking = useMemo(() => {
    const chosen = new Set(paths.split('\n'))
    const used = photosIn(parseEntries(new Map([...files].filter(([path]) => chosen.has(path)))))
    return new Set([...missingImages].filter((path) => used.has(path)))
  }, [files, paths, missingImages])
  const known = useKnown(compiled, lacking, galleries)
  const errors = useMemo(() => checkEntries(parseEntries(files), known).errors, [files, known])
  const { mutateAsync } = useInvalidatingMutation(
    ({ drafts, at }: { drafts: SeenDraft[]; at: string | null }) => publishDrafts(drafts, at),
    queryKeys.content,
  )

  const form = useFormAction(async () => {
    if (chosen.length === 0) return { message: 'Select at least one change.' }
    if (errors.length > 0) return { message: 'Fix the errors first, or leave their changes out.' }
    const undecided = chosen.find(isInConflict)
    if (undecided) return { message: `“${nameOf(undecided)}” has two versions. Open it and choose one.` }
    const changed = new Set(paths.split('\n'))
    const at = when === 'later' ? (timeIn(timeZone, time)?.toISOString() ?? null) : null
    if (when === 'later' && at === null) return { fields: { publish_at: ['Enter a date and a time.'] } }
    const unsaved = await queue.flush()
    if (unsaved.some((path) => changed.has(path)))
      return { message: 'Some drafts are not saved yet. Try again.' }
    const stored = client.getQueryData<ContentFiles>(queryKeys.files)
    const seen = seenDrafts(stored, selected)
    if (seen.length === 0) return { message: 'There is nothing to publish.' }
    try {
      await mutateAsync({ drafts: seen, at })
    } catch (error) {
      void client.invalidateQueries({ queryKey: queryKeys.content })
      return formErrors(error, 'The changes could not be published.')
    }
    void client.invalidateQueries({ queryKey: queryKeys.publishing })
    onClose()
    const number = count(selected.length, 'change')
    if (at !== null) showToast(`${number} scheduled for ${formatDateTime(at, timeZone)}.`)
    else {
      onPublished(chosen.map(({ path }) => path))
      showToast(isBuilt ? `Published ${number}.` : `Saved ${number} for the next build.`)
    }
    return null
  })

  return (
    <Modal title="Publish" size="publish" onClose={onClose}>
      <Form {...form} noValidate>
        {errors.length > 0 && (
          <div role="status" data-tone="danger">
            <p>Fix before publishing:</p>
            <ul>
              {errors.map((error, index) => {
                const entry = entries.get(error.path)
                return <li key={index}>{`${entry ? nameOf(entry) : error.path}: ${sentenceOf(error)}`}</li>
              })}
            </ul>
          </div>
        )}
        <Lines className={styles.publishing}>
          {changes.map((change) => (
            <li key={keyOf(change)}>
              <Checkbox
                checked={!left.has(keyOf(change))}
                onChange={({ target }) => {
                  const next = new Set(left)
                  if (target.checked) next.delete(keyOf(change))
                  else next.add(keyOf(change))
                  setLeft(next)
                }}
              >
                <span>
                  <b>{change.title}</b>
                  <Fact as="small" small>
                    {change.place}
                  </Fact>
                </span>
              </Checkbox>
              <details open={changes.length <= fewChanges || undefined}>
                <summary>
                  Changes<span className="visually-hidden"> of {change.title}</span>
                </summary>
                <Details change={change} entries={entries} />
              </details>
            </li>
          ))}
        </Lines>
        <Answers>
          <div className={styles.when}>
            <Row>
              <Segmented
                label="When"
                options={[
                  ['now', 'Now'],
                  ['later', 'Schedule'],
                ]}
                value={when}
                onChoose={setWhen}
              />
              {when === 'now' && (
                <Note>
                  {isBuilt
                    ? 'Live within seconds after you publish.'
                    : 'Goes live when the site is built next.'}
                </Note>
              )}
            </Row>
            <NoteDates
              entries={chosen}
              today={todayIn(timeZone)}
              publishedOn={when === 'later' ? time.slice(0, 10) : ''}
              onSchedule={(day) => {
                setWhen('later')
                setTime(`${day}T09:00`)
              }}
              onDate={(entry, day) => queue.edit(entry.path, writeField(entry.text ?? '', 'date', day))}
            />
            {when === 'later' && (
              <TextField
                name="publish_at"
                label="Date and time"
                hint={<span role="status">{timeHint(timeZone, time, isBuilt)}</span>}
                type="datetime-local"
                value={time}
                onChange={({ target }) => setTime(target.value)}
              />
            )}
          </div>
          <p>{`${selected.length} of ${changes.length} selected`}</p>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton variant="primary" busy="Publishing…">
            {when === 'later' ? 'Schedule' : isBuilt ? 'Publish now' : 'Save for the next build'}
          </SubmitButton>
        </Answers>
      </Form>
    </Modal>
  )
}

interface NoteDatesProps {
  entries: readonly Entry[]
  today: string
  /** The day for which the changes are scheduled; '' for now. */
  publishedOn: string
  onSchedule: (day: string) => void
  onDate: (entry: Entry, day: string) => void
}

/** Offers to schedule a note for its date if that is ahead, and the day of its publication as its date. */
function NoteDates({ entries, today, publishedOn, onSchedule, onDate }: NoteDatesProps) {
  const dated = entries.flatMap((entry) => {
    const date = entry.fields['date']
    const isDated = entry.kind === 'notes' && entry.text !== null && typeof date === 'string'
    return isDated && isDay(date) ? [{ entry, date, name: nameOf(entry) }] : []
  })
  const ahead = dated.filter(({ date }) => date > today)
  const others = dated.filter(({ entry, date }) => entry.published === null && date !== publishedOn)
  if (publishedOn === '')
    return ahead.map(({ entry, date, name }) => (
      <Row key={entry.path}>
        <Note>{`“${name}” is dated ${dayOf(date)}. Published now, it is live at once, above all newer notes.`}</Note>
        <Button onClick={() => onSchedule(date)}>Schedule for that day</Button>
      </Row>
    ))
  if (!isDay(publishedOn)) return null
  return others.map(({ entry, date, name }) => (
    <Row key={entry.path}>
      <Note>{`“${name}” is dated ${dayOf(date)}.`}</Note>
      <Button onClick={() => onDate(entry, publishedOn)}>{`Date it ${dayOf(publishedOn)}`}</Button>
    </Row>
  ))
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

const dayOf = (day: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** How many changes are shown open. */
const fewChanges = 3

const keyOf = ({ entries: [{ path }] }: Change) => path

/** The words that change, or the new order of a folder. */
function Details({ change: { entries: changed, isOrder }, entries }: { change: Change; entries: Entries }) {
  const [{ path, kind, published, text }, former] = changed
  if (!isOrder || !kind)
    return <Difference path={path} before={published ?? former?.published ?? null} after={text} />
  return (
    <ol className={styles.newOrder}>
      {partOf(entries, kind).entries.map((entry) => (
        <li key={entry.path}>{nameOf(entry)}</li>
      ))}
    </ol>
  )
}

/** Says which time `value` is: summer time skips an hour of one night, and repeats one of another. */
function timeHint(timeZone: string, value: string, isBuilt: boolean): string {
  const at = timeIn(timeZone, value)
  if (at === null) return `Time zone: ${timeZone}`
  const shown = (hours: number) => clockIn(timeZone, at.getTime() + hours * 3_600_000).slice(11, 16)
  const typed = value.slice(11, 16)
  const oddity =
    shown(0) !== typed
      ? `The clocks skip ${typed} that night. `
      : shown(1) === typed
        ? `The clocks show ${typed} twice that night; this is the first time. `
        : ''
  return `${oddity}${isBuilt ? 'Goes live on' : 'Ready for builds after'} ${formatZoned(at, timeZone)}.`
}

function seenDrafts(stored: ContentFiles | undefined, changes: readonly Change[]): SeenDraft[] {
  const named = new Map(
    changes.flatMap(({ title, entries, isOrder }) =>
      entries.map(({ path }, index) => [path, { title, ...(index > 0 && !isOrder && { moved: true }) }]),
    ),
  )
  return (stored?.files ?? []).flatMap(({ path, draft }) => {
    const name = named.get(path)
    return draft && name ? [{ path, revision: draft.revision, ...name }] : []
  })
}
