import { useStore } from '../../lib/hooks'
import { formatDateTime } from '../../ui/date-time'
import { unkept } from './draft-queue'
import { isChanged, type Entry } from './entries'
import { useTimeZone } from './queries'

/** Whether what was typed is on the server, and whether visitors have it. */
export function SaveState({ entry }: { entry: Entry }) {
  const { draft, stored, content } = entry
  const refused = useStore(unkept)
  const timeZone = useTimeZone()
  const isKept = ![...refused.values()].some(({ path }) => path === entry.path)
  const [tone, sentence] = draft
    ? states[draft.state === 'offline' && !isKept ? 'unkept' : draft.state]
    : content === null
      ? ['danger', 'Deleted']
      : isChanged(entry)
        ? ['honey', '✓ Draft saved']
        : stored?.scheduled
          ? ['plain', `Scheduled for ${formatDateTime(stored.scheduled.publish_at, timeZone)}`]
          : ['success', '✓ Published']
  return (
    <b role="status" data-tone={tone}>
      {sentence}
    </b>
  )
}

const states = {
  waiting: ['plain', 'Saving…'],
  sending: ['plain', 'Saving…'],
  offline: ['danger', 'No connection. Kept on this device.'],
  unkept: ['danger', 'No connection. Leave this page open to keep it.'],
  conflict: ['danger', 'Not saved. Choose a version.'],
  refused: ['danger', 'Not saved'],
} as const
