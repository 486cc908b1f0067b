import type { SiteContent } from '../compile.ts'

/**
 * Makes a card for address books in version 3.0 (RFC 2426), which all of them read. Outlook does
 * not import 4.0.
 */
export function vcard(site: SiteContent['site'], siteUrl?: string): string {
  const { name, role, company, email, links } = site
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${escapeText(name)}`,
    `N:${nameParts(name)}`,
    `TITLE:${escapeText(role)}`,
    ...(company === undefined ? [] : [`ORG:${escapeText(company)}`]),
    `EMAIL;TYPE=INTERNET:${escapeText(email)}`,
    ...(siteUrl === undefined ? [] : [`URL:${siteUrl}`]),
    // The label is Apple's, and Google reads it too; others take the address alone.
    ...links.flatMap(({ title, url }, index) => [
      `item${index + 1}.URL:${new URL(url).href}`,
      `item${index + 1}.X-ABLabel:${escapeText(title)}`,
    ]),
    'END:VCARD',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('')
}

/** Family and given name. Of more than two words the family name is unknown: all are given. */
function nameParts(name: string): string {
  const [given = '', family, ...others] = name.split(/\s+/)
  const parts = family === undefined || others.length > 0 ? ['', name] : [family, given]
  return [...parts.map(escapeText), '', '', ''].join(';')
}

export const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n')

const encoder = new TextEncoder()

/** Lines of at most 75 bytes, broken between letters; each further one begins with a space. */
export function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (bytes + size > 75) {
      folded += '\r\n '
      bytes = 1
    }
    folded += letter
    bytes += size
  }
  return folded
}
