import { nameUuid } from '../lib/hash.ts'
import { noon } from '../model/dates.ts'
import { namedFile, type OutputFile } from '../lib/output-file.ts'
import type { Note, SiteContent } from '../model/site-content.ts'
import { feedFile } from '../model/addresses.ts'
import { pathIn, type Language } from '../model/language.ts'
import { attribute, text } from '../model/escape.ts'

/** How many notes the feed has; its link leads to the list of all. */
const maxEntries = 30

/** The newest notes with their whole texts, as Atom (RFC 4287). Undefined without notes. */
export function atomFeed(
  { language, site, pages, notes }: Pick<SiteContent, 'language' | 'site' | 'pages' | 'notes'>,
  siteUrl: string,
): OutputFile | undefined {
  const head = pages.notes
  if (!head) return undefined
  const list = pathIn(language, '/notes')
  const newest = notes.slice(0, maxEntries)
  // Ids are the same after a move to another domain.
  const idOf = (path: string) => `urn:uuid:${nameUuid(`${site.name} ${path}`)}`
  const link = (path: string, rel: string, type: string) =>
    `<link rel="${rel}" type="${type}" href="${attribute(siteUrl + path)}"/>`
  const entry = (note: Note) => {
    return [
      note.lang === undefined ? '<entry>' : `<entry xml:lang="${note.lang}">`,
      `<id>${idOf(note.first_address ?? note.path)}</id>`,
      `<title>${text(note.title)}</title>`,
      link(note.path, 'alternate', 'text/html'),
      `<published>${noon(note.date)}</published>`,
      `<updated>${note.updated}</updated>`,
      ...(note.summary === undefined ? [] : [`<summary>${text(note.summary)}</summary>`]),
      `<content type="html">${text(note.feedBody ?? '')}</content>`,
      '</entry>\n',
    ].join('')
  }
  return namedFile(
    feedOf(language).slice(1),
    [
      `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language.code}">`,
      `<id>${idOf(list)}</id>`,
      `<title>${text(head.title)}</title>`,
      `<subtitle>${text(head.description)}</subtitle>`,
      `<updated>${newest.map(({ updated }) => updated).reduce((a, b) => (a > b ? a : b))}</updated>`,
      `<author><name>${text(site.name)}</name><uri>${text(siteUrl + (language.prefix || '/'))}</uri></author>`,
      link(feedOf(language), 'self', feedType),
      link(list, 'alternate', 'text/html'),
      `\n${newest.map(entry).join('')}</feed>\n`,
    ].join(''),
  )
}

const feedType = 'application/atom+xml'

/** The tag that leads browsers and readers to the feed. */
export const feedLink = (language: Language, title: string): string =>
  `<link rel="alternate" type="${feedType}" title="${attribute(title)}" href="${feedOf(language)}">`

const feedOf = (language: Language) => pathIn(language, '/notes') + feedFile
