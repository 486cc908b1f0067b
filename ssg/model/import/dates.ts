/** Dates whose form tells their parts apart. Days are dropped: the content has months. */
const forms = [
  /^(?<year>\d{4})$/,
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})(?:[-/.]\d{1,2})?(?:[t ].*)?$/,
  /^(?<month>\d{1,2})[-/.](?<year>\d{4})$/,
  /^\d{1,2}\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
  /^(?:1[3-9]|2\d|3[01])[-/](?<month>\d{1,2})[-/](?<year>\d{4})$/,
  /^(?<month>\d{1,2})[-/](?:1[3-9]|2\d|3[01])[-/](?<year>\d{4})$/,
  /^(?<year>\d{4}) ?年(?: ?(?<month>\d{1,2}) ?月(?: ?\d{1,2} ?日)?)?$/,
  /^(?:\d{1,2}(?:st|nd|rd|th|er|º)?\.? )?(?<name>\p{L}{3,10})\.?,? (?<year>\d{4})$/u,
  /^(?<name>\p{L}{3,10})\.? \d{1,2}(?:st|nd|rd|th)?,? (?<year>\d{4})$/u,
  /^(?<year>\d{4}) (?<name>\p{L}{3,10})$/u,
]

const ongoing = new Set([
  ...['present', 'now', 'current', 'ongoing', 'today', 'till date', 'to date', 'till now', 'null', 'n/a'],
  ...['-', '–', '—', 'heute', 'aktuell', 'gegenwärtig', "aujourd'hui", 'présent', 'actuel', 'actualidad'],
  ...['actual', 'actualmente', 'presente', 'heden', 'oggi', 'attuale', 'o momento', 'atual', 'até o momento'],
  ...['現在', '至今', '现在', '目前'],
])

/** The months' names in the languages of LinkedIn's files, without accents. */
const months = Array.from({ length: 12 }, (_, month) =>
  ['en', 'de', 'fr', 'es', 'nl', 'it', 'pt'].map((language) =>
    withoutAccents(new Date(2024, month, 15).toLocaleDateString(language, { month: 'long' })),
  ),
)

/**
 * A date as the content has it: '2022' or '2022-03'. It is empty for one that is not over, and unchanged if its form is
 * unknown or has two readings.
 */
export function normalDate(text: string): string {
  const words = text.trim().replace(/\s+/g, ' ').toLowerCase().replaceAll('’', "'")
  if (ongoing.has(words)) return ''
  const plain = localMonth(words).replace(/ d[eo]l? /g, ' ')
  for (const form of forms) {
    const { year, month, name } = form.exec(plain)?.groups ?? {}
    if (year === undefined) continue
    if (month === undefined && name === undefined) return year
    const number = name === undefined ? Number(month) : monthNumber(name)
    if (number >= 1 && number <= 12) return `${year}-${String(number).padStart(2, '0')}`
  }
  return text.trim()
}

/** A program east of Greenwich writes the first of a month as the evening before, in UTC. */
const localMonth = (text: string) =>
  /^\d{4}-\d\d-\d\dt2[23]:00(:00(\.0+)?)?z$/.test(text)
    ? new Date(Date.parse(text.toUpperCase()) + 2 * 3_600_000).toISOString().slice(0, 10)
    : text

/** The number of a month from its name or the beginning of it; 0 if no month or several have it. */
function monthNumber(name: string): number {
  const plain = withoutAccents(name)
  if (plain === 'mrt') return 3
  const found = months.flatMap((names, index) =>
    names.some((name) => name.startsWith(plain)) ? index + 1 : [],
  )
  return found.length === 1 ? (found[0] ?? 0) : 0
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
