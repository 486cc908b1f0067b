/** A point in time as staff read it. */
export const moment = (iso: string): string =>
  new Date(iso).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })

/** The point in time that a field of dates and times has; null for an empty one. */
export const fromField = (value: string): string | null => {
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
