const dayLength = 86_400_000

/** Whether this browser knows a zone: older ones lack the newest. */
export function isKnownZone(timeZone: string): boolean {
  try {
    return clockIn(timeZone, 0) !== ''
  } catch {
    return false
  }
}

/** The clock of a zone, the reader's by default, as fields have it: '2026-11-27T09:00:00'. */
export const clockIn = (timeZone: string | undefined, at: Date | number): string =>
  new Date(at).toLocaleString('sv', { timeZone }).replace(' ', 'T').padStart(19, '0')

/** The current day in a zone: '2026-11-27'. */
export const todayIn = (timeZone: string): string => clockIn(timeZone, new Date()).slice(0, 10)

/**
 * The first time at which the clock of a zone shows `clock`, such as '2026-11-27T09:00'; null if
 * that is not a time. A skipped time moves on by as much as the clocks skip.
 */
export function timeIn(timeZone: string, clock: string): Date | null {
  const utc = Date.parse(`${clock}Z`)
  if (Number.isNaN(utc)) return null
  const shown = (at: number) => Date.parse(`${clockIn(timeZone, at)}Z`)
  const withOffsetAt = (near: number) => utc - (shown(near) - near)
  const [before, after] = [withOffsetAt(utc - dayLength), withOffsetAt(utc + dayLength)]
  return new Date(shown(before) !== utc && shown(after) === utc ? after : before)
}
