const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Dates whose form tells their parts apart. Days are dropped: the content has months. */
const forms = [
  /^(?<year>\d{4})$/,
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})(?:[-/.]\d{1,2})?(?:[t ].*)?$/,
  /^(?<month>\d{1,2})[-/.](?<year>\d{4})$/,
  /^\d{1,2}\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
  /^(?:1[3-9]|2\d|3[01])[-/](?<month>\d{1,2})[-/](?<year>\d{4})$/,
  /^(?<month>\d{1,2})[-/](?:1[3-9]|2\d|3[01])[-/](?<year>\d{4})$/,
  /^(?:\d{1,2}(?:st|nd|rd|th)?\.? )?(?<name>[a-z]{3,9})\.?,? (?<year>\d{4})$/,
  /^(?<name>[a-z]{3,9})\.? \d{1,2}(?:st|nd|rd|th)?,? (?<year>\d{4})$/,
  /^(?<year>\d{4}) (?<name>[a-z]{3,9})$/,
]

const monthNames =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/

/**
 * A date as the content has it: '2022' or '2022-03'. It is empty for one that is not over, and unchanged if its form is
 * unknown or has two readings.
 */
export function normalDate(text: string): string {
  const words = text.trim().replace(/\s+/g, ' ').toLowerCase()
  if (/^(present|now|current|ongoing|today)$/.test(words)) return ''
  for (const form of forms) {
    const { year, month, name } = form.exec(words)?.groups ?? {}
    if (year === undefined) continue
    if (month === undefined && name === undefined) return year
    const number = name === undefined ? Number(month) : monthNumber(name)
    if (number >= 1 && number <= 12) return `${year}-${String(number).padStart(2, '0')}`
  }
  return text.trim()
}

const monthNumber = (name: string) => (monthNames.test(name) ? months.indexOf(name.slice(0, 3)) + 1 : 0)
