import type { Texts } from './language.ts'

type DateTexts = Pick<Texts, 'months' | 'shortMonths' | 'monthOfYear' | 'dayOfMonth' | 'fromTo' | 'untilNow'>

/** '2018 to 2022', 'March 2022 to present', '2014'. */
export function period(start: string, end: string | undefined, texts: DateTexts): string {
  const first = formatDate(start, texts)
  if (start === end) return first
  return end === undefined ? texts.untilNow(first) : texts.fromTo(first, formatDate(end, texts))
}

/** '2022', 'March 2022'. */
export function formatDate(date: string, { months, monthOfYear }: DateTexts): string {
  const [year = '', month] = date.split('-')
  return month === undefined ? year : monthOfYear(months[Number(month) - 1] ?? '', year)
}

/** '18 Nov 2026'; `date` is a whole day. */
export function formatDay(date: string, { shortMonths, dayOfMonth }: DateTexts): string {
  const [year = '', month, day] = date.split('-')
  return dayOfMonth(Number(day), shortMonths[Number(month) - 1] ?? '', year)
}

/** Noon in UTC, which is on that day in all time zones from -12 to +11 hours. */
export const noon = (day: string): string => `${day}T12:00:00Z`
