import { namedFile, type OutputFile } from '../lib/output-file.ts'
import type { Note, SiteContent } from '../model/site-content.ts'
import { feedPath } from '../model/addresses.ts'
import { attribute, text } from '../model/escape.ts'

/** The notes with their whole texts, as Atom (RFC 4287). Undefined without notes. */
export function atomFeed(
  { site, pages, notes }: Pick<SiteContent, 'site' | 'pages' | 'notes'>,
  siteUrl: string,
): OutputFile | undefined {
  const head = pages.notes
  if (!head) return undefined
  const link = (path: string, rel: string, type: string) =>
    `<link rel="${rel}" type="${type}" href="${attribute(siteUrl + path)}"/>`
  const entry = (note: Note) => {
    // Only the first address stays when the title and the file's name change.
    const id = siteUrl + (note.id ?? note.path)
    return [
      '<entry>',
      `<id>${text(id)}</id>`,
      `<title>${text(note.title)}</title>`,
      link(note.path, 'alternate', 'text/html'),
      `<published>${moment(note.date)}</published>`,
      `<updated>${moment(note.date)}</updated>`,
      ...(note.summary === undefined ? [] : [`<summary>${text(note.summary)}</summary>`]),
      `<content type="html">${text(note.feedBody ?? '')}</content>`,
      '</entry>\n',
    ].join('')
  }
  return namedFile(
    feedPath.slice(1),
    [
      '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
      `<id>${text(`${siteUrl}/notes`)}</id>`,
      `<title>${text(head.title)}</title>`,
      `<subtitle>${text(head.description)}</subtitle>`,
      `<updated>${moment(notes[0]?.date ?? '')}</updated>`,
      `<author><name>${text(site.name)}</name><uri>${text(`${siteUrl}/`)}</uri></author>`,
      link(feedPath, 'self', feedType),
      link('/notes', 'alternate', 'text/html'),
      `\n${notes.map(entry).join('')}</feed>\n`,
    ].join(''),
  )
}

const moment = (day: string) => `${day}T00:00:00Z`

const feedType = 'application/atom+xml'

/** The tag by which browsers and readers find the feed. */
export const feedLink = ({ title }: { title: string }): string =>
  `<link rel="alternate" type="${feedType}" title="${attribute(title)}" href="${feedPath}">`
