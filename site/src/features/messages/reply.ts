import type { Message } from '../../api/types'
import { formatDateTime } from '../../ui/date-time'

/** The longest quotation, in characters: programs cut longer addresses. */
const maxQuote = 1_000

/** The address of a mail to the sender of a message, which it quotes. */
export function replyAddress({ name, email, message, sent_at }: Message, site: string): string {
  const letters = Array.from(message)
  const quoted = letters.length > maxQuote ? `${letters.slice(0, maxQuote).join('').trimEnd()}…` : message
  const body = [
    '',
    '',
    `${name}, ${formatDateTime(sent_at)}:`,
    ...quoted.split(/\r?\n/).map((line) => `> ${line}`),
  ]
  const query = { subject: `Re: Your message to ${site}`, body: body.join('\r\n') }
  const fields = Object.entries(query).map(([field, value]) => `${field}=${encodeURIComponent(value)}`)
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?${fields.join('&')}`
}
