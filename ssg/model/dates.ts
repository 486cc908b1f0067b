/** '2018 to 2022', 'March 2022 to present', '2014'. */
export function period(start: string, end: string | undefined): string {
  if (start === end) return formatDate(start)
  return `${formatDate(start)} to ${end === undefined ? 'present' : formatDate(end)}`
}

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]

/** '2022', 'March 2022'. */
export function formatDate(date: string): string {
  const [year = '', month] = date.split('-')
  return month === undefined ? year : `${months[Number(month) - 1] ?? ''} ${year}`
}

/** '18 Nov 2026'; `date` is a whole day. */
export function formatDay(date: string): string {
  const [year = '', month, day] = date.split('-')
  return `${Number(day)} ${(months[Number(month) - 1] ?? '').slice(0, 3)} ${year}`
}

/** Noon in UTC, which is on that day in all time zones from -12 to +11 hours. */
export const noon = (day: string): string => `${day}T12:00:00Z`
