import { clockIn } from '../lib/time-zone'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** A day in the visitor's locale: the one format of the product. */
export const formatDay = (at: string | Date) => day.format(new Date(at))

/** A time on the clock of `timeZone`, with the name of the zone. */
export const formatZoned = (at: string | Date, timeZone: string) =>
  new Intl.DateTimeFormat(undefined, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(at))

/** A time on the reader's clock, or on that of `timeZone`, which is named if the two differ. */
export function formatDateTime(at: string | Date, timeZone?: string): string {
  const time = new Date(at)
  return timeZone === undefined || clockIn(timeZone, time) === clockIn(undefined, time)
    ? dayAndTime.format(time)
    : formatZoned(time, timeZone)
}

export const formatTime = (at: string | Date) => time.format(new Date(at))

export const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatTime(at)}</time>

export const Day = ({ at }: { at: string }) => <time dateTime={at}>{formatDay(at)}</time>

export const DateTime = ({ at, timeZone }: { at: string; timeZone?: string }) => (
  <time dateTime={at}>{formatDateTime(at, timeZone)}</time>
)
